import type { Actor } from '../../platform/audit/writes.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import type { ReportedOutcome } from './decide-outcome.ts';
import type { SaleState } from './outcome-reads.ts';

/** An outcome to record, and its sale. */
export interface RecordedSale {
  sale: SaleState;
  reported: ReportedOutcome;
}

export async function insertOutcomes(
  tx: TenantTransaction,
  recorded: readonly RecordedSale[],
  actor: Actor,
): Promise<void> {
  await tx.query(
    insertSelected(`INSERT INTO sale_outcomes
       (organization_id, sale_id, lead_id, id, outcome, reason, revenue, currency, created_by, created_by_name)
     SELECT $1, o.*, $9::uuid, $10 FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::numeric[], $8::text[])
       AS o (sale_id, lead_id, id, outcome, reason, revenue, currency)`),
    [
      tx.organizationId,
      recorded.map(({ sale }) => sale.saleId),
      recorded.map(({ sale }) => sale.leadId),
      recorded.map(() => newId()),
      recorded.map(({ reported }) => reported.outcome),
      recorded.map(({ reported }) => reported.reason),
      recorded.map(({ reported }) => reported.revenue),
      recorded.map(({ sale, reported }) => (reported.revenue === null ? null : sale.currency)),
      actor.id,
      actor.username,
    ],
  );
}

/** Ends open deliveries as an answer of the buyer would; an attempt under way is recorded, but decides nothing more. */
export async function decideDeliveries(
  tx: TenantTransaction,
  decided: readonly { id: string; state: 'accepted' | 'rejected'; reason: string | null }[],
): Promise<void> {
  if (decided.length === 0) return;
  await tx.query(
    `UPDATE deliveries d SET state = o.state, reason = o.reason, next_at = NULL, claim = NULL
     FROM unnest($2::uuid[], $3::text[], $4::text[]) AS o (id, state, reason)
     WHERE d.organization_id = $1 AND d.id = o.id`,
    [
      tx.organizationId,
      decided.map(({ id }) => id),
      decided.map(({ state }) => state),
      decided.map(({ reason }) => reason),
    ],
  );
}

/** Adds outcomes to the timelines of leads that still exist. */
export async function insertOutcomeEvents(
  tx: TenantTransaction,
  events: readonly { leadId: string; detail: string }[],
  actor: Actor,
): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    insertSelected(`INSERT INTO lead_events (organization_id, lead_id, id, kind, actor_id, actor_name, detail, version)
     SELECT $1, l.id, e.id, 'outcome', $5::uuid, $6, e.detail, l.version
     FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS e (lead_id, id, detail)
     JOIN leads l ON l.organization_id = $1 AND l.id = e.lead_id`),
    [
      tx.organizationId,
      events.map(({ leadId }) => leadId),
      events.map(() => newId()),
      events.map(({ detail }) => detail),
      actor.id,
      actor.username,
    ],
  );
}
