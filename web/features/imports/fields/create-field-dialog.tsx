import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createCustomField, listCustomFields } from '#contract/custom-fields.ts';
import { type CustomFieldType, customTarget } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryOf } from '../../../lib/query.ts';
import { TYPE_OPTIONS } from '../../../lib/type-labels.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { guessFieldType } from './guess-type.ts';

interface CreateFieldDialogProps {
  column: string;
  upload: Upload;
  /** Receives the mapping target of the new field. */
  onCreated: (target: string) => void;
  onClose: () => void;
}

const NAME_LENGTH = 100;

/** Creates a custom field from a column's name and guessed type. */
export function CreateFieldDialog({ column, upload, onCreated, onClose }: CreateFieldDialogProps) {
  const client = useQueryClient();
  const [name, setName] = useState(column.slice(0, NAME_LENGTH));
  const [type, setType] = useState<CustomFieldType>(() =>
    guessFieldType(upload.preview.map((row) => row[column] ?? '')),
  );
  const create = useMutation({
    mutationFn: () => callApi(createCustomField, { body: { name: name.trim(), type } }),
    onSuccess: (created) => {
      client.setQueryData(queryOf(listCustomFields, {}).queryKey, (fields) => fields && [...fields, created]);
      toast({ title: 'Custom field created', description: created.name });
      onCreated(customTarget(created.name));
    },
  });
  const error = create.error
    ? messageOf(create.error, "Couldn't reach the server. Check your connection and try again.")
    : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Create Custom Field"
      description={`Stores the values of ${column} on your leads.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="create-field"
            variant="primary"
            disabled={name.trim() === ''}
            pending={create.isPending}
            pendingText="Creating..."
          >
            Create Field
          </Button>
        </>
      }
    >
      <form
        id="create-field"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') create.mutate();
        }}
      >
        <Field label="Name" error={error}>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              maxLength={NAME_LENGTH}
              autoComplete="off"
              onChange={(event) => {
                create.reset();
                setName(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label="Type" help="Suggested from the first rows.">
          {(control) => <Select {...control} value={type} onChange={setType} options={TYPE_OPTIONS} />}
        </Field>
      </form>
    </Dialog>
  );
}
