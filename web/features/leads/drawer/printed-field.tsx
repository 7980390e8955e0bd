import { formatDate } from '../../../lib/format.ts';
import { statusLabel } from '../../../lib/lead-statuses.ts';
import type { EditableField, EditorKind, FieldValue } from '../fields/editable-fields.ts';

/** Field as text for paper; omitted if empty. */
export function PrintedField({ field, value }: { field: EditableField; value: FieldValue }) {
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
