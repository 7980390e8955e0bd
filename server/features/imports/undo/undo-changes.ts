import { loadCustomFields } from '../../../lead/custom-fields/reads.ts';
import type { Lane } from '../../../lead/operations/operation.ts';
import { LeadCounts } from '../../../lead/stats/stat-writes.ts';
import type { StoredLead } from '../../../lead/store/stored-lead.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { countedStaged } from '../write/counted-lead.ts';
import { LeadsInMemory } from '../write/leads-in-memory.ts';
import { findLeads, type WantedIdentities } from '../write/matching-reads.ts';
import { type ImportChange, nextChanges } from './reads.ts';
import { writeRestored } from './restore-writes.ts';
import { restoredLead } from './restored-lead.ts';
import type { Kept, UndoneBatch, UndoWork } from './work.ts';

/** What a batch goes by, and what it has done so far. */
interface Batch {
  tx: TenantTransaction;
  work: UndoWork;
  leads: LeadsInMemory;
  counts: LeadCounts;
  /** Names of the custom fields there are. */
  fields: ReadonlySet<string>;
  undone: number;
  kept: Map<string, Kept>;
}

/**
 * Takes the next changes of an import back, the last first, so that identities go back the way they came. A lead is
 * left alone from the first change on that cannot be taken back: because the lead was changed by others since, is in
 * the bin, or had an e-mail or phone that another lead has now.
 */
export async function undoChanges(
  tx: TenantTransaction,
  work: UndoWork,
  lane: Lane,
  limit: number,
): Promise<UndoneBatch> {
  const changes = await nextChanges(tx, work.importId, lane, limit);
  const batch: Batch = {
    tx,
    work,
    leads: new LeadsInMemory(await findLeads(tx, wantedBy(changes))),
    counts: new LeadCounts(),
    fields: new Set((await loadCustomFields(tx)).map(({ name }) => name)),
    undone: 0,
    kept: new Map(),
  };
  for (const change of changes) await undoOne(batch, change);
  await flush(batch);
  await batch.counts.write(tx);
  const last = changes.length === limit ? changes.at(-1)?.id : undefined;
  return { undone: batch.undone, kept: [...batch.kept.values()], cursor: last ?? lane.low };
}

/** The leads that were changed, and whoever has the identities that they had. */
function wantedBy(changes: readonly ImportChange[]): WantedIdentities {
  const before = (column: string): string[] => [
    ...new Set(
      changes.map((change) => change.changes[column]?.[0]).filter((value) => typeof value === 'string'),
    ),
  ];
  return {
    ids: [...new Set(changes.map(({ leadId }) => leadId))],
    emails: before('email'),
    // The phone may have become invalid by a change that this one does not tell of.
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
  if (!isLatest(lead, change)) {
    kept.set(leadId, { leadId, reason: 'edited', holderId: null });
    return;
  }
  const before = restoredLead(lead, change, batch.fields);
  const holder = leads.otherHolder(before);
  if (holder !== undefined) {
    kept.set(leadId, { leadId, reason: 'identity_taken', holderId: holder.id });
    return;
  }
  // An identity that was set free in this batch is held in the database until that is written.
  if (leads.takesFreed(before)) await flush(batch);
  leads.put(before);
  if (change.version === change.first) batch.undone++;
}

/**
 * Whether nobody but this import and its undo has touched the lead since the import first changed it. In memory a lead
 * keeps the version that it had when the batch began.
 */
function isLatest(lead: StoredLead, { version, count, first, last, undoneTo }: ImportChange): boolean {
  if (version === null) return false;
  return last - first === count - 1 && lead.version === Math.max(last, undoneTo ?? 0);
}

async function flush({ tx, work, leads, counts }: Batch): Promise<void> {
  const changed = leads.takeChanged();
  for (const { before, after } of changed) {
    counts.remove(countedStaged(before));
    counts.add(countedStaged(after));
  }
  await writeRestored(tx, work, changed);
}
