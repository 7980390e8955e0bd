import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createCustomField, listCustomFields } from '#contract/custom-fields.ts';
import { type CustomFieldType, customTarget } from '#contract/lead-fields.ts';
import type { Upload } from '#contract/uploads.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryOf } from '../../../lib/query.ts';
import { TYPE_OPTIONS } from '../../../lib/type-labels.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { toast } from '../../../ui/toast-store.ts';

const BOOLEAN =
  /^(?:yes|no|y|n|true|false|t|f|on|off|ja|nein|oui|non|s[ií]|não|sim|tak|nie|да|нет|evet|hayır)$/iu;
/** Digits, optionally in groups of three; a leading zero marks a code. */
const NUMBER = /^[-+]?(?:0|[1-9]\d{0,2}(?:[\s.,'’]\d{3})+|[1-9]\d*)(?:[.,]\d+)?$/u;
const NUMBER_DIGITS_MAX = 15;
const DATE =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ]\d{1,2}:\d{2}.*)?$/u;

/** Guesses a custom field's type from its values; text unless all agree. */
export function guessFieldType(values: readonly string[]): CustomFieldType {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  if (filled.length === 0) return 'text';
  if (filled.every((value) => BOOLEAN.test(value))) return 'boolean';
  if (filled.every((value) => DATE.test(value))) return 'date';
  return filled.every(isNumber) ? 'number' : 'text';
}

function isNumber(value: string): boolean {
  return NUMBER.test(value) && value.replace(/\D/gu, '').length <= NUMBER_DIGITS_MAX;
}

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
    <ActionDialog
      onClose={onClose}
      title="Create Custom Field"
      description={`Stores the values of ${column} on your leads.`}
      action="Create Field"
      disabled={name.trim() === ''}
      pending={create.isPending}
      pendingText="Creating..."
      onAction={() => create.mutate()}
    >
      <Field label="Name" error={error}>
        <TextInput
          value={name}
          maxLength={NAME_LENGTH}
          autoComplete="off"
          onChange={(event) => {
            create.reset();
            setName(event.target.value);
          }}
        />
      </Field>
      <Field label="Type" help="Suggested from the first rows.">
        <Select
          value={type}
          onChange={setType}
          options={TYPE_OPTIONS.filter(({ value }) => value !== 'choice')}
        />
      </Field>
    </ActionDialog>
  );
}
