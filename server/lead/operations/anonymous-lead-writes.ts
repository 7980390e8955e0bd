import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import { lookUpById, lookUpTogether } from '../../platform/db/planner.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { EDITED_COLUMNS } from '../fields.ts';
import { ANONYMOUS_PHONE, KEPT_ANONYMOUS } from '../rows/anonymous-lead.ts';
import { countedOfChanged, countsOfChanged } from '../stats/stat-set-writes.ts';
import { changeLeads } from '../store/store.ts';

/**
 * Returns locked leads of the batch that are to go.
 * @param operation moved them to the bin: a lead that left it since has another time there, or none
 */
export function leadsToRemove(
  tx: TenantTransaction,
  ids: readonly string[],
  operation: string | null,
): Promise<{ id: string; isSold: boolean }[]> {
  if (operation === null) {
    return tx.query(
      'SELECT id, is_sold AS "isSold" FROM leads WHERE organization_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id DESC',
      [tx.organizationId, ids],
    );
  }
  return lookUpTogether(tx, () =>
    tx.query(
      `SELECT l.id, l.is_sold AS "isSold" FROM leads l JOIN lead_events e ON e.organization_id = $1 AND e.lead_id = l.id
       WHERE l.organization_id = $1 AND l.id = ANY ($2::uuid[])
         AND e.operation_id = $3 AND e.lead_id = ANY ($2::uuid[]) AND l.deleted_at = e.created_at
       ORDER BY l.id DESC`,
      [tx.organizationId, ids, operation],
    ),
  );
}

/** A kept text that names the person goes too. */
function names(text: string): string {
  const parts = ['l.email', 'lower(l.phone)', "lower(l.first_name || ' ' || l.last_name)"];
  return parts.map((part) => `coalesce(strpos(lower(${text}), ${part}) > 0, false)`).join(' OR ');
}

/** Columns whose folded texts an anonymous lead keeps. */
const FOLDED = ['currency', 'hlr', 'whatsapp', 'customer_number'];

const SET = [
  ...EDITED_COLUMNS.filter(
    (column) => !KEPT_ANONYMOUS.has(column) && !['phone', 'number_valid', 'custom_data'].includes(column),
  ).map((column) => `${column} = NULL`),
  `phone = '${ANONYMOUS_PHONE}'`,
  'number_valid = false',
  "custom_data = '{}'",
  'searched_notes = NULL',
  'consent = NULL',
  'deleted_at = NULL',
  ...['source', 'brand'].map(
    (column) => `${column} = CASE WHEN ${names(`l.${column}`)} THEN NULL ELSE l.${column} END`,
  ),
  `tags = ARRAY(SELECT tag FROM unnest(l.tags) WITH ORDINALITY AS t (tag, place) WHERE NOT (${names('tag')}) ORDER BY place)`,
  `folded = (SELECT jsonb_build_object('fields', jsonb_object_agg(key, value)) FROM jsonb_each(l.folded -> 'fields')
    WHERE key IN ('${FOLDED.join("', '")}') HAVING count(*) > 0)`,
];

/** Takes everything from leads that names somebody, and lists them again if they were in the bin. Amounts, dates and sales stay. */
export async function anonymiseLeads(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  await tx.query(
    'DELETE FROM lead_merges WHERE organization_id = $1 AND (kept_id = ANY ($2::uuid[]) OR merged_id = ANY ($2::uuid[]))',
    [tx.organizationId, ids],
  );
  await changeLeads(
    tx,
    {
      source: 'SELECT unnest($2::uuid[]) AS id',
      set: SET,
      returning: [countedOfChanged(SET)],
      also: [`counted AS (${countsOfChanged('$3', SET)})`],
    },
    [tx.organizationId, ids, newId()],
  );
}

const GONE = ['deleted_at = now()'];

/** Takes leads outside the bin, which the transaction is about to delete, from the counts. */
export async function countRemoved(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  const columns = [
    ...FILTERED_FIELDS.map(({ column }) => column),
    ...['phone', 'number_valid', 'hlr_class', 'whatsapp_class', 'created_at', 'is_sold', 'tags'],
  ];
  const counted = `WITH changed AS (
       SELECT b.id, ${countedOfChanged(GONE)}
       FROM leads b CROSS JOIN LATERAL (
         SELECT ${columns.map((column) => `b.${column}`).join(', ')}, now() AS deleted_at
       ) l
       WHERE b.organization_id = $1 AND b.id = ANY ($2::uuid[]) AND b.deleted_at IS NULL
     )
     ${countsOfChanged('$3', GONE)}`;
  await lookUpById(tx, () => tx.query(counted, [tx.organizationId, ids, newId()]));
}
