import { STORED_COLUMNS } from '../fields.ts';
import type { ColumnChanges } from './lead-row.ts';
import type { StoredLead } from './stored-lead.ts';

/** Columns that an undo restores to their old value directly. */
const PLAIN: ReadonlySet<string> = new Set([
  ...STORED_COLUMNS.filter((column) => column !== 'id' && column !== 'custom_data'),
  'hlr_checked_at',
  'hlr_source',
  'whatsapp_checked_at',
  'whatsapp_source',
]);

/**
 * Returns the lead as it was before a change: restores the changed columns, and within the custom data the changed
 * fields. A custom field deleted since (not in `fields`) stays empty.
 */
export function restoredLead(
  lead: StoredLead,
  { changes }: { changes: ColumnChanges },
  fields: ReadonlySet<string>,
): StoredLead {
  const before: Record<string, unknown> = {};
  for (const [column, [held]] of Object.entries(changes)) if (PLAIN.has(column)) before[column] = held;
  const custom = changes['custom_data'];
  return {
    ...lead,
    ...before,
    ...(custom !== undefined && {
      custom_data: restoredData(lead.custom_data, dataOf(custom[0]), dataOf(custom[1]), fields),
    }),
  };
}

type CustomData = StoredLead['custom_data'];

function restoredData(
  now: CustomData,
  before: CustomData,
  after: CustomData,
  fields: ReadonlySet<string>,
): CustomData {
  const data = { ...now };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const held = before[name];
    if (held === after[name]) continue;
    delete data[name];
    if (held !== undefined && fields.has(name)) data[name] = held;
  }
  return data;
}

/** Returns the custom data of an event. Events are written from leads, so an object is custom data. */
function dataOf(value: unknown): CustomData {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
