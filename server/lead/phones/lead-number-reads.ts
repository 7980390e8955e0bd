import type { TenantTransaction } from '../../platform/db/scope.ts';

/** A lead with its phone. */
export interface PhoneHolder {
  id: string;
  phone: string;
  country: string | null;
}

/** Returns the countries of the organization's leads outside the trash, as stored. */
export async function leadCountryNames(tx: TenantTransaction): Promise<string[]> {
  const rows = await tx.query<{ value: string }>(
    `SELECT value FROM lead_stats WHERE organization_id = $1 AND dimension = 'country' AND value <> ''
     GROUP BY value HAVING sum(total) > 0`,
    [tx.organizationId],
  );
  return rows.map(({ value }) => value);
}

/** Outside the trash, by valid phone in E.164. */
export async function holdersOfPhones(
  tx: TenantTransaction,
  phones: readonly string[],
): Promise<Map<string, PhoneHolder>> {
  if (phones.length === 0) return new Map();
  const rows = await tx.query<PhoneHolder>(
    `SELECT id, phone, country FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND number_valid AND phone = ANY($2::text[])`,
    [tx.organizationId, phones],
  );
  return new Map(rows.map((row) => [row.phone, row]));
}

/** Outside the trash, by the digits of invalid phones. */
export async function holdersOfDigits(
  tx: TenantTransaction,
  digits: readonly string[],
): Promise<Map<string, PhoneHolder[]>> {
  if (digits.length === 0) return new Map();
  const rows = await tx.query<PhoneHolder & { digits: string }>(
    String.raw`SELECT id, phone, country, regexp_replace(phone, '\D', '', 'g') AS digits FROM leads
     WHERE organization_id = $1 AND deleted_at IS NULL AND NOT number_valid AND phone IS NOT NULL
       AND regexp_replace(phone, '\D', '', 'g') = ANY($2::text[])`,
    [tx.organizationId, digits],
  );
  return Map.groupBy(rows, (row) => row.digits);
}
