import { Check } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { z } from 'zod';
import type { LeadDetail } from '#contract/leads.ts';
import { useStoredDraft } from '../../../lib/drafts.ts';
import { formatDate } from '../../../lib/format.ts';
import { statusLabel } from '../../../lib/lead-statuses.ts';
import { usePrinting } from '../../../lib/use-media-query.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { TagInput } from '../../../ui/tag-input.tsx';
import {
  type EditableField,
  type EditorKind,
  type FieldValue,
  fieldValueOf,
  readValue,
  sameFieldValue,
  valueText,
} from '../fields/editable-fields.ts';
import { FieldControl } from '../fields/field-control.tsx';
import { FieldProblem } from './field-problem.tsx';
import { useFieldSave } from './use-field-save.ts';

interface FieldEditorProps {
  lead: LeadDetail;
  field: EditableField;
  suggestions: readonly string[];
  /** True for leads in the trash. */
  disabled: boolean;
  /** Opens another lead, such as a duplicate. */
  onOpen: (id: string) => void;
  action?: ReactNode;
}

const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);

/** Edited text, and the field's value when editing began. */
const fieldDraft = z.object({ value: fieldValue, text: z.string(), seen: fieldValue });

/** Edits a field in place, saving on blur or Enter; unsaved text is kept. */
export function FieldEditor({ lead, field, suggestions, disabled, onOpen, action }: FieldEditorProps) {
  const id = useId();
  const held = fieldValueOf(lead, field.field);
  const printing = usePrinting();
  const [draft, setDraft] = useStoredDraft(`lead/${lead.id}/${field.field}`, fieldDraft);
  /** True for an untouched draft of an earlier visit. */
  const [left, setLeft] = useState(draft !== null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const state = useFieldSave(lead, field.field, () => {
    setDraft(null);
    setSaved(true);
  });
  const problem = wrong ?? state.refused?.message ?? null;
  // Null is a value: the field was empty.
  const seen = draft === null ? held : draft.seen;

  function type(text: string) {
    setSaved(false);
    setLeft(false);
    setWrong(null);
    setDraft({ text, value: null, seen });
  }

  function cancel() {
    setLeft(false);
    setDraft(null);
    setWrong(null);
    state.clear();
  }

  function write(value: FieldValue, text: string) {
    if (sameFieldValue(value, seen) && !state.conflict) return cancel();
    setSaved(false);
    setLeft(false);
    setDraft({ value, text, seen });
    state.save(value, seen);
  }

  function commit(text: string) {
    const read = readValue(field.editor, text);
    if (state.saving || state.conflict) return;
    if ('error' in read) setWrong(read.error);
    else if (read.value === null && field.editor === 'status') cancel();
    // A rejected value isn't sent twice.
    else if (state.refused && draft && sameFieldValue(draft.value, read.value)) return;
    else write(read.value, text);
  }

  const control = {
    id,
    ...((problem !== null || state.conflict || left) && { 'aria-describedby': `${id}-problem` }),
    ...(problem !== null && { 'aria-invalid': true as const }),
  };
  if (printing) return <PrintedField field={field} value={held} />;
  const tags = Array.isArray(draft?.value) ? draft.value : Array.isArray(held) ? held : [];
  return (
    <div className="group grid grid-cols-[8.5rem_minmax(0,1fr)] items-start gap-x-2 max-sm:grid-cols-1">
      <span className="flex min-h-8 items-center gap-1 max-sm:min-h-6">
        <label htmlFor={id} className="min-w-0 flex-1 truncate text-13 text-muted" title={field.label}>
          {field.label}
        </label>
        {action}
      </span>
      <div className="min-w-0">
        <div className="flex items-start">
          <div className="relative min-w-0 flex-1">
            {field.editor === 'tags' ? (
              <TagInput
                {...control}
                value={tags}
                suggestions={suggestions}
                placeholder="Add"
                disabled={disabled || state.saving}
                onChange={(next) => write(next, '')}
                className="min-h-8 border-transparent bg-transparent hover:border-line-strong"
              />
            ) : (
              <FieldControl
                quiet
                {...control}
                field={field}
                text={draft?.text ?? valueText(held)}
                dirty={draft !== null}
                disabled={disabled}
                onText={type}
                onCommit={commit}
                onCancel={cancel}
              />
            )}
            <SaveMark saving={state.saving} saved={saved} />
          </div>
        </div>
        <FieldProblem
          id={`${id}-problem`}
          label={field.label}
          message={problem}
          existingLeadId={state.refused?.existingLeadId}
          conflict={state.conflict}
          left={left && !disabled}
          onSaveLeft={() =>
            draft && (Array.isArray(draft.value) ? write(draft.value, '') : commit(draft.text))
          }
          onDiscardLeft={cancel}
          onOpen={onOpen}
          onKeepTheirs={() => {
            setDraft(null);
            state.keepTheirs();
          }}
          onOverwrite={({ wanted, current }) => {
            setDraft({ value: wanted, text: valueText(wanted), seen: current });
            state.save(wanted, current);
          }}
        />
      </div>
    </div>
  );
}

function SaveMark({ saving, saved }: { saving: boolean; saved: boolean }) {
  return (
    <span role="status" className="pointer-events-none absolute top-2 right-2 grid size-4 place-items-center">
      {saving && <Spinner label="Saving" className="size-3.5 text-muted" />}
      {!saving && saved && <Check className="size-3.5 animate-appear text-positive" aria-label="Saved" />}
    </span>
  );
}

function PrintedField({ field, value }: { field: EditableField; value: FieldValue }) {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  return (
    <dl data-printed className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 py-0.5 text-13">
      <dt className="text-muted">{field.label}</dt>
      <dd className="break-words tabular-nums">{printedText(field.editor, value)}</dd>
    </dl>
  );
}

function printedText(editor: EditorKind, value: NonNullable<FieldValue>): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (editor === 'status') return statusLabel(String(value));
  return editor === 'date' ? formatDate(String(value)) : String(value);
}
