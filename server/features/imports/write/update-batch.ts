import { countsOf } from '../../../lead/change/count-changes.ts';
import { addConsents, changesOfGiven, type NewConsent } from '../../../lead/consents/consent-writes.ts';
import { type ImportNote, insertImportNotes, searchNotesOf } from '../../../lead/edits/note-writes.ts';
import { writeLeadUpdates } from '../../../lead/store/store.ts';
import { admitLeads } from '../../../lead/suppression/admission.ts';
import { ListAnswers } from '../../../lead/suppression/list-answers.ts';
import type { MappedRow, Problem } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { isDropped } from '../rows/row-edit.ts';
import { countedStaged } from './counted-lead.ts';
import { insertCreated } from './create-batch.ts';
import { LeadsInMemory } from './leads-in-memory.ts';
import { searchPhones, wantedBy } from './match-lead.ts';
import { findLeads } from './matching-reads.ts';
import { type BatchOutcome, noCounts, reportOf } from './record-batch.ts';
import { editReports } from './row-reports.ts';
import { lookUpPhones, settleUpdate, type UpdatesToSettle } from './settle-updates.ts';
import type { MatchRules } from './validate-update.ts';

/** Settings of an import that updates leads. */
export interface UpdateRules extends MatchRules {
  importId: string;
  actor: { id: string; username: string };
}

/**
 * Updates the leads that the rows of a batch match, in file order, each row on top of the rows before it. Rows that match none
 * create one if the rules say so. Reports an error for a row that would take another lead's identity, or matches two leads.
 * @param onFound called once the batch's leads are found and locked
 */
export async function updateLeads(
  tx: TenantTransaction,
  rules: UpdateRules,
  rows: readonly MappedRow[],
  onFound: () => void,
): Promise<BatchOutcome> {
  const searches = await searchPhones(tx, rules.matchField, rows);
  const wanted = wantedBy(rows, searches);
  const leads = new LeadsInMemory(await findLeads(tx, wanted), wanted.phones, rules.importId);
  const look = (phones: string[]) => findLeads(tx, { ids: [], emails: [], phones });
  const notes: ImportNote[] = [];
  const consents: NewConsent[] = [];
  const stored: UpdatedRows = { rows: [], leads: [] };
  const lists = await ListAnswers.about(tx, wanted);
  const batch = { rules, rows, searches, leads, look, lists, notes, consents, stored };
  await lookUpPhones(batch);
  onFound();
  const duplicateSources: string[] = [];
  const outcome: BatchOutcome = {
    created: null,
    counts: noCounts(),
    reports: [],
    stored,
    leadCounts: countsOf([]),
    duplicateSources,
  };
  for (const row of rows) {
    outcome.reports.push(...editReports(row));
    if (row.edit !== undefined) outcome.counts.fixed++;
    if (isDropped(row)) outcome.counts.skipped++;
    else if (isSound(row)) {
      const isDuplicate = (await updateOne(tx, rules, batch, row, outcome)) === 'duplicate';
      if (isDuplicate) duplicateSources.push(row.draft.source ?? '');
    } else {
      report(outcome, row, row.problems);
      outcome.counts.errors++;
    }
  }
  await flush(tx, rules, leads, outcome);
  await insertImportNotes(tx, notes, rules);
  await searchNotesOf(tx, [...new Set(notes.map(({ leadId }) => leadId))]);
  await addConsents(tx, consents, { ...rules, source: 'Import' });
  return outcome;
}

/** Rows with the leads that they updated or created. */
interface UpdatedRows {
  rows: number[];
  leads: string[];
}

/** Counter of a row that changes nothing, by its outcome. */
const COUNTER_OF = { error: 'errors', skipped: 'skipped', duplicate: 'duplicates' } as const;

async function updateOne(
  tx: TenantTransaction,
  rules: UpdateRules,
  batch: UpdatesToSettle & { notes: ImportNote[]; consents: NewConsent[]; stored: UpdatedRows },
  row: MappedRow,
  outcome: BatchOutcome,
): Promise<'created' | 'updated' | keyof typeof COUNTER_OF> {
  const { counts, reports } = outcome;
  const settled = await settleUpdate(batch, row);
  report(outcome, row, settled.problems);
  if (!('lead' in settled)) {
    counts[COUNTER_OF[settled.outcome]]++;
    if (settled.report?.code === 'suppressed') counts.suppressed++;
    if (settled.report !== null) reports.push(settled.report);
    // Edits that the lead has already are done with.
    if (rules.ofStored && settled.report?.code === 'unchanged' && row.draft.id !== undefined) {
      keepStored(batch.stored, row, row.draft.id);
    }
    return settled.outcome;
  }
  const { lead } = settled;
  const isNew = settled.outcome === 'created';
  // An identity freed by an earlier row is taken in the database until that row is written.
  if (batch.leads.takesFreed(lead)) await flush(tx, rules, batch.leads, outcome);
  if (isNew) batch.leads.create(lead, row.number);
  else batch.leads.put(lead);
  const { note, givenConsent } = row.draft;
  if (note !== undefined) batch.notes.push({ leadId: lead.id, text: Buffer.from(note) });
  if (givenConsent !== undefined) batch.consents.push(...changesOfGiven(lead.id, givenConsent));
  keepStored(batch.stored, row, lead.id);
  counts[isNew ? 'imported' : 'updated']++;
  if (lead.phone !== null && !lead.number_valid) counts.invalidPhones++;
  return settled.outcome;
}

function keepStored({ rows, leads }: UpdatedRows, { number }: MappedRow, leadId: string): void {
  rows.push(number);
  leads.push(leadId);
}

function report({ reports }: BatchOutcome, { number }: MappedRow, problems: readonly Problem[]): void {
  for (const problem of problems) reports.push(reportOf(number, problem));
}

async function flush(
  tx: TenantTransaction,
  rules: UpdateRules,
  leads: LeadsInMemory,
  outcome: BatchOutcome,
): Promise<void> {
  const { leadCounts } = outcome;
  const created = leads.takeCreated();
  const [first, last] = [created[0], created.at(-1)];
  // Ids of a thread ascend.
  if (first && last) outcome.created = { first: outcome.created?.first ?? first.id, last: last.id };
  const changed = leads.takeChanged();
  for (const { before, after } of changed) {
    leadCounts.remove(countedStaged(before));
    leadCounts.add(countedStaged(after));
  }
  for (const lead of created) leadCounts.addNew(countedStaged(lead));
  await writeLeadUpdates(tx, changed, { importId: rules.importId, actor: rules.actor });
  const { admission } = await admitLeads(tx, []);
  await insertCreated(tx, rules.importId, created, admission);
}
