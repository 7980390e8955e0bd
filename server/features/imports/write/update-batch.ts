import { LeadCounts } from '../../../lead/stats/stat-writes.ts';
import { writeLeadUpdates } from '../../../lead/store/store.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { countedStaged } from './counted-lead.ts';
import { LeadsInMemory } from './leads-in-memory.ts';
import { findLeads } from './matching-reads.ts';
import { type BatchOutcome, noCounts, reportOf } from './record-batch.ts';
import { type MatchRules, validateUpdate, wantedBy } from './validate-update.ts';

/** Settings of an import in update mode. */
export interface UpdateRules extends MatchRules {
  importId: string;
  actor: { id: string; username: string };
}

/**
 * Updates the leads that the rows of a batch match, row by row in file order, so that each row sees the changes of the
 * rows before it. Reports an error for a row that would take another lead's identity, and for a row whose e-mail and phone
 * belong to different leads.
 * @param onFound called when the leads relevant to the batch have been found and locked
 */
export async function updateLeads(
  tx: TenantTransaction,
  rules: UpdateRules,
  rows: readonly MappedRow[],
  onFound: () => void,
): Promise<BatchOutcome> {
  const leads = new LeadsInMemory(await findLeads(tx, wantedBy(rows)));
  onFound();
  const outcome: BatchOutcome = { counts: noCounts(), reports: [], leadCounts: new LeadCounts() };
  for (const row of rows) {
    for (const problem of row.problems) outcome.reports.push(reportOf(row.number, problem));
    if (!isSound(row)) {
      outcome.counts.errors++;
      continue;
    }
    await updateOne(tx, rules, leads, row, outcome);
  }
  await flush(tx, rules, leads, outcome);
  return outcome;
}

async function updateOne(
  tx: TenantTransaction,
  rules: UpdateRules,
  leads: LeadsInMemory,
  row: MappedRow,
  outcome: BatchOutcome,
): Promise<void> {
  const { counts, reports } = outcome;
  const verdict = validateUpdate(leads, rules, row);
  if (verdict.outcome !== 'updated') {
    counts[verdict.outcome === 'error' ? 'errors' : 'skipped']++;
    reports.push(verdict.report);
    return;
  }
  const { lead, warnings } = verdict;
  reports.push(...warnings);
  // An identity freed by an earlier row stays taken in the database until that row is written.
  if (leads.takesFreed(lead)) await flush(tx, rules, leads, outcome);
  leads.put(lead);
  counts.updated++;
  if (lead.phone !== null && !lead.number_valid) counts.invalidPhones++;
}

async function flush(
  tx: TenantTransaction,
  rules: UpdateRules,
  leads: LeadsInMemory,
  { leadCounts }: BatchOutcome,
): Promise<void> {
  const changed = leads.takeChanged();
  for (const { before, after } of changed) {
    leadCounts.remove(countedStaged(before));
    leadCounts.add(countedStaged(after));
  }
  await writeLeadUpdates(tx, changed, { importId: rules.importId, actor: rules.actor });
}
