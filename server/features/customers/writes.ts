import type { Customer } from '#contract/customers.ts';
import { insertCustomer } from '../../lead/sales/customer-number-writes.ts';
import { changeLeads } from '../../lead/store/store.ts';
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

const BATCH_LEADS = 2_000;

/** Returns whether a bulk sale to the customer, or its undo, is running. */
export async function isSelling(tx: TenantTransaction, number: string): Promise<boolean> {
  const running = await tx.query(
    `SELECT FROM bulk_operations o
     WHERE organization_id = $1 AND status = 'processing' AND (action ->> 'customerNumber' = $2 OR undoes IN (
       SELECT id FROM bulk_operations WHERE organization_id = $1 AND action ->> 'customerNumber' = $2))
     LIMIT 1`,
    [tx.organizationId, number],
  );
  return running.length > 0;
}

/** Makes every spelling of a number mean another customer; later sales wait for the end of the transaction. */
export async function redirectNumber(tx: TenantTransaction, number: string, into: string): Promise<void> {
  await tx.query('UPDATE customer_numbers SET number = $3 WHERE organization_id = $1 AND number = $2', [
    tx.organizationId,
    number,
    into,
  ]);
}

/** Gives the suppression lists of a customer to another. */
export async function moveLists(tx: TenantTransaction, number: string, into: string): Promise<void> {
  await tx.query(
    'UPDATE suppression_lists SET customer_number = $3 WHERE organization_id = $1 AND customer_number = $2',
    [tx.organizationId, number, into],
  );
}

/** Gives the orders of a customer, and their deliveries, to another. */
export async function moveOrders(tx: TenantTransaction, number: string, into: string): Promise<void> {
  const values = [tx.organizationId, number, into];
  await tx.query(
    'UPDATE orders SET customer_number = $3 WHERE organization_id = $1 AND customer_number = $2',
    values,
  );
  await tx.query(
    'UPDATE deliveries SET customer_number = $3 WHERE organization_id = $1 AND customer_number = $2',
    values,
  );
}

/** Gives sales and leads to another customer; the history keeps the number. The leads must be locked. */
export async function moveSales(tx: TenantTransaction, number: string, into: string): Promise<void> {
  const held = await tx.query<{ id: string }>(
    `SELECT lead_id AS id FROM lead_sales WHERE organization_id = $1 AND customer_number = $2
     UNION SELECT id FROM leads WHERE organization_id = $1 AND customer_number = $2`,
    [tx.organizationId, number],
  );
  for (let at = 0; at < held.length; at += BATCH_LEADS) {
    const ids = held.slice(at, at + BATCH_LEADS).map(({ id }) => id);
    const values = [tx.organizationId, ids, number, into];
    await tx.query(
      `UPDATE lead_sales SET customer_number = $4
       WHERE organization_id = $1 AND lead_id = ANY ($2::uuid[]) AND customer_number = $3`,
      values,
    );
    await changeLeads(
      tx,
      {
        source: 'SELECT unnest($2::uuid[]) AS id',
        set: ['customer_number = $4'],
        when: 'b.customer_number = $3',
        keepsVersion: true,
      },
      values,
    );
  }
  await tx.query(
    `UPDATE bulk_operations SET action = jsonb_set(action, '{customerNumber}', to_jsonb($3::text))
     WHERE organization_id = $1 AND action ->> 'customerNumber' = $2`,
    [tx.organizationId, number, into],
  );
}
