import { customFieldName, LEAD_FIELDS } from '#contract/lead-fields.ts';
import { EDITED_COLUMNS } from '../../lead/fields.ts';
import type { LeadRow } from '../../lead/rows/lead-row.ts';
import type { StoredLead } from '../../lead/rows/stored-lead.ts';
import { uniteTags } from '../../lead/values/normalise-text.ts';
import { HttpError } from '../../platform/errors.ts';

const OWN_RULE: ReadonlySet<string> = new Set(['number_valid', 'tags', 'custom_data']);
const MERGED_FIELDS = LEAD_FIELDS.filter((field) =>
  EDITED_COLUMNS.some((column) => column === field.column && !OWN_RULE.has(column)),
);

/**
 * Returns the lead that results from merging `other` into `keep`: empty fields are filled, fields named in `take` are
 * replaced where `other` has a value, and tags are united. A sold lead keeps its customer number; if only `other` is sold,
 * its sale carries over.
 * @throws HttpError invalid_input for a field that can't be taken
 */
export function mergedLead(keep: LeadRow, other: LeadRow, take: readonly string[]): LeadRow {
  checkTaken(take);
  const taken = new Set(take);
  const next: LeadRow = { ...keep };
  for (const { key, column } of MERGED_FIELDS) {
    const offered = other[column as keyof StoredLead];
    const wanted = keep[column as keyof StoredLead] === null || taken.has(key);
    if (offered !== null && wanted) Object.assign(next, { [column]: offered });
  }
  // The validity flag belongs to the phone and moves with it.
  if (next.phone !== keep.phone) next.number_valid = other.number_valid;
  // The customer number belongs to the sale.
  if (keep.is_sold) next.customer_number = keep.customer_number;
  else if (other.is_sold) {
    next.is_sold = true;
    next.customer_number = other.customer_number;
  }
  next.tags = uniteTags(keep.tags, other.tags);
  const own = Object.entries(keep.custom_data).filter(
    ([name]) => !(taken.has(`custom:${name}`) && name in other.custom_data),
  );
  next.custom_data = { ...other.custom_data, ...Object.fromEntries(own) };
  return next;
}

/** Returns the lead's name and identities, to identify it in the timeline after a merge. */
export function nameOfLead(lead: StoredLead): string {
  const name = [lead.first_name, lead.last_name].filter((part) => part !== null).join(' ');
  return [name, lead.email, lead.phone].filter((part) => part !== null && part !== '').join(', ');
}

function checkTaken(take: readonly string[]): void {
  const known = new Set<string>(MERGED_FIELDS.map((field) => field.key));
  const unknown = take.find((field) => !known.has(field) && customFieldName(field) === null);
  if (unknown === undefined) return;
  throw new HttpError('invalid_input', `${unknown.slice(0, 100)} is not a field that can be merged`, {
    field: 'take',
  });
}
