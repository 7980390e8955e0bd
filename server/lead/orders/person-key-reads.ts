import type { TenantTransaction } from '../../platform/db/scope.ts';
import { asciiEmail, type Contact, keysOf } from '../suppression/keys.ts';
import { suppressionSecret } from '../suppression/secret-writes.ts';

/** Keyed hashes of a person's email and valid phone, by which sales know them. */
export interface PersonKeys {
  email: string | null;
  phone: string | null;
}

/** Returns the keys of people, in order. */
export async function personKeys(tx: TenantTransaction, contacts: readonly Contact[]): Promise<PersonKeys[]> {
  if (contacts.length === 0) return [];
  const secret = await suppressionSecret(tx);
  const emails = keysOf(
    secret,
    'sold-email',
    contacts.map(({ email }) => asciiEmail(email ?? '')),
  );
  const phones = keysOf(
    secret,
    'sold-phone',
    contacts.map(({ phone }) => phone ?? ''),
  );
  return contacts.map(({ email, phone }, at) => ({
    email: email === null ? null : (emails[at] ?? null),
    phone: phone === null ? null : (phones[at] ?? null),
  }));
}

/** Returns the keys of stored leads, in the order of their ids. */
export async function keysOfLeads(tx: TenantTransaction, ids: readonly string[]): Promise<PersonKeys[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<Contact & { id: string }>(
    `SELECT id, email, CASE WHEN number_valid THEN phone END AS phone FROM leads
     WHERE organization_id = $1 AND id = ANY ($2::uuid[])`,
    [tx.organizationId, ids],
  );
  const contacts = new Map(rows.map((row) => [row.id, row]));
  return personKeys(
    tx,
    ids.map((id) => contacts.get(id) ?? { email: null, phone: null }),
  );
}

/** When a customer last bought a person, by key and customer number. */
export type Bought = ReadonlyMap<string, Date>;

/** Returns the key of `Bought`. */
export function boughtKey(key: string, customer: string): string {
  return `${key} ${customer}`;
}

/** Returns the last sales of people to customers, returned ones too, also of leads that are gone. */
export async function lastSales(
  tx: TenantTransaction,
  keys: readonly PersonKeys[],
  customers: readonly string[],
): Promise<Bought> {
  if (customers.length === 0 || keys.length === 0) return new Map();
  const rows = await tx.query<{ key: string; customer: string; at: Date }>(
    `SELECT key, customer, max(sold_at) AS at FROM (
       SELECT email_key AS key, customer_number AS customer, sold_at FROM lead_sales
       WHERE organization_id = $1 AND email_key = ANY ($2::uuid[]) AND counted
       UNION ALL
       SELECT phone_key, customer_number, sold_at FROM lead_sales
       WHERE organization_id = $1 AND phone_key = ANY ($3::uuid[]) AND counted
     ) s WHERE customer = ANY ($4::text[]) GROUP BY 1, 2`,
    [
      tx.organizationId,
      keys.flatMap(({ email }) => email ?? []),
      keys.flatMap(({ phone }) => phone ?? []),
      customers,
    ],
  );
  return new Map(rows.map(({ key, customer, at }) => [boughtKey(key.replaceAll('-', ''), customer), at]));
}
