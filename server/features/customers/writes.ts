import type { TenantTransaction } from '../../platform/db/scope.ts';

/** Settings of a customer; null for what isn't set. */
export interface StoredSettings {
  name: string | null;
  /** Folded form of the name. */
  foldedName: string | null;
  price: string | null;
  currency: string | null;
  returnDays: number | null;
}

/** Locks and returns the settings of a customer; null when there are none. */
export async function lockSettings(tx: TenantTransaction, number: string): Promise<StoredSettings | null> {
  const [row] = await tx.query<StoredSettings & { name: string | null }>(
    `SELECT name, folded_name AS "foldedName", price, currency, return_days AS "returnDays" FROM customers
     WHERE organization_id = $1 AND number = $2 FOR UPDATE`,
    [tx.organizationId, number],
  );
  return row ?? null;
}

/** Sets the settings of a customer. */
export async function writeSettings(
  tx: TenantTransaction,
  number: string,
  { name, foldedName, price, currency, returnDays }: StoredSettings,
): Promise<void> {
  await tx.query(
    `INSERT INTO customers (organization_id, number, name, folded_name, price, currency, return_days)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (organization_id, number) DO UPDATE SET name = excluded.name, folded_name = excluded.folded_name,
       price = excluded.price, currency = excluded.currency, return_days = excluded.return_days`,
    [tx.organizationId, number, name, foldedName, price, currency, returnDays],
  );
}
