import type { StoredLead } from '../../../lead/rows/stored-lead.ts';
import type { MappedRow } from '../../../lead/values/draft.ts';
import { isSound } from '../../../lead/values/problems.ts';
import { isDropped } from '../rows/row-edit.ts';
import type { LeadsInMemory } from './leads-in-memory.ts';
import type { PhoneSearches } from './match-lead.ts';
import { validateNew } from './validate-new.ts';
import { type MatchRules, type SettledUpdate, validateUpdate } from './validate-update.ts';

/** A batch of rows with the leads that they may affect. */
export interface UpdatesToSettle {
  rules: MatchRules;
  rows: readonly MappedRow[];
  searches: PhoneSearches;
  leads: LeadsInMemory;
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

/** Looks up phones that only an earlier row of the batch made relevant. */
export async function settleUpdate(batch: UpdatesToSettle, row: MappedRow): Promise<SettledUpdate> {
  const { leads, rules, searches, look } = batch;
  for (;;) {
    const verdict = validateUpdate(leads, rules, row, searches);
    if (verdict.outcome === 'unmatched') return validateNew(leads, row);
    if (verdict.outcome !== 'look_up') return verdict;
    leads.add(await look([verdict.phone]), [verdict.phone]);
  }
}
