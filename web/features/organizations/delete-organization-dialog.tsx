import { useForm } from 'react-hook-form';
import { TRASH_DAYS } from '#contract/limits.ts';
import type { Organization } from '#contract/organizations.ts';
import { showAtField } from '../../lib/field-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useDeleteOrganization } from './queries.ts';

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
      description={
        <span className="break-words">
          {name} has {formatNumber(leads)} leads. Its {formatNumber(users)} users and its API tokens lose
          access at once. For {TRASH_DAYS} days you can restore it; then everything it has is deleted.
        </span>
      }
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
