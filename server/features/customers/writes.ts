import type { TenantTransaction } from '../../platform/db/scope.ts';

export interface StoredSettings {
  name: string | null;
  foldedName: string | null;
  price: string | null;
  currency: string | null;
  returnDays: number | null;
}

/** Locks the settings. Inserts a row first, so that two concurrent first changes can't overwrite each other. */
export async function lockSettings(tx: TenantTransaction, number: string): Promise<StoredSettings> {
  await tx.query('INSERT INTO customers (organization_id, number) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    tx.organizationId,
    number,
  ]);
  const [row] = await tx.query<StoredSettings>(
    `SELECT name, folded_name AS "foldedName", price, currency, return_days AS "returnDays" FROM customers
     WHERE organization_id = $1 AND number = $2 FOR UPDATE`,
    [tx.organizationId, number],
  );
  if (row === undefined) throw new Error('The row of a customer was deleted while it was locked');
  return row;
}

/** The row must be locked. */
export async function writeSettings(
  tx: TenantTransaction,
  number: string,
  { name, foldedName, price, currency, returnDays }: StoredSettings,
): Promise<void> {
  await tx.query(
    `UPDATE customers SET name = $3, folded_name = $4, price = $5, currency = $6, return_days = $7
     WHERE organization_id = $1 AND number = $2`,
    [tx.organizationId, number, name, foldedName, price, currency, returnDays],
  );
}
