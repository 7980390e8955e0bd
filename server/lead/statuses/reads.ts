import type { TenantTransaction } from '../../platform/db/scope.ts';
import { statsOf } from '../stats/stat-reads.ts';
import { type LeadStatus, LeadStatuses } from './lead-statuses.ts';

/** Returns the organization's statuses, those deleted last. */
export async function loadLeadStatuses(tx: TenantTransaction): Promise<LeadStatuses> {
  return new LeadStatuses(await readLeadStatuses(tx));
}

/** Returns the rows of the organization's statuses in order, those deleted last. */
export function readLeadStatuses(tx: TenantTransaction): Promise<LeadStatus[]> {
  return tx.query<LeadStatus>(
    `SELECT id, key, name, former_names AS "formerNames", color, deleted_at IS NOT NULL AS deleted
     FROM lead_statuses WHERE organization_id = $1 ORDER BY deleted_at DESC NULLS FIRST, position, id`,
    [tx.organizationId],
  );
}

/** Number of leads outside the trash that have a status. */
export interface StatusCount {
  name: string;
  leads: number;
}

/** Returns how many leads have each status, by its name, most frequent first. */
export async function countStatuses(tx: TenantTransaction): Promise<StatusCount[]> {
  const statuses = await loadLeadStatuses(tx);
  const counts = new Map<string, number>();
  for (const { value, total } of await statsOf(tx, 'status')) {
    const name = statuses.nameOf(value);
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + total);
  }
  return [...counts].map(([name, leads]) => ({ name, leads })).sort((one, other) => other.leads - one.leads);
}

/** Returns names of statuses by the values that leads store, if they differ. */
export async function renamedStatuses(tx: TenantTransaction): Promise<Map<string, string>> {
  const statuses = await loadLeadStatuses(tx);
  const held = (await statsOf(tx, 'status')).map(({ value }) => value);
  const named = held.map((value) => [value, statuses.nameOf(value)] as const);
  return new Map(named.filter(([value, name]) => value !== name));
}
