import { useForm } from 'react-hook-form';
import type { Organization } from '#contract/organizations.ts';
import { showAtField } from '../../lib/field-error.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useRenameOrganization } from './queries.ts';

interface RenameOrganizationDialogProps {
  organization: Organization;
  onClose: () => void;
}

export function RenameOrganizationDialog({ organization, onClose }: RenameOrganizationDialogProps) {
  const rename = useRenameOrganization(organization);
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: organization });
  const submit = handleSubmit(({ name }) =>
    rename.mutate(name.trim(), {
      onSuccess: onClose,
      onError: (error) => showAtField(error, setError, ['name'], 'name'),
    }),
  );
  return (
    <ActionDialog
      onClose={onClose}
      title="Rename Organization"
      action="Rename"
      pending={rename.isPending}
      pendingText="Renaming..."
      onAction={() => void submit()}
    >
      <Field label="Organization name" error={formState.errors.name?.message}>
        <TextInput
          {...register('name', { validate: (name) => name.trim() !== '' || 'Enter a name' })}
          maxLength={100}
          autoComplete="off"
        />
      </Field>
    </ActionDialog>
  );
}
