import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import type { Organization } from '#contract/organizations.ts';
import { registration } from '#contract/users.ts';
import { checkedBy } from '../../lib/checked-by.ts';
import { showAtField } from '../../lib/field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useAddAdmin } from './queries.ts';

interface AddAdminDialogProps {
  organization: Organization;
  onClose: () => void;
}

const { shape } = registration;

/** Adds an administrator to an organization. */
export function AddAdminDialog({ organization, onClose }: AddAdminDialogProps) {
  const id = useId();
  const add = useAddAdmin(organization);
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { username: '', password: '' },
  });
  const submit = handleSubmit((account) =>
    add.mutate(account, {
      onSuccess: onClose,
      onError: (error) => showAtField(error, setError, ['username', 'password'], 'username'),
    }),
  );
  const { username, password } = formState.errors;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add Admin"
      description={<span className="break-words">They'll administer {organization.name}.</span>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={add.isPending} pendingText="Adding...">
            Add Admin
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Field label="Username" error={username?.message}>
          {(props) => (
            <TextInput
              {...props}
              {...register('username', { validate: checkedBy(shape.username) })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field
          label="Password"
          help={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters`}
          error={password?.message}
        >
          {(props) => (
            <PasswordInput
              {...props}
              {...register('password', { validate: checkedBy(shape.password) })}
              autoComplete="new-password"
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
