import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { Person } from './person.ts';

export async function personsBeingErased(tx: TenantTransaction): Promise<Person[]> {
  const rows = await tx.query<{ subject: Person | null }>(
    "SELECT subject FROM erasures WHERE organization_id = $1 AND status IN ('waiting', 'running')",
    [tx.organizationId],
  );
  return rows.flatMap(({ subject }) => subject ?? []);
}
