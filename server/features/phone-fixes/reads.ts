import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Leads outside the bin that have a phone and an invalid one: what the partial index of invalid phones holds. */
const INVALID = 'organization_id = $1 AND deleted_at IS NULL AND NOT number_valid AND phone IS NOT NULL';

/** A lead whose phone is not valid. */
export interface InvalidPhone {
  id: string;
  phone: string;
  country: string | null;
}

/** The next invalid phones after the lead `after`, by id, at most so many. */
export function invalidPhonesAfter(
  tx: TenantTransaction,
  after: string,
  limit: number,
): Promise<InvalidPhone[]> {
  return tx.query<InvalidPhone & { id: string }>(
    `SELECT id, phone, country FROM leads WHERE ${INVALID} AND id > $2 ORDER BY id LIMIT $3`,
    [tx.organizationId, after, limit],
  );
}

/** Which of these leads have an invalid phone, by id. */
export function invalidPhonesOf(tx: TenantTransaction, ids: readonly string[]): Promise<InvalidPhone[]> {
  return tx.query<InvalidPhone & { id: string }>(
    `SELECT id, phone, country FROM leads WHERE ${INVALID} AND id = ANY($2::uuid[]) ORDER BY id`,
    [tx.organizationId, ids],
  );
}

/** All invalid phones of a country. */
export interface CountryPhones {
  country: string | null;
  phones: string[];
}

/** The invalid phones of every country, as one value a country: 100,000 rows take longer to come than to be found. */
export function invalidPhonesByCountry(tx: TenantTransaction): Promise<CountryPhones[]> {
  return tx.query<CountryPhones & { country: string | null }>(
    `SELECT country, json_agg(phone) AS phones FROM leads WHERE ${INVALID} GROUP BY country`,
    [tx.organizationId],
  );
}

/** The leads outside the bin that have these numbers, by number. */
export async function holdersOf(
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

/** What leads are called: first and last name, or else the e-mail; '' without either. */
export async function namesOf(tx: TenantTransaction, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email, '') AS name FROM leads
     WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
    [tx.organizationId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
