import type { TenantTransaction } from '../../platform/db/scope.ts';

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

/** Returns those of the given leads that have an invalid phone, ordered by id. */
export function invalidPhonesOf(tx: TenantTransaction, ids: readonly string[]): Promise<InvalidPhone[]> {
  return tx.query<InvalidPhone>(
    `SELECT id, phone, country FROM leads WHERE ${INVALID} AND id = ANY($2::uuid[]) ORDER BY id`,
    [tx.organizationId, ids],
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

/** Returns the ids of the leads outside the trash that own these numbers, by number. */
export async function phoneOwners(
  tx: TenantTransaction,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; phone: string }>(
    `SELECT id, phone FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone = ANY($2::text[])`,
    [tx.organizationId, numbers],
  );
  return new Map(rows.map(({ id, phone }) => [phone, id]));
}

/** Returns display names by lead id: first and last name, else the email, else ''. */
export async function displayNames(
  tx: TenantTransaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email, '') AS name FROM leads
     WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
    [tx.organizationId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
