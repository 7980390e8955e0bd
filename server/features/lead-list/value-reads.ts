import { conditionFields } from '#contract/lead-conditions.ts';
import { customFieldName, FILTERED_FIELDS, LEAD_FIELDS } from '#contract/lead-fields.ts';
import { FIELD_VALUES_MAX } from '#contract/lead-values.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { statsOf } from '../../lead/stats/stat-reads.ts';
import type { StatDimension } from '../../lead/stats/stat-writes.ts';
import { loadLeadStatuses } from '../../lead/statuses/reads.ts';
import { countStatuses } from '../../lead/statuses/stat-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';

/** Newest leads whose values are suggested; reading more would take longer than typing. */
const RECENT_WINDOW_LEADS = 20_000;
/** Kinds of fields that hold texts. */
const TEXT_KINDS: readonly string[] = ['text', 'country', 'status', 'tags'];

/**
 * Returns the values that leads have in a field, the most frequent first.
 * @throws HttpError invalid_input for a field without texts
 */
export async function fieldValues(tx: TenantTransaction, field: string): Promise<string[]> {
  const fields = conditionFields(await loadCustomFields(tx));
  const known = fields.find((one) => one.field === field);
  if (known === undefined || !TEXT_KINDS.includes(known.kind)) {
    throw new HttpError('invalid_input', `There is no text field ${field.slice(0, 100)}`, { field: 'field' });
  }
  if (field === 'status') return offeredStatuses(tx);
  const dimension = dimensionOf(field);
  if (dimension !== null) {
    const values = (await statsOf(tx, dimension)).flatMap(({ value }) => value || []);
    return values.slice(0, FIELD_VALUES_MAX);
  }
  const custom = customFieldName(field);
  const column = LEAD_FIELDS.find(({ key }) => key === field)?.column;
  const rows = await tx.query<{ value: string }>(
    `SELECT value FROM (
       SELECT ${custom === null ? column : 'custom_data ->> $4'} AS value FROM leads
       WHERE organization_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT $2
     ) recent WHERE value <> '' GROUP BY value ORDER BY count(*) DESC, value LIMIT $3`,
    [tx.organizationId, RECENT_WINDOW_LEADS, FIELD_VALUES_MAX, ...(custom === null ? [] : [custom])],
  );
  return rows.map(({ value }) => value);
}

/** Returns the statuses that leads can be given, then others that leads have. */
async function offeredStatuses(tx: TenantTransaction): Promise<string[]> {
  const { offered } = await loadLeadStatuses(tx);
  const used = await countStatuses(tx);
  const names = new Set([...offered, ...used].map(({ name }) => name));
  return [...names].slice(0, FIELD_VALUES_MAX);
}

/** Returns the dimension that counts all values of a field, or null. */
function dimensionOf(field: string): StatDimension | null {
  if (field === 'tags') return 'tag';
  return FILTERED_FIELDS.find(({ key }) => key === field)?.key ?? null;
}
