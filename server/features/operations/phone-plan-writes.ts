import type { TenantTransaction } from '../../platform/db/scope.ts';

interface PlannedPhone {
  id: string;
  phone: string;
}

/** Dropped at the end of the transaction. */
export async function beginPhonePlan(tx: TenantTransaction): Promise<void> {
  await tx.query('CREATE TEMP TABLE phone_plan (id uuid PRIMARY KEY, phone text NOT NULL) ON COMMIT DROP');
  await tx.query('CREATE INDEX ON phone_plan (phone)');
}

/** Adds planned phones, at most one for each lead. */
export async function planPhones(tx: TenantTransaction, planned: readonly PlannedPhone[]): Promise<void> {
  await tx.query('INSERT INTO phone_plan SELECT * FROM unnest($1::uuid[], $2::text[])', [
    planned.map(({ id }) => id),
    planned.map(({ phone }) => phone),
  ]);
}

export function plannedPhones(
  tx: TenantTransaction,
  ids: readonly string[],
  phones: readonly string[] = [],
): Promise<PlannedPhone[]> {
  return tx.query<PlannedPhone>(
    `SELECT id, phone FROM phone_plan WHERE id = ANY($1::uuid[])
     UNION SELECT id, phone FROM phone_plan WHERE phone = ANY($2::text[])`,
    [ids, phones],
  );
}
