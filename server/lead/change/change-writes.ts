import type { LeadAspect, LeadsEvent } from '#contract/events.ts';
import { type Actor, type AuditEntry, writeAudit } from '../../platform/audit/writes.ts';
import { insertSelected } from '../../platform/db/insert-selected.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import type { Origin } from '../../platform/security/sessions.ts';
import type { ColumnChanges } from '../rows/lead-row.ts';
import { announceLeads } from './announce-leads.ts';
import { aspectsOf, type CountedChange, countChanges } from './count-changes.ts';

/** An entry of a lead's timeline. */
export interface NewEvent {
  leadId: string;
  kind: 'edit' | 'deleted' | 'restored' | 'merged' | 'unmerged' | 'sold' | 'returned' | 'consent';
  changes: ColumnChanges;
  detail?: string;
}

/** Record of a change of single leads. */
export interface RecordedChange {
  counted: readonly CountedChange[];
  events: readonly NewEvent[];
  audit: Pick<AuditEntry, 'action' | 'details'> & { resource: string };
}

/** Events that may change sales. */
const SALE_KINDS: ReadonlySet<NewEvent['kind']> = new Set(['sold', 'returned', 'merged', 'unmerged']);

/** Records a change that the transaction wrote: on the timeline and in the audit trail, counted and announced. */
export async function recordChange(
  tx: TenantTransaction,
  { counted, events, audit }: RecordedChange,
  { actor, origin }: { actor: Actor; origin: Origin },
): Promise<void> {
  await addEvents(tx, events, actor);
  await writeAudit(tx, { ...audit, actor, origin });
  await countChanges(tx, counted);
  await announceLeads(tx, announcementOf({ counted, events, audit }));
}

function announcementOf({ counted, events, audit }: RecordedChange): Omit<LeadsEvent, 'type'> {
  const aspects = new Set<LeadAspect>(counted.flatMap(aspectsOf));
  if (events.some(({ kind }) => SALE_KINDS.has(kind))) aspects.add('sales');
  return {
    aspects: [...aspects],
    ids: [...new Set([audit.resource, ...events.map(({ leadId }) => leadId)])],
  };
}

/** Writes events of leads, which have the versions of now. */
export async function addEvents(
  tx: TenantTransaction,
  events: readonly (NewEvent & { operationId?: string })[],
  actor: Actor,
): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    insertSelected(`INSERT INTO lead_events
       (organization_id, lead_id, id, kind, changes, actor_id, actor_name, detail, operation_id, version)
     SELECT $1, l.id, e.id, e.kind, e.changes, $8, $9, e.detail, e.operation_id, l.version
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::jsonb[], $6::text[], $7::uuid[])
       AS e (lead_id, id, kind, changes, detail, operation_id)
     JOIN leads l ON l.organization_id = $1 AND l.id = e.lead_id`),
    [
      tx.organizationId,
      events.map(({ leadId }) => leadId),
      events.map(() => newId()),
      events.map(({ kind }) => kind),
      events.map(({ changes }) => JSON.stringify(changes)),
      events.map(({ detail = null }) => detail),
      events.map(({ operationId = null }) => operationId),
      ...[actor.id, actor.username],
    ],
  );
}
