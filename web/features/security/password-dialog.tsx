import { useForm } from 'react-hook-form';
import { messageOf } from '../../lib/api-error.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { CODE_LENGTH } from '../../ui/code-input.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';

interface PasswordDialogProps {
  title: string;
  description: string;
  action: string;
  pendingText: string;
  destructive?: boolean;
  /** Asks for an authenticator code as well. */
  withCode?: boolean;
  pending: boolean;
  onPassword: (password: string, onRefused: (error: Error) => void, code: string) => void;
  onClose: () => void;
}

export function PasswordDialog(props: PasswordDialogProps) {
  const {
    title,
    description,
    action,
    pendingText,
    destructive = false,
    withCode = false,
    pending,
    onPassword,
    onClose,
  } = props;
  const { register, handleSubmit, setError, setValue, watch, formState } = useForm({
    defaultValues: { password: '', code: '' },
  });
  const submit = handleSubmit(({ password, code }) =>
    onPassword(
      password,
      (error) => {
        // A code works once.
        setValue('code', '');
        setError('password', { message: messageOf(error, 'Invalid password') }, { shouldFocus: true });
      },
      code,
    ),
  );
  const code = register('code');
  const complete = watch('password') !== '' && (!withCode || watch('code').length === CODE_LENGTH);
  return (
    <ActionDialog
      onClose={onClose}
      title={title}
      description={description}
      action={action}
      destructive={destructive}
      disabled={!complete}
      pending={pending}
      pendingText={pendingText}
      onAction={() => void submit()}
    >
      <Field label="Password" error={formState.errors.password?.message}>
        <PasswordInput
          {...register('password', { required: 'Enter your password' })}
          autoComplete="current-password"
        />
      </Field>
      {withCode && (
        <Field label="Authentication code" help="6 digits">
          <TextInput
            {...code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_LENGTH}
            onChange={(event) => {
              event.target.value = event.target.value.replaceAll(/\D/g, '');
              void code.onChange(event);
            }}
          />
        </Field>
      )}
    </ActionDialog>
  );
}
