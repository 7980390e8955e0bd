import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import type { ListAnswers } from '../../../lead/suppression/list-answers.ts';
import { isHit } from '../../../lead/suppression/suppression-reads.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import { isDropped } from '../rows/row-edit.ts';
import type { LeadsInMemory } from './leads-in-memory.ts';
import type { PhoneSearches } from './match-lead.ts';
import { suppressedReport } from './row-reports.ts';
import { type MatchRules, type SettledUpdate, validateNew, validateUpdate } from './validate-update.ts';

/** A batch of rows with the leads that they may affect. */
export interface UpdatesToSettle {
  rules: MatchRules;
  rows: readonly MappedRow[];
  searches: PhoneSearches;
  leads: LeadsInMemory;
  /** Lists that emails and phones are on. */
  lists: ListAnswers;
  /** Finds the leads that hold these valid phones. */
  look: (phones: string[]) => Promise<StoredLead[]>;
}

/**
 * Finds the leads whose phones the rows give to others, known only once rows have found their leads: a national number depends on
 * the lead's country.
 */
export async function lookUpPhones({ rules, rows, searches, leads, look }: UpdatesToSettle): Promise<void> {
  const phones = new Set<string>();
  for (const row of rows) {
    const verdict = isSound(row) && !isDropped(row) ? validateUpdate(leads, rules, row, searches) : null;
    if (verdict?.outcome === 'look_up') phones.add(verdict.phone);
  }
  if (phones.size > 0) leads.add(await look([...phones]), phones);
}

/** Leaves out rows that would give a lead an email or phone that is on a suppression list. */
export async function settleUpdate(batch: UpdatesToSettle, row: MappedRow): Promise<SettledUpdate> {
  return withoutListed(batch, row, await settleValues(batch, row));
}

/** Skips the row if its lead would get an email or phone that is on a suppression list. */
export async function withoutListed(
  { leads, lists }: Pick<UpdatesToSettle, 'leads' | 'lists'>,
  row: MappedRow,
  settled: SettledUpdate,
): Promise<SettledUpdate> {
  if (!('lead' in settled)) return settled;
  const { lead, outcome, problems } = settled;
  const before = outcome === 'created' ? null : (leads.byId(lead.id) ?? null);
  const hit = await lists.hitOf({ before, after: lead });
  if (!isHit(hit)) return settled;
  return { outcome: 'skipped', report: suppressedReport(row.number, lead, hit), problems };
}

/** Looks up phones that only an earlier row of the batch made relevant. */
async function settleValues(batch: UpdatesToSettle, row: MappedRow): Promise<SettledUpdate> {
  const { leads, rules, searches, look } = batch;
  for (;;) {
    const verdict = validateUpdate(leads, rules, row, searches);
    if (verdict.outcome === 'unmatched') return validateNew(leads, row);
    if (verdict.outcome !== 'look_up') return verdict;
    leads.add(await look([verdict.phone]), [verdict.phone]);
  }
}
