import { LeadCounts } from '../../../lead/stats/stat-writes.ts';
import { writeLeadUpdates } from '../../../lead/store/store.ts';
import type { MappedRow, Problem } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { isDropped } from '../rows/row-edit.ts';
import { countedStaged } from './counted-lead.ts';
import { editReports } from './edit-reports.ts';
import { LeadsInMemory } from './leads-in-memory.ts';
import { searchPhones, wantedBy } from './match-lead.ts';
import { findLeads } from './matching-reads.ts';
import { type BatchOutcome, noCounts, reportOf } from './record-batch.ts';
import { lookUpPhones, settleUpdate, type UpdatesToSettle } from './settle-updates.ts';
import type { MatchRules } from './validate-update.ts';

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
  const searches = await searchPhones(tx, rules.matchField, rows);
  const wanted = wantedBy(rows, searches);
  const leads = new LeadsInMemory(await findLeads(tx, wanted), wanted.phones);
  const look = (phones: string[]) => findLeads(tx, { ids: [], emails: [], phones });
  const batch = { rules, rows, searches, leads, look };
  await lookUpPhones(batch);
  onFound();
  const outcome: BatchOutcome = { counts: noCounts(), reports: [], leadCounts: new LeadCounts() };
  for (const row of rows) {
    outcome.reports.push(...editReports(row));
    if (row.edit !== undefined) outcome.counts.mended++;
    if (isDropped(row)) outcome.counts.skipped++;
    else if (isSound(row)) await updateOne(tx, rules, batch, row, outcome);
    else {
      report(outcome, row, row.problems);
      outcome.counts.errors++;
    }
  }
  await flush(tx, rules, leads, outcome);
  return outcome;
}

async function updateOne(
  tx: TenantTransaction,
  rules: UpdateRules,
  batch: UpdatesToSettle,
  row: MappedRow,
  outcome: BatchOutcome,
): Promise<void> {
  const { counts, reports } = outcome;
  const settled = await settleUpdate(batch, row);
  report(outcome, row, settled.problems);
  if (settled.outcome !== 'updated') {
    counts[settled.outcome === 'error' ? 'errors' : 'skipped']++;
    reports.push(settled.report);
    return;
  }
  const { lead } = settled;
  // An identity freed by an earlier row stays taken in the database until that row is written.
  if (batch.leads.takesFreed(lead)) await flush(tx, rules, batch.leads, outcome);
  batch.leads.put(lead);
  counts.updated++;
  if (lead.phone !== null && !lead.number_valid) counts.invalidPhones++;
}

function report({ reports }: BatchOutcome, { number }: MappedRow, problems: readonly Problem[]): void {
  for (const problem of problems) reports.push(reportOf(number, problem));
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
