import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import { registration } from '#contract/users.ts';
import { checkedBy } from '../../lib/checked-by.ts';
import { showAtField } from '../../lib/field-error.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useAddUser } from './queries.ts';
import { TemporaryPassword } from './temporary-password.tsx';

const EMPTY = { username: '', password: '', isAdmin: false };

const { shape } = registration;

/** Adds a user; shows a server-generated password once if none was entered. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ username: string; password: string } | null>(null);
  if (made) return <TemporaryPassword title="User Added" {...made} onClose={onClose} />;
  return (
    <UserForm
      onClose={onClose}
      onAdded={(username, password) => (password === undefined ? onClose() : setMade({ username, password }))}
    />
  );
}

interface UserFormProps {
  onClose: () => void;
  onAdded: (username: string, temporaryPassword: string | undefined) => void;
}

function UserForm({ onClose, onAdded }: UserFormProps) {
  const id = useId();
  const add = useAddUser();
  const { register, control, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    defaultValues: EMPTY,
  });
  const submit = handleSubmit(({ username, password, isAdmin }) =>
    add.mutate(
      { username, isAdmin, ...(password !== '' && { password }) },
      {
        onSuccess: (user) => onAdded(user.username, user.temporaryPassword),
        onError: (error) => showAtField(error, setError, ['username', 'password'], 'username'),
      },
    ),
  );
  const { username, password } = formState.errors;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add User"
      description="They'll see all of your organization's leads."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={add.isPending} pendingText="Adding...">
            Add User
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
          optional
          help={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters. Leave it empty to generate a temporary password.`}
          error={password?.message}
        >
          {(props) => (
            <PasswordInput
              {...props}
              {...register('password', {
                validate: (value) => value === '' || checkedBy(shape.password)(value),
              })}
              autoComplete="new-password"
            />
          )}
        </Field>
        <Controller
          control={control}
          name="isAdmin"
          render={({ field: { value, onChange } }) => (
            <Checkbox
              checked={value}
              onChange={onChange}
              label="Administrator"
              help="Can manage users, security, API tokens and custom fields, and see the audit logs."
            />
          )}
        />
      </form>
    </Dialog>
  );
}
