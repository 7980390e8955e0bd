import type { TenantTransaction } from '../../platform/db/scope.ts';

/** A lead outside the trash, as far as lists and fixes of phones need it. */
export interface TargetLead {
  id: string;
  email: string | null;
  phone: string | null;
  numberValid: boolean;
  country: string | null;
  isSold: boolean;
  customerNumber: string | null;
}

/** @param lock locks in the order of all operations */
export async function readTargetLeads(
  tx: TenantTransaction,
  ids: readonly string[],
  lock: 'FOR UPDATE' | '' = '',
): Promise<Map<string, TargetLead>> {
  const rows = await tx.query<TargetLead>(
    `SELECT id, email, phone, number_valid AS "numberValid", country, is_sold AS "isSold", customer_number AS "customerNumber"
     FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND id = ANY($2::uuid[]) ORDER BY id DESC ${lock}`,
    [tx.organizationId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the leads outside the trash with these emails, by email. */
export async function idsOfEmails(
  tx: TenantTransaction,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; email: string }>(
    'SELECT id, email FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND email = ANY($2::text[])',
    [tx.organizationId, emails],
  );
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Returns first and last name, which may be empty, and email of leads. */
export async function namesOfLeads(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, { name: string; email: string | null }>> {
  const rows = await tx.query<{ id: string; name: string; email: string | null }>(
    `SELECT id, concat_ws(' ', first_name, last_name) AS name, email FROM leads
     WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
    [tx.organizationId, ids],
  );
  return new Map(rows.map(({ id, ...lead }) => [id, lead]));
}

/** Leads outside the trash with an invalid phone: the condition of the partial index on invalid phones. */
const INVALID = 'organization_id = $1 AND deleted_at IS NULL AND NOT number_valid AND phone IS NOT NULL';

/** A lead whose phone isn't valid. */
export interface InvalidPhone {
  id: string;
  phone: string;
  country: string | null;
}

/** Returns up to `limit` invalid phones after the lead `after`, ordered by id. */
export function invalidPhonesAfter(
  tx: TenantTransaction,
  after: string,
  limit: number,
): Promise<InvalidPhone[]> {
  return tx.query<InvalidPhone>(
    `SELECT id, phone, country FROM leads WHERE ${INVALID} AND id > $2 ORDER BY id LIMIT $3`,
    [tx.organizationId, after, limit],
  );
}

/** All invalid phones of a country. */
export interface CountryPhones {
  country: string | null;
  phones: string[];
}

/**
 * Returns the invalid phones of every country, aggregated into one value per country: transferring 100,000 rows takes
 * longer than finding them.
 */
export function invalidPhonesByCountry(tx: TenantTransaction): Promise<CountryPhones[]> {
  return tx.query<CountryPhones>(
    `SELECT country, json_agg(phone) AS phones FROM leads WHERE ${INVALID} GROUP BY country`,
    [tx.organizationId],
  );
}
