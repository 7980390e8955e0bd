import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

interface PasswordDialogProps {
  title: string;
  description: string;
  action: string;
  pendingText: string;
  destructive?: boolean;
  pending: boolean;
  onPassword: (password: string, onRefused: (error: Error) => void) => void;
  onClose: () => void;
}

/** Asks for the password before an action reserved to the account's owner. */
export function PasswordDialog(props: PasswordDialogProps) {
  const {
    title,
    description,
    action,
    pendingText,
    destructive = false,
    pending,
    onPassword,
    onClose,
  } = props;
  const id = useId();
  const { register, handleSubmit, setError, watch, formState } = useForm({ defaultValues: { password: '' } });
  const submit = handleSubmit(({ password }) =>
    onPassword(password, (error) =>
      setError('password', { message: messageOf(error, 'Invalid password') }, { shouldFocus: true }),
    ),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant={destructive ? 'destructive' : 'primary'}
            disabled={watch('password') === ''}
            pending={pending}
            pendingText={pendingText}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Password" error={formState.errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...register('password', { required: 'Enter your password' })}
              autoComplete="current-password"
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
