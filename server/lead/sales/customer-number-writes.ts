import type { TenantTransaction } from '../../platform/db/scope.ts';
import { customerKey } from './customer-key.ts';

/** Returns the first spelling of the number, which this one becomes if there is none yet. */
export async function firstSpelling(tx: TenantTransaction, number: string): Promise<string> {
  await tx.query(
    'INSERT INTO customer_numbers (organization_id, key, number) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [tx.organizationId, customerKey(number), number],
  );
  // A merge waits for this sale, and this sale for a merge.
  const [known] = await tx.query<{ number: string }>(
    'SELECT number FROM customer_numbers WHERE organization_id = $1 AND key = $2 FOR SHARE',
    [tx.organizationId, customerKey(number)],
  );
  return known?.number ?? number;
}

/** Returns the spelling that leads were first sold to, or the given one. */
export async function knownSpelling(tx: TenantTransaction, number: string): Promise<string> {
  const [known] = await tx.query<{ number: string }>(
    'SELECT number FROM customer_numbers WHERE organization_id = $1 AND key = $2',
    [tx.organizationId, customerKey(number)],
  );
  return known?.number ?? number;
}

/** Returns the action of an operation; a sale gets the first spelling of its customer. */
export async function withFirstSpelling<A extends object>(tx: TenantTransaction, action: A): Promise<A> {
  const { customerNumber } = action as { customerNumber?: string };
  return customerNumber === undefined
    ? action
    : { ...action, customerNumber: await firstSpelling(tx, customerNumber) };
}

/** Returns false if the customer has a record. */
export async function insertCustomer(tx: TenantTransaction, number: string): Promise<boolean> {
  const added = await tx.query(
    'INSERT INTO customers (organization_id, number) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING number',
    [tx.organizationId, number],
  );
  return added.length > 0;
}
