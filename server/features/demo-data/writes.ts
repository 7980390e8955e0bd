import { SAMPLE_NAME } from '#contract/demo-data.ts';
import { importPlan } from '#contract/imports.ts';
import { countChanges } from '../../lead/change/count-changes.ts';
import { countedRow } from '../../lead/rows/lead-row.ts';
import type { StoredLead } from '../../lead/rows/stored-lead.ts';
import { firstSpelling } from '../../lead/sales/customer-number-writes.ts';
import { countedOfChanged, countsOfChanged } from '../../lead/stats/stat-set-writes.ts';
import {
  changeLeads,
  deleteLeads,
  encodeStaged,
  insertNewLeads,
  STAGED_COLUMNS,
  STAGING_TABLE,
  stageLeads,
  takeTransactionId,
} from '../../lead/store/store.ts';
import { admitLeads, contactOf } from '../../lead/suppression/admission.ts';
import { isHit, NO_HIT } from '../../lead/suppression/suppression-reads.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import type { Actor } from '../../platform/audit/writes.ts';
import { INSERTED } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { SAMPLE_CUSTOMERS, type SampleCustomer } from './sample-leads.ts';

/** Not a UUIDv7, so no real upload has this id; a file name could collide. */
const SAMPLE_UPLOAD = '5a3b1eda-7a00-4000-8000-000000000000';

export async function findSampleImport(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    'SELECT id FROM imports WHERE organization_id = $1 AND upload_id = $2',
    [tx.organizationId, SAMPLE_UPLOAD],
  );
  return row?.id ?? null;
}

/** Includes the trash; null without sample data. */
export async function countSampleLeads(tx: TenantTransaction): Promise<number | null> {
  const importId = await findSampleImport(tx);
  if (importId === null) return null;
  const [row] = await tx.query<{ leads: number }>(
    'SELECT count(*)::int AS leads FROM leads WHERE organization_id = $1 AND import_id = $2',
    [tx.organizationId, importId],
  );
  return row?.leads ?? 0;
}

/** Locks an import's leads and returns their ids. */
export async function lockLeadsOf(tx: TenantTransaction, importId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM leads WHERE organization_id = $1 AND import_id = $2 ORDER BY id FOR UPDATE',
    [tx.organizationId, importId],
  );
  return rows.map(({ id }) => id);
}

export interface DatedLead {
  lead: StoredLead;
  createdAt: Date;
}

export interface SampleSale {
  leadId: string;
  /** Index in `SAMPLE_CUSTOMERS`. */
  customer: number;
  soldAt: Date;
}

const CHECKS = ['hlr', 'whatsapp'] as const;
const COLUMNS = [
  ...['organization_id', 'import_id', 'created_at'],
  ...CHECKS.flatMap((check) => [`${check}_checked_at`, `${check}_source`]),
  ...STAGED_COLUMNS,
];
const CHECKED = CHECKS.map(
  (check) =>
    `CASE WHEN ${check} IS NOT NULL THEN now() END, CASE WHEN ${check} IS NOT NULL THEN 'import' END`,
);

/** Inserts and counts leads with free identities that are on no suppression list. Returns their ids. */
export async function insertSampleLeads(
  tx: TenantTransaction,
  importId: string,
  leads: readonly DatedLead[],
): Promise<ReadonlySet<string>> {
  const { hits, admission } = await admitLeads(
    tx,
    leads.map(({ lead }) => contactOf(lead)),
  );
  const admitted = leads.filter((_, at) => !isHit(hits[at] ?? NO_HIT));
  await takeTransactionId(tx);
  await stageLeads(tx.client, encodeStaged(admitted.map(({ lead }) => lead)));
  const made = await insertNewLeads<{ id: string }>(
    tx,
    {
      admission,
      columns: COLUMNS,
      source: `SELECT $1::uuid, $2::uuid, ($3::timestamptz[])[ordinal + 1], ${CHECKED.join(', ')}, ${STAGED_COLUMNS.join(', ')}
        FROM ${STAGING_TABLE} ORDER BY ordinal`,
      values: [tx.organizationId, importId, admitted.map(({ createdAt }) => createdAt)],
    },
    'SELECT id FROM made',
  );
  const ids = new Set(made.map(({ id }) => id));
  const listed = admitted.filter(({ lead }) => ids.has(lead.id));
  await countChanges(
    tx,
    listed.map(({ lead, createdAt }) => ({ listed: countedRow(lead), createdAt })),
  );
  return ids;
}

export async function insertSampleImport(
  tx: TenantTransaction,
  { id, rows, leads, invalidPhones, actor }: SampleImport,
): Promise<void> {
  const plan = importPlan.parse({ fieldMapping: {} });
  const inOrder = leads.toSorted();
  await tx.query(
    `INSERT INTO imports (organization_id, id, filename, status, total_rows, imported, duplicates, processed, invalid_phones,
       duration, field_mapping, plan, upload_id, columns, created_by, created_by_name, finished_at, first_lead, last_lead)
     VALUES ($1, $2, $3, 'completed', $4::int, $5::int, $4::int - $5::int, $4::int, $6, '1s', '{}', $7, $8, '[]', $9, $10, now(), $11, $12)`,
    [
      ...[tx.organizationId, id, SAMPLE_NAME, rows, leads.length, invalidPhones, JSON.stringify(plan)],
      ...[SAMPLE_UPLOAD, actor.id, actor.username, inOrder[0] ?? null, inOrder.at(-1) ?? null],
    ],
  );
}

interface SampleImport {
  id: string;
  /** `rows`: planned leads; `leads`: ids of inserted leads. */
  rows: number;
  leads: readonly string[];
  invalidPhones: number;
  actor: Actor & { id: string };
}

const SOLD = ['is_sold = true', 'customer_number = p.customer'];
const TRASHED = ['deleted_at = now()'];

/** Adds the sample customers and sells them leads inserted by this transaction. */
export async function insertSampleSales(
  tx: TenantTransaction,
  sales: readonly SampleSale[],
  actor: Actor,
): Promise<void> {
  const customers: SampleCustomer[] = [];
  for (const one of SAMPLE_CUSTOMERS) customers.push({ ...one, number: await firstSpelling(tx, one.number) });
  await tx.query(
    `INSERT INTO customers (organization_id, number, name, folded_name, price, currency, return_days)
     SELECT $1, c.* FROM unnest($2::text[], $3::text[], $4::text[], $5::numeric[], $6::text[], $7::int[]) AS c
     ON CONFLICT DO NOTHING`,
    [
      tx.organizationId,
      ...customers
        .map(({ number, name, price, currency, returnDays }) => [
          ...[number, name, foldText(name), price, currency],
          returnDays,
        ])
        .reduce<unknown[][]>((columns, row) => row.map((value, at) => [...(columns[at] ?? []), value]), []),
    ],
  );
  const sold = sales.map((sale) => ({
    ...sale,
    ...(customers[sale.customer] ?? (customers[0] as SampleCustomer)),
  }));
  await changeLeads(
    tx,
    {
      source: `SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::numeric[], $6::text[], $7::timestamptz[])
        AS p (id, event_id, customer, price, currency, sold_at)`,
      set: SOLD,
      returning: [
        ...[
          'p.event_id',
          'p.customer',
          'p.price',
          'p.currency',
          'p.sold_at',
          'left(l.source, 200) AS sold_source',
        ],
        countedOfChanged(SOLD),
      ],
      also: [
        `recorded AS (
          INSERT INTO lead_events (organization_id, lead_id, id, kind, changes, actor_id, actor_name, version, created_at)
          SELECT $1, id, event_id, 'sold',
            jsonb_build_object('is_sold', jsonb_build_array(false, true), 'customer_number', jsonb_build_array(null, customer)),
            $8::uuid, $9, version, sold_at FROM changed ${INSERTED}
        )`,
        `sales AS (
          INSERT INTO lead_sales
            (organization_id, lead_id, id, customer_number, sold_by, sold_by_name, price, currency, source, sold_at)
          SELECT $1, id, event_id, customer, $8::uuid, $9, price, currency, sold_source, sold_at FROM changed ${INSERTED}
        )`,
      ],
      result: countsOfChanged('$10', SOLD),
    },
    [
      tx.organizationId,
      sold.map(({ leadId }) => leadId),
      sold.map(() => newId()),
      sold.map(({ number }) => number),
      sold.map(({ price }) => price),
      sold.map(({ currency }) => currency),
      sold.map(({ soldAt }) => soldAt),
      ...[actor.id, actor.username, newId()],
    ],
  );
}

/** Deletes leads locked by this transaction, with everything that belongs to them. */
export async function deleteSample(
  tx: TenantTransaction,
  importId: string,
  leads: readonly string[],
): Promise<void> {
  await changeLeads(
    tx,
    {
      source: 'SELECT unnest($2::uuid[]) AS id',
      set: TRASHED,
      when: 'b.deleted_at IS NULL',
      returning: [countedOfChanged(TRASHED)],
      result: countsOfChanged('$3', TRASHED),
    },
    [tx.organizationId, leads, newId()],
  );
  await deleteLeads(tx, leads);
  const deletions = [
    'DELETE FROM lead_sales WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[])',
    'DELETE FROM dismissed_duplicates WHERE organization_id = $1 AND (a = ANY ($2::uuid[]) OR b = ANY ($2::uuid[]))',
    'DELETE FROM duplicate_pairs WHERE organization_id = $1 AND (a = ANY ($2::uuid[]) OR b = ANY ($2::uuid[]))',
  ];
  for (const deletion of deletions) await tx.query(deletion, [tx.organizationId, leads]);
  await tx.query('DELETE FROM imports WHERE organization_id = $1 AND id = $2', [tx.organizationId, importId]);
  // Keeps customers with other sales: they are the user's own.
  const isUnused = `number = ANY ($2)
     AND NOT EXISTS (SELECT FROM lead_sales s WHERE s.organization_id = $1 AND s.customer_number = number)`;
  const numbers = [tx.organizationId, SAMPLE_CUSTOMERS.map(({ number }) => number)];
  await tx.query(`DELETE FROM customers WHERE organization_id = $1 AND ${isUnused}`, numbers);
  await tx.query(`DELETE FROM customer_numbers WHERE organization_id = $1 AND ${isUnused}`, numbers);
}
