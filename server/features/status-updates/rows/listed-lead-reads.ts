import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { CountedLead } from '../../../lead/stats/stat-writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

/** A lead as lists need it, with what it is counted by. */
export interface ListedLead extends CountedLead {
  phone: string | null;
  country: string | null;
  id: string;
  email: string | null;
  customerNumber: string | null;
  version: number;
}

const LISTED = `id, email, phone, number_valid AS "numberValid", is_sold AS "isSold",
  customer_number AS "customerNumber", hlr, whatsapp, tags, version,
  ${FILTERED_FIELDS.map(({ column, key }) => `${column} AS "${key}"`).join(', ')}`;

/** The leads of these ids outside the bin, locked in the order of other work on many leads; by id. */
export async function lockListed(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, ListedLead>> {
  return byId(
    await tx.query<ListedLead>(
      `SELECT ${LISTED} FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND id = ANY($2::uuid[])
       ORDER BY id DESC FOR UPDATE`,
      [tx.organizationId, ids],
    ),
  );
}

/** The same without locking them, for work that changes nothing. */
export async function readListed(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, ListedLead>> {
  return byId(
    await tx.query<ListedLead>(
      `SELECT ${LISTED} FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND id = ANY($2::uuid[])`,
      [tx.organizationId, ids],
    ),
  );
}

/** The leads outside the bin with these e-mails, their ids by e-mail. */
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

/** Of these leads, those that the operation changed before. */
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

function byId(rows: readonly ListedLead[]): Map<string, ListedLead> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** First and last name of each of these leads, '' where they have none; by id. */
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
