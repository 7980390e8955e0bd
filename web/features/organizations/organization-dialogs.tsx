import { useForm } from 'react-hook-form';
import { PASSWORD_MAX, PASSWORD_MIN, TRASH_DAYS } from '#contract/limits.ts';
import type { Organization } from '#contract/organizations.ts';
import { registration } from '#contract/users.ts';
import { checkedBy, showAtField } from '../../lib/field-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useAddAdmin, useDeleteOrganization } from './queries.ts';

interface AddAdminDialogProps {
  organization: Organization;
  onClose: () => void;
}

const { shape } = registration;

export function AddAdminDialog({ organization, onClose }: AddAdminDialogProps) {
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
    <ActionDialog
      onClose={onClose}
      title="Add Admin"
      description={`They'll administer ${organization.name}.`}
      action="Add Admin"
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
        help={`${PASSWORD_MIN} to ${PASSWORD_MAX} characters`}
        error={password?.message}
      >
        <PasswordInput
          {...register('password', { validate: checkedBy(shape.password) })}
          autoComplete="new-password"
        />
      </Field>
    </ActionDialog>
  );
}

interface DeleteOrganizationDialogProps {
  organization: Organization;
  onClose: () => void;
}

/** Moves an organization into the bin once its name is typed. */
export function DeleteOrganizationDialog({ organization, onClose }: DeleteOrganizationDialogProps) {
  const { name, users, leads } = organization;
  const remove = useDeleteOrganization(organization);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: '' } });
  const submit = handleSubmit(({ name: typed }) =>
    remove.mutate(typed, {
      onSuccess: onClose,
      onError: (error) => showAtField(error, setError, ['name'], 'name'),
    }),
  );
  return (
    <ActionDialog
      onClose={onClose}
      title="Delete Organization"
      description={`${name} has ${formatNumber(leads)} leads. Its ${formatNumber(users)} users and its API tokens lose access at once. For ${TRASH_DAYS} days you can restore it; then everything it has is deleted.`}
      action="Delete Organization"
      destructive
      pending={remove.isPending}
      pendingText="Deleting..."
      onAction={() => void submit()}
    >
      <Field label={`Type "${name}" to confirm`} error={formState.errors.name?.message}>
        <TextInput
          {...register('name', {
            validate: (typed) => typed.trim() === name || `Type the name as it is written: ${name}`,
          })}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
    </ActionDialog>
  );
}
