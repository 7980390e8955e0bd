import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/limits.ts';
import { registration } from '#contract/users.ts';
import { checkedBy, showAtField } from '../../lib/field-error.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Secret } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useAddUser } from './queries.ts';

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
    <ActionDialog
      onClose={onClose}
      title="Add User"
      description="They'll see all of your organization's leads."
      action="Add User"
      pending={add.isPending}
      pendingText="Adding..."
      onAction={() => void submit()}
    >
      <Field label="Username" error={username?.message}>
        <TextInput
          {...register('username', { validate: checkedBy(shape.username) })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Password"
        optional
        help={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters. Leave it empty to generate a temporary password.`}
        error={password?.message}
      >
        <PasswordInput
          {...register('password', {
            validate: (value) => value === '' || checkedBy(shape.password)(value),
          })}
          autoComplete="new-password"
        />
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
    </ActionDialog>
  );
}

interface TemporaryPasswordProps {
  title: string;
  username: string;
  password: string;
  onClose: () => void;
}

/** Generated password, which can't be shown again. */
export function TemporaryPassword({ title, username, password, onClose }: TemporaryPasswordProps) {
  return (
    <Dialog
      held
      onClose={onClose}
      title={title}
      description={`Share this password with ${username}.`}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Secret label="Temporary password" value={password} />
        <Notice tone="caution">
          You won't be able to see it again. They'll set their own password when they sign in.
        </Notice>
      </div>
    </Dialog>
  );
}
