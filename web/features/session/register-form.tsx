import { useForm } from 'react-hook-form';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import { registration } from '#contract/users.ts';
import { checkedBy, showAtField } from '../../lib/field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useRegister } from './sign-in-calls.ts';

const { shape } = registration;

export function RegisterForm({ action, setupCode }: { action: string; setupCode?: string | undefined }) {
  const { mutate, isPending } = useRegister();
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  });
  const submit = handleSubmit((account) =>
    mutate(setupCode === undefined ? account : { ...account, setupCode }, {
      onError: (error) => showAtField(error, setError, ['username', 'password']),
    }),
  );
  const { username, password } = formState.errors;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Username" error={username?.message}>
        <TextInput
          {...register('username', { validate: checkedBy(shape.username) })}
          placeholder="Enter your username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Password"
        help={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters`}
        error={password?.message}
      >
        <PasswordInput
          {...register('password', { validate: checkedBy(shape.password) })}
          placeholder="Enter your password"
          autoComplete="new-password"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="mt-2 w-full"
        pending={isPending}
        pendingText="Creating account..."
      >
        {action}
      </Button>
    </form>
  );
}
