import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { CountedLead } from '../../../lead/stats/stat-writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

export interface TargetLead extends CountedLead {
  phone: string | null;
  country: string | null;
  id: string;
  email: string | null;
  customerNumber: string | null;
  version: number;
}

const TARGET_COLUMNS = `id, email, phone, number_valid AS "numberValid", is_sold AS "isSold",
  customer_number AS "customerNumber", hlr, whatsapp, tags, version,
  ${FILTERED_FIELDS.map(({ column, key }) => `${column} AS "${key}"`).join(', ')}`;

/** Outside the trash, in the order that other bulk work locks in. */
export async function lockTargetLeads(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, TargetLead>> {
  return byId(
    await tx.query<TargetLead>(
      `SELECT ${TARGET_COLUMNS} FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND id = ANY($2::uuid[])
       ORDER BY id DESC FOR UPDATE`,
      [tx.organizationId, ids],
    ),
  );
}

/** Outside the trash, without a lock. */
export async function readTargetLeads(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, TargetLead>> {
  return byId(
    await tx.query<TargetLead>(
      `SELECT ${TARGET_COLUMNS} FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND id = ANY($2::uuid[])`,
      [tx.organizationId, ids],
    ),
  );
}

/** Outside the trash, by email. */
export async function idsOfEmails(
  tx: TenantTransaction,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; email: string }>(
    `SELECT id, email FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND email = ANY($2::text[])`,
    [tx.organizationId, emails],
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Returns those of the given leads that the operation has already changed. */
export async function changedBefore(
  tx: TenantTransaction,
  operationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `SELECT lead_id AS id FROM lead_events
     WHERE organization_id = $1 AND operation_id = $2 AND lead_id = ANY($3::uuid[])`,
    [tx.organizationId, operationId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

function byId(rows: readonly TargetLead[]): Map<string, TargetLead> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** '' for leads without a name. */
export async function namesOfLeads(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT id, concat_ws(' ', first_name, last_name) AS name FROM leads
     WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
    [tx.organizationId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
