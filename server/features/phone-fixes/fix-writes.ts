import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { Settled } from './fix-many.ts';
import { displayNames } from './reads.ts';

/**
 * Stores the numbers that could not be assigned, for the report. Lanes write concurrently, so rows are numbered under a
 * lock on the operation, whose counters the same transaction updates next.
 */
export async function keepConflicts(
  tx: TenantTransaction,
  operationId: string,
  conflicts: Settled['conflicts'],
): Promise<void> {
  const names = await displayNames(
    tx,
    conflicts.map(({ holder }) => holder),
  );
  const operation = [tx.organizationId, operationId];
  await tx.query('SELECT FROM bulk_operations WHERE organization_id = $1 AND id = $2 FOR UPDATE', operation);
  await tx.query(
    insertSelected(`INSERT INTO operation_rows
       (organization_id, operation_id, row_number, identifier, value, country, lead_id, outcome, message)
     SELECT $1, $2, n + (SELECT coalesce(max(row_number), 0) FROM operation_rows
         WHERE organization_id = $1 AND operation_id = $2),
       identifier, value, country, lead_id, 'conflict', message
     FROM unnest($3::text[], $4::text[], $5::text[], $6::uuid[], $7::text[])
       WITH ORDINALITY AS c (identifier, value, country, lead_id, message, n)`),
    [
      ...operation,
      conflicts.map(({ lead }) => lead.phone),
      conflicts.map(({ number }) => number),
      conflicts.map(({ lead }) => lead.country),
      conflicts.map(({ lead }) => lead.id),
      conflicts.map(
        ({ holder }) => `Another lead already has this phone: ${nameAndId(holder, names.get(holder))}`,
      ),
    ],
  );
}

function nameAndId(id: string, name: string | undefined): string {
  return name === undefined || name === '' ? id : `${name} (${id})`;
}
