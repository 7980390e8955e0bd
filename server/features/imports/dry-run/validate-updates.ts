import { type DryRunResult, noDryRunResult } from '#contract/import-dry-run.ts';
import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import { ListAnswers } from '../../../lead/suppression/list-answers.ts';
import type { MappedRow, Problem } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import type { OrganizationScope, TenantTransaction } from '../../../platform/db/scope.ts';
import { readAhead } from '../../../platform/jobs/in-order.ts';
import { typedPhoneProblems } from '../mapping/contact-steps.ts';
import { isDropped } from '../rows/row-edit.ts';
import { LeadsInMemory } from '../write/leads-in-memory.ts';
import { type PhoneSearches, searchPhones, wantedBy } from '../write/match-lead.ts';
import type { WantedIdentities } from '../write/matching-reads.ts';
import { lookUpPhones, settleUpdate, type UpdatesToSettle } from '../write/settle-updates.ts';
import type { MatchRules } from '../write/validate-update.ts';
import { findChangedLeads, keepChangedLeads, openChangedLeads, storedLeads } from './dry-run-writes.ts';
import { countRow, type FileToValidate, type RowListener, type ValidatedRow } from './tally.ts';

/** Counts of a dry run, and the listener to its rows. */
interface UpdateTally {
  result: DryRunResult;
  listener: RowListener | undefined;
}

interface FoundBatch {
  rows: MappedRow[];
  searches: PhoneSearches;
  wanted: WantedIdentities;
  stored: StoredLead[];
}

/** Stands for the import that isn't there yet. */
const RUN = 'dry-run';

/**
 * Validates rows in order, as an update applies them. Leads of earlier batches are in a temporary table, whatever the file's size.
 * Calls `tell` with totals after each batch.
 */
export async function validateUpdates(
  scope: OrganizationScope,
  rules: MatchRules,
  { totalRows, batches, tell, onNew, listener, isStored }: FileToValidate,
): Promise<DryRunResult> {
  return scope.transaction(async (tx) => {
    const result = noDryRunResult(totalRows);
    await openChangedLeads(tx);
    for await (const batch of readAhead(withStored(scope, rules, readAhead(batches())))) {
      await validateBatch(tx, scope, { rules, onNew, isStored }, batch, { result, listener });
      await listener?.ready();
      tell(result);
    }
    return result;
  });
}

async function* withStored(
  scope: OrganizationScope,
  { matchField }: MatchRules,
  batches: AsyncIterable<MappedRow[]>,
): AsyncGenerator<FoundBatch> {
  const countries = new Set<string>();
  for await (const rows of batches) {
    const searches = await scope.transaction((tx) => searchPhones(tx, matchField, rows, countries));
    const wanted = wantedBy(rows, searches);
    yield { rows, searches, wanted, stored: await storedLeads(scope, wanted) };
  }
}

type NewsOfRows = Pick<FileToValidate, 'onNew' | 'isStored'>;

async function validateBatch(
  tx: TenantTransaction,
  scope: OrganizationScope,
  { rules, onNew, isStored }: { rules: MatchRules } & NewsOfRows,
  { rows, searches, wanted, stored }: FoundBatch,
  tally: UpdateTally,
): Promise<void> {
  const known = new Set<string>();
  const current = async (from: readonly StoredLead[], sought: WantedIdentities): Promise<StoredLead[]> => {
    const ids = [...new Set([...sought.ids, ...from.map(({ id }) => id)])];
    const changed = await findChangedLeads(tx, { ...sought, ids });
    for (const { id } of changed) known.add(id);
    return [...from.filter(({ id }) => !known.has(id)), ...changed];
  };
  const leads = new LeadsInMemory(await current(stored, wanted), wanted.phones, RUN);
  const look = async (phones: string[]) => {
    const sought = { ids: [], emails: [], phones };
    return current(await storedLeads(scope, sought), sought);
  };
  const lists = await ListAnswers.about(tx, wanted);
  const batch = { rules, rows, searches, leads, look, lists, onNew, isStored };
  await lookUpPhones(batch);
  for (const row of rows) await validateRow(batch, row, tally);
  const changed = leads.takeChanged().map(({ after }) => after);
  await keepChangedLeads(tx, [...leads.takeCreated(), ...changed], known);
}

async function validateRow(
  batch: UpdatesToSettle & NewsOfRows,
  row: MappedRow,
  tally: UpdateTally,
): Promise<void> {
  if (isDropped(row)) return tallyRow(tally, row, row.problems, { outcome: 'skipped' });
  if (!isSound(row)) return tallyRow(tally, row, row.problems, { outcome: 'errors' });
  if (batch.isStored?.(row.number)) {
    const { phone, numberValid } = row.draft;
    const problems = [...row.problems, ...typedPhoneProblems(row)];
    return tallyRow(tally, row, problems, { outcome: 'updated', phone, numberValid });
  }
  const settled = await settleUpdate(batch, row);
  if (settled.outcome === 'duplicate') {
    const outcome = settled.repeated.isOwn ? 'duplicatesInFile' : 'duplicatesInDatabase';
    return tallyRow(tally, row, settled.problems, { outcome, reason: settled.report });
  }
  if (!('lead' in settled)) {
    const isSuppressed = settled.report?.code === 'suppressed';
    const outcome = settled.outcome === 'error' ? 'errors' : isSuppressed ? 'suppressed' : 'skipped';
    const reason = settled.report ?? undefined;
    return tallyRow(tally, row, settled.problems, { outcome, ...(reason && { reason }) });
  }
  const { lead } = settled;
  const isNew = settled.outcome === 'created';
  if (isNew) {
    batch.leads.create(lead, row.number);
    const { phone, country, number_valid: numberValid } = lead;
    batch.onNew?.({ phone: phone ?? undefined, country: country ?? undefined, numberValid });
  } else batch.leads.put(lead);
  const stored = { phone: lead.phone, numberValid: lead.number_valid };
  tallyRow(tally, row, settled.problems, { outcome: isNew ? 'imported' : 'updated', ...stored });
}

function tallyRow(
  { result, listener }: UpdateTally,
  row: MappedRow,
  problems: readonly Problem[],
  validated: ValidatedRow,
): void {
  countRow(result, row, problems, validated);
  listener?.add(row, problems, validated);
}
