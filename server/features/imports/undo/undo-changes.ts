import { countsOf } from '../../../lead/change/count-changes.ts';
import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import type { Lane } from '../../../lead/operations/operation.ts';
import { restoredLead } from '../../../lead/rows/restored-lead.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import type { LeadCounts } from '../../../lead/stats/stat-writes.ts';
import { writeLeadUpdates } from '../../../lead/store/store.ts';
import { ListAnswers } from '../../../lead/suppression/list-answers.ts';
import { isHit } from '../../../lead/suppression/suppression-reads.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { countedStaged } from '../write/counted-lead.ts';
import { LeadsInMemory } from '../write/leads-in-memory.ts';
import { findLeads, type WantedIdentities } from '../write/matching-reads.ts';
import { type ImportChange, type Kept, nextChanges, type UndoneBatch, type UndoWork } from './reads.ts';

/** Inputs and results of a batch. */
interface Batch {
  tx: TenantTransaction;
  work: UndoWork;
  leads: LeadsInMemory;
  lists: ListAnswers;
  counts: LeadCounts;
  /** Names of the organization's custom fields. */
  fields: ReadonlySet<string>;
  undone: number;
  kept: Map<string, Kept>;
}

/**
 * Reverts the next changes, latest first, so that identities move back the way they came. Keeps a lead from its first change that can't
 * be reverted: changed or annotated since, in the trash, or its former email or phone taken or on a suppression list.
 */
export async function undoChanges(
  tx: TenantTransaction,
  work: UndoWork,
  lane: Lane,
  limit: number,
): Promise<UndoneBatch> {
  const changes = await nextChanges(tx, work.importId, lane, limit);
  const former = formerIdentities(changes);
  const batch: Batch = {
    tx,
    work,
    leads: new LeadsInMemory(await findLeads(tx, former)),
    lists: await ListAnswers.about(tx, former),
    counts: countsOf([]),
    fields: new Set((await loadCustomFields(tx)).map(({ name }) => name)),
    undone: 0,
    kept: new Map(),
  };
  for (const change of changes) await undoOne(batch, change);
  await writePending(batch);
  await batch.counts.write(tx);
  const last = changes.length === limit ? changes.at(-1)?.id : undefined;
  return { undone: batch.undone, kept: [...batch.kept.values()], cursor: last ?? lane.low };
}

function formerIdentities(changes: readonly ImportChange[]): WantedIdentities {
  const before = (column: string): string[] => [
    ...new Set(
      changes.map((change) => change.changes[column]?.[0]).filter((value) => typeof value === 'string'),
    ),
  ];
  return {
    ids: [...new Set(changes.map(({ leadId }) => leadId))],
    emails: before('email'),
    // A change records the validity of a phone only if it changed it.
    phones: before('phone'),
  };
}

async function undoOne(batch: Batch, change: ImportChange): Promise<void> {
  const { leads, kept } = batch;
  const { leadId } = change;
  if (change.isKept || kept.has(leadId)) return;
  const lead = leads.byId(leadId);
  if (lead === undefined) {
    kept.set(leadId, { leadId, reason: 'deleted', holderId: null });
    return;
  }
  if (!isLatest(lead, change) || (change.isNoted && change.version === change.last)) {
    kept.set(leadId, { leadId, reason: 'edited', holderId: null });
    return;
  }
  const before = restoredLead(lead, change, batch.fields);
  const holder = leads.otherHolder(before);
  if (holder !== undefined) {
    kept.set(leadId, { leadId, reason: 'identity_taken', holderId: holder.id });
    return;
  }
  if (isHit(await batch.lists.hitOf({ before: lead, after: before }))) {
    kept.set(leadId, { leadId, reason: 'suppressed', holderId: null });
    return;
  }
  // PostgreSQL holds an identity freed within this batch until the change is written.
  if (leads.takesFreed(before)) await writePending(batch);
  leads.put(before);
  if (change.version === change.first) batch.undone++;
}

/** Whether only this import and its undo have changed the lead since. In memory it keeps the version from the batch's start. */
function isLatest(lead: StoredLead, { version, count, first, last, undoneTo }: ImportChange): boolean {
  if (version === null) return false;
  return last - first === count - 1 && lead.version === Math.max(last, undoneTo ?? 0);
}

async function writePending({ tx, work, leads, counts }: Batch): Promise<void> {
  const changed = leads.takeChanged();
  for (const { before, after } of changed) {
    counts.remove(countedStaged(before));
    counts.add(countedStaged(after));
  }
  const { importId: operationId, createdBy: id, createdByName: username, filename: undone } = work;
  await writeLeadUpdates(tx, changed, { operationId, actor: { id, username }, undone });
}
