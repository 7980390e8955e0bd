import type { Customer } from '#contract/customers.ts';
import { insertCustomer } from '../../lead/sales/customer-number-writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';

export type SettingsWrite = Pick<
  Customer,
  'name' | 'contact' | 'email' | 'phone' | 'notes' | 'price' | 'currency' | 'returnDays' | 'columnSetId'
>;

/** Locks the settings. Inserts a row first, so that two concurrent first changes can't overwrite each other. */
export async function lockSettings(tx: TenantTransaction, number: string): Promise<SettingsWrite> {
  await insertCustomer(tx, number);
  const [row] = await tx.query<SettingsWrite>(
    `SELECT name, contact, email, phone, notes, price, currency, return_days AS "returnDays",
       column_set_id AS "columnSetId"
     FROM customers
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
  set: SettingsWrite & { foldedName: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE customers SET name = $3, folded_name = $4, price = $5, currency = $6, return_days = $7, contact = $8,
       email = $9, phone = $10, notes = $11, column_set_id = $12
     WHERE organization_id = $1 AND number = $2`,
    [
      ...[tx.organizationId, number, set.name, set.foldedName, set.price, set.currency, set.returnDays],
      ...[set.contact, set.email, set.phone, set.notes, set.columnSetId],
    ],
  );
}

/** Gives missing settings and the notes to a customer with a record, and removes the record. */
export async function mergeSettings(tx: TenantTransaction, number: string, into: string): Promise<void> {
  const numbers = [tx.organizationId, number, into];
  await tx.query(
    `UPDATE customers k SET name = coalesce(k.name, o.name), folded_name = coalesce(k.folded_name, o.folded_name),
       contact = coalesce(k.contact, o.contact), email = coalesce(k.email, o.email),
       phone = coalesce(k.phone, o.phone), notes = coalesce(k.notes || E'\\n' || o.notes, k.notes, o.notes),
       price = coalesce(k.price, o.price), currency = coalesce(k.currency, o.currency),
       return_days = coalesce(k.return_days, o.return_days), column_set_id = coalesce(k.column_set_id, o.column_set_id)
     FROM customers o
     WHERE k.organization_id = $1 AND k.number = $3 AND o.organization_id = $1 AND o.number = $2`,
    numbers,
  );
  await tx.query('DELETE FROM customers WHERE organization_id = $1 AND number = $2', numbers.slice(0, 2));
}
