import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { type useLogin, wantsCode } from './sign-in-calls.ts';

export interface LoginFormProps {
  login: ReturnType<typeof useLogin>;
  /** Called for a correct password if a second factor is required. */
  onCodeWanted: (credentials: { username: string; password: string }) => void;
}

/** Asks for username and password. */
export function LoginForm({ login: { mutate, isPending }, onCodeWanted }: LoginFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    defaultValues: { username: '', password: '' },
  });
  const submit = handleSubmit((credentials) =>
    mutate(credentials, {
      onError: (error) => (wantsCode(error) ? onCodeWanted(credentials) : setFocus('password')),
    }),
  );
  // On phones, focusing would open a keyboard over half of the page.
  useEffect(() => {
    if (matchMedia('(hover: hover)').matches) setFocus('username');
  }, [setFocus]);
  const { username, password } = formState.errors;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Username" error={username?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('username', { required: 'Enter your username' })}
            placeholder="Enter your username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Password" error={password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('password', { required: 'Enter your password' })}
            placeholder="Enter your password"
            autoComplete="current-password"
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="mt-2 w-full"
        pending={isPending}
        pendingText="Logging in..."
      >
        Login
      </Button>
    </form>
  );
}
