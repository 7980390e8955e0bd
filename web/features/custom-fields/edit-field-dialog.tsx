import { useState } from 'react';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import { messageOf } from '../../lib/api-error.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TagInput } from '../../ui/tag-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useChangeField } from './queries.ts';

interface EditFieldDialogProps {
  field: CustomFieldEntity;
  onClose: () => void;
}

/** Renames a field, and changes the values of a choice list. */
export function EditFieldDialog({ field, onClose }: EditFieldDialogProps) {
  const change = useChangeField();
  const [label, setLabel] = useState(field.label);
  const [options, setOptions] = useState(field.options);
  const isChoice = field.type === 'choice';
  return (
    <ActionDialog
      onClose={onClose}
      title="Edit Custom Field"
      description={`Programs go on calling it ${field.name}.`}
      action="Save"
      disabled={label.trim() === '' || (isChoice && options.length === 0)}
      pending={change.isPending}
      pendingText="Saving..."
      onAction={() =>
        change.mutate(
          { id: field.id, label: label.trim(), ...(isChoice && { options }) },
          { onSuccess: onClose },
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Name"
          error={change.error ? messageOf(change.error, "Couldn't save the field") : undefined}
        >
          <TextInput
            autoComplete="off"
            maxLength={100}
            value={label}
            onChange={(event) => {
              change.reset();
              setLabel(event.target.value);
            }}
          />
        </Field>
        {isChoice && (
          <Field label="Values" help="Leads that have a value you remove keep it.">
            <TagInput value={options} onChange={setOptions} placeholder="Type a value and press Enter" />
          </Field>
        )}
      </div>
    </ActionDialog>
  );
}
