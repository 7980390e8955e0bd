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
