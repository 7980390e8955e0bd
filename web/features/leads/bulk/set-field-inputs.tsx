import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { type EditableField, givenSections, readValue } from '../fields/editable-fields.ts';
import { FieldControl } from '../fields/field-control.tsx';
import { customFieldsQuery, filterValuesQuery } from '../queries.ts';
import type { BulkInput } from './bulk-actions.ts';

export interface SetFieldInputsProps {
  /** Names what is missing. */
  asked: boolean;
  /** Receives null while incomplete. */
  onValue: (value: NonNullable<BulkInput['setField']> | null) => void;
}

interface Draft {
  text: string;
  tags: readonly string[];
  clears: boolean;
}

const EMPTY: Draft = { text: '', tags: [], clears: false };

/** Asks for a field and its new value, or to clear it. */
export function SetFieldInputs({ asked, onValue }: SetFieldInputsProps) {
  const { data: customFields } = useQuery(customFieldsQuery);
  const { data: values } = useQuery(filterValuesQuery);
  const [chosen, setChosen] = useState('');
  const [draft, setDraft] = useState(EMPTY);
  const fields = useMemo(
    () =>
      givenSections(customFields ?? []).flatMap(({ title, fields: all }) =>
        all.map((field) => ({ ...field, group: title })),
      ),
    [customFields],
  );
  const field = fields.find((one) => one.field === chosen);
  const read = field && draftValue(field, draft);

  function change(next: Draft, of: EditableField | undefined = field) {
    setDraft(next);
    const value = of && draftValue(of, next);
    onValue(of && value && 'value' in value ? { field: of.field, value: value.value } : null);
  }

  return (
    <div className="flex flex-col gap-4">
      <Field label="Field" error={asked && !field ? 'Choose a field' : undefined}>
        <Combobox
          value={chosen}
          options={fields.map(({ field: value, label, group }) => ({ value, label, group }))}
          placeholder="Choose a field"
          searchPlaceholder="Search fields"
          onChange={(next) => {
            setChosen(next);
            const of = fields.find((one) => one.field === next);
            change({ ...EMPTY, clears: of !== undefined && isUnique(of) }, of);
          }}
        />
      </Field>
      {field && !draft.clears && (
        <Field
          label={field.label}
          {...(read && 'error' in read && (asked || draft.text !== '') && { error: read.error })}
          {...(field.editor === 'tags' && { help: 'Replaces the tags. Press Enter or comma after each.' })}
        >
          {field.editor === 'tags' ? (
            <TagInput
              value={draft.tags}
              suggestions={values?.tags ?? []}
              onChange={(tags) => change({ ...draft, tags })}
            />
          ) : (
            <FieldControl
              picks
              key={field.field}
              field={field}
              text={draft.text}
              onText={(text) => change({ ...draft, text })}
              onCommit={(text) => change({ ...draft, text })}
              onCancel={() => change({ ...draft, text: '' })}
            />
          )}
        </Field>
      )}
      {field && !field.required && (
        <Checkbox
          label={`Clear ${field.label}`}
          {...(isUnique(field) && {
            help: `No two leads can have the same ${field.editor}, so you can only clear it.`,
          })}
          checked={draft.clears}
          disabled={isUnique(field)}
          onChange={(clears) => change({ ...draft, clears })}
        />
      )}
    </div>
  );
}

function isUnique({ editor }: EditableField): boolean {
  return editor === 'email' || editor === 'phone';
}

function draftValue(
  { editor }: EditableField,
  { text, tags, clears }: Draft,
): { value: string | number | boolean | string[] | null } | { error: string } {
  if (clears) return { value: editor === 'tags' ? [] : null };
  if (editor === 'tags') return tags.length === 0 ? { error: 'Enter a tag' } : { value: [...tags] };
  const read = readValue(editor, text);
  return 'value' in read && read.value === null ? { error: 'Enter a value' } : read;
}
