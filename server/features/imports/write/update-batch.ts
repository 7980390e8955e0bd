import { LeadCounts } from '../../../lead/stats/stat-writes.ts';
import { writeLeadUpdates } from '../../../lead/store/update-leads.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { countedStaged } from './counted-lead.ts';
import { LeadsInMemory } from './leads-in-memory.ts';
import { findLeads } from './matching-reads.ts';
import { type BatchOutcome, noCounts, reportOf } from './record-batch.ts';
import { type MatchRules, validateUpdate, wantedBy } from './validate-update.ts';

/** What an import in update mode goes by. */
export interface UpdateRules extends MatchRules {
  importId: string;
  actor: { id: string; username: string };
}

/**
 * Updates the leads that the rows of a batch match, one row after the other in file order: a row sees what the
 * rows before it did. An identity that another lead has is an error that names it; so is a row whose e-mail is one lead's
 * and whose phone is another's. `onFound` is called when the leads
 * that matter to the batch are found and locked.
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
  const { lead } = verdict;
  // An identity that a row before this one set free is still held in the database until that row is written.
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
