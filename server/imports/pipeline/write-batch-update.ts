import type { ImportMode } from '#contract/imports.ts';
import { LeadCounts } from '../../leads/stat-writes.ts';
import type { TenantTransaction } from '../../security/scope.ts';
import { countedStaged } from './counted-lead.ts';
import { LeadsInMemory } from './leads-in-memory.ts';
import { findLeads, type WantedIdentities } from './matching-reads.ts';
import type { StoredLead } from './stored-lead.ts';
import type { MappedRow } from './types.ts';
import { type UpdatePolicy, updatedLead } from './update-lead.ts';
import { type BatchOutcome, noCounts, type RowReport, reportOf } from './write-batch.ts';
import { writeLeadUpdates } from './write-batch-leads.ts';

type MatchField = Extract<ImportMode, { mode: 'update' }>['matchField'];

/** What an import in update mode goes by. */
export interface UpdateRules {
  importId: string;
  matchField: MatchField;
  policy: UpdatePolicy;
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
    if (row.problems.some((problem) => problem.severity === 'error')) {
      outcome.counts.errors++;
      continue;
    }
    await updateOne(tx, rules, leads, row, outcome);
  }
  await flush(tx, rules, leads, outcome);
  return outcome;
}

/** Every identity the batch matches by or writes: the leads that hold one are all that can matter to it. */
function wantedBy(rows: readonly MappedRow[]): WantedIdentities {
  const drafts = rows.map((row) => row.draft);
  const present = (values: (string | undefined)[]): string[] => [
    ...new Set(values.filter((value) => value !== undefined)),
  ];
  return {
    ids: present(drafts.map((draft) => draft.id)),
    emails: present(drafts.map((draft) => draft.email)),
    phones: present(drafts.map((draft) => (draft.numberValid ? draft.phone : undefined))),
  };
}

async function updateOne(
  tx: TenantTransaction,
  rules: UpdateRules,
  leads: LeadsInMemory,
  row: MappedRow,
  outcome: BatchOutcome,
): Promise<void> {
  const { counts, reports } = outcome;
  const lead = matchOf(leads, rules.matchField, row);
  if (lead === undefined) {
    counts.skipped++;
    reports.push(rowReport(row, 'skipped', 'no_match', 'No lead matches this row'));
    return;
  }
  const rival = rivalOf(leads, rules.matchField, row);
  if (rival !== undefined && rival.id !== lead.id) {
    counts.errors++;
    reports.push(ambiguousReport(row, rules.matchField, lead, rival));
    return;
  }
  const next = updatedLead(lead, row.draft, rules.policy, rules.matchField);
  if (next === null) {
    counts.skipped++;
    reports.push(rowReport(row, 'skipped', 'unchanged', 'The lead has these values already'));
    return;
  }
  const holder = leads.otherHolder(next);
  if (holder !== undefined) {
    counts.errors++;
    const message = `Another lead has this ${holder.field === 'email' ? 'e-mail' : 'phone'}: ${holder.id}`;
    reports.push({ ...rowReport(row, 'error', 'identity_taken', message), field: holder.field });
    return;
  }
  // An identity that a row before this one set free is still held in the database until that row is written.
  if (leads.takesFreed(next)) await flush(tx, rules, leads, outcome);
  leads.put(next);
  counts.updated++;
  if (next.phone !== null && !next.number_valid) counts.invalidPhones++;
}

function matchOf(leads: LeadsInMemory, matchField: MatchField, row: MappedRow): StoredLead | undefined {
  const { id, email, phone, numberValid } = row.draft;
  if (matchField === 'id') return leads.byId(id);
  if (matchField === 'email') return leads.byEmail(email);
  return numberValid ? leads.byPhone(phone) : undefined;
}

/** The lead that a row means by the identity it is not matched by. A Lead ID leaves no doubt which one is meant. */
function rivalOf(leads: LeadsInMemory, matchField: MatchField, row: MappedRow): StoredLead | undefined {
  if (matchField === 'id') return undefined;
  return matchOf(leads, matchField === 'email' ? 'phone' : 'email', row);
}

function ambiguousReport(
  row: MappedRow,
  matchField: MatchField,
  lead: StoredLead,
  rival: StoredLead,
): RowReport {
  const [byEmail, byPhone, field] = matchField === 'email' ? [lead, rival, 'phone'] : [rival, lead, 'email'];
  const message = `The e-mail is that of lead ${byEmail.id}, the phone that of lead ${byPhone.id}`;
  return { ...rowReport(row, 'error', 'ambiguous_match', message), field };
}

function rowReport(row: MappedRow, outcome: RowReport['outcome'], code: string, message: string): RowReport {
  const value = row.draft.id ?? row.draft.email ?? row.draft.phone ?? '';
  return { row: row.number, outcome, code, field: null, column: null, value, message };
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
