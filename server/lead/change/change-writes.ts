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
interface NewEvent {
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
  for (const event of events) await addEvent(tx, event, actor);
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

async function addEvent(tx: TenantTransaction, event: NewEvent, actor: Actor): Promise<void> {
  await tx.query(
    insertSelected(`INSERT INTO lead_events (organization_id, lead_id, id, kind, changes, actor_id, actor_name, detail, version)
     SELECT $1, id, $3, $4, $5, $6, $7, $8, version FROM leads WHERE organization_id = $1 AND id = $2`),
    [
      tx.organizationId,
      event.leadId,
      newId(),
      event.kind,
      JSON.stringify(event.changes),
      actor.id,
      actor.username,
      event.detail ?? null,
    ],
  );
}
