import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { NOTE_MAX } from '#contract/limits.ts';
import { leadStatusesQuery, statusLabel } from '../../../lib/lead-statuses.ts';
import { OwnerPicker } from '../../../lib/owner-picker.tsx';
import { type ReasonDraft, ReturnReason } from '../../../lib/return-sale-dialog.tsx';
import type { SalePrice } from '../../../lib/sale-price.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import { Textarea } from '../../../ui/text-input.tsx';
import { type EditableField, givenSections, readValue } from '../fields/editable-fields.ts';
import { FieldControl, StatusSelect } from '../fields/field-control.tsx';
import { customFieldsQuery, filterValuesQuery } from '../queries.ts';
import { SaleInputs } from '../sale-inputs.tsx';
import type { BulkInput } from './bulk-actions.ts';
import type { BulkKind } from './bulk-titles.ts';

/** One per digit. */
const KEYS_MAX = 9;

/** Offers the first statuses by the keys 1 to 9. */
function StatusKeys({ onChoose }: { onChoose: (status: string) => void }) {
  const { data } = useQuery(leadStatusesQuery);
  const statuses = (data ?? []).slice(0, KEYS_MAX).map(({ name }) => name);
  const choose = useEffectEvent((key: string) => {
    const status = statuses[Number(key) - 1];
    if (status !== undefined) onChoose(status);
    return status !== undefined;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const types = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (!/^[1-9]$/.test(key) || ctrlKey || metaKey || altKey || types) return;
      if (choose(key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <ul aria-label="Set at once" className="mt-3 flex flex-wrap gap-1.5">
      {statuses.map((status, index) => (
        <li key={status}>
          <button
            type="button"
            aria-keyshortcuts={String(index + 1)}
            onClick={() => onChoose(status)}
            className="flex h-8 items-center gap-2 rounded-control border border-line px-2 text-13 hover:bg-hover max-md:h-11"
          >
            <Kbd>{index + 1}</Kbd>
            {statusLabel(status)}
          </button>
        </li>
      ))}
    </ul>
  );
}

export interface BulkInputsProps {
  kind: BulkKind;
  input: BulkInput;
  /** Names what is missing. */
  asked: boolean;
  onInput: (input: BulkInput) => void;
  price: SalePrice;
  /** Leads; undefined until counted. */
  count: number | undefined;
  reason: ReasonDraft;
  onReason: (reason: ReasonDraft) => void;
  /** Applies a status immediately. */
  onStatus: (status: string) => void;
}

export function BulkInputs(props: BulkInputsProps) {
  const { kind, input, asked, onInput, price, count, reason, onReason, onStatus } = props;
  const { data: values } = useQuery(filterValuesQuery);
  if (kind === 'status') {
    return (
      <>
        <Field label="Status" error={asked && input.status === '' ? 'Choose a status' : undefined}>
          <StatusSelect value={input.status} onChange={(status) => onInput({ ...input, status })} />
        </Field>
        <StatusKeys onChoose={onStatus} />
      </>
    );
  }
  if (kind === 'setField') {
    return <SetFieldInputs asked={asked} onValue={(setField) => onInput({ ...input, setField })} />;
  }
  if (kind === 'addTags' || kind === 'removeTags') {
    return (
      <Field
        label="Tags"
        help="Press Enter or comma after each."
        error={asked && input.tags.length === 0 ? 'Enter a tag' : undefined}
      >
        <TagInput
          value={input.tags}
          suggestions={values?.tags ?? []}
          onChange={(tags) => onInput({ ...input, tags })}
        />
      </Field>
    );
  }
  if (kind === 'assign') {
    return (
      <OwnerPicker
        label="Owner"
        error={asked && input.owners === null ? 'Choose a user, or nobody' : undefined}
        owners={input.owners}
        onOwners={(owners) => onInput({ ...input, owners })}
      />
    );
  }
  if (kind === 'note') {
    return (
      <Field label="Note" error={asked && input.note.trim() === '' ? 'Write a note' : undefined}>
        <Textarea
          rows={3}
          maxLength={NOTE_MAX}
          value={input.note}
          onChange={(event) => onInput({ ...input, note: event.target.value })}
        />
      </Field>
    );
  }
  if (kind === 'markSold') {
    return (
      <SaleInputs
        customerNumber={input.customerNumber}
        onCustomerNumber={(customerNumber) => onInput({ ...input, customerNumber })}
        price={price}
        count={count}
        asked={asked}
      />
    );
  }
  if (kind === 'returnSale') return <ReturnReason value={reason} onChange={onReason} />;
  return null;
}

interface SetFieldInputsProps {
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

function SetFieldInputs({ asked, onValue }: SetFieldInputsProps) {
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
