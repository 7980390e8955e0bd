import { SOURCE_COSTS_MAX, type SourceCost } from '#contract/outcomes.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';

export function sourceCosts(tx: TenantTransaction): Promise<SourceCost[]> {
  return tx.query<SourceCost>(
    'SELECT source, cost, currency FROM source_costs WHERE organization_id = $1 ORDER BY source',
    [tx.organizationId],
  );
}

/**
 * Sets the cost of a lead from a source, or forgets it.
 * @throws HttpError conflict for too many sources
 */
export async function writeSourceCost(
  tx: TenantTransaction,
  { source, cost, currency }: { source: string; cost: string | null; currency: string | null },
  editor: Editor,
): Promise<void> {
  if (cost === null) {
    await tx.query('DELETE FROM source_costs WHERE organization_id = $1 AND source = $2', [
      tx.organizationId,
      source,
    ]);
  } else {
    await tx.query(
      `INSERT INTO source_costs (organization_id, source, cost, currency) VALUES ($1, $2, $3, $4)
       ON CONFLICT (organization_id, source) DO UPDATE SET cost = excluded.cost, currency = excluded.currency`,
      [tx.organizationId, source, cost, currency],
    );
    if ((await sourceCosts(tx)).length > SOURCE_COSTS_MAX) {
      throw new HttpError('conflict', `At most ${SOURCE_COSTS_MAX} sources can have a cost.`);
    }
  }
  const details = cost === null ? {} : { cost, currency };
  await writeAudit(tx, { action: 'update_source_cost', resource: source, details, ...editor });
  await announceLeads(tx, { aspects: ['sales'], ids: null });
}
