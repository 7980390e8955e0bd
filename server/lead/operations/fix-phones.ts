import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { fixPhone } from '../phones/fix-phone.ts';
import { holdersOfPhones } from '../phones/lead-number-reads.ts';
import { suppressedMessage } from '../suppression/admission.ts';
import { askLists, type Hit, isHit, listsOfHits } from '../suppression/suppression-reads.ts';
import { writeBatch } from './batch-writes.ts';
import { newPhones } from './bulk-writes.ts';
import { type Counts, LEAST_ID, type OperationWork } from './operation.ts';
import { type ReportedLead, reportConflicts } from './report-writes.ts';
import { type InvalidPhone, invalidPhonesAfter, namesOfLeads, readTargetLeads } from './target-lead-reads.ts';

/** Numbers processed before yielding to the event loop: about 5 ms, or 15 ms for the slowest numbering plans. */
export const NUMBERS_PER_TURN = 500;
/** Leads read per query. */
const PAGE_LEADS = 10_000;

/** An invalid phone with its fixed number. */
interface Fix {
  lead: InvalidPhone;
  /** E.164. */
  number: string;
}

/** A fix with the lead that has its number or gets it before; null if the number is free. */
export type SettledFix = Fix & { holder: string | null };

/** Returns the fixes of the phones that can be fixed, in order. Yields to the event loop in between. */
async function fixMany(leads: readonly InvalidPhone[]): Promise<Fix[]> {
  const fixes: Fix[] = [];
  for (const [index, lead] of leads.entries()) {
    if (index % NUMBERS_PER_TURN === NUMBERS_PER_TURN - 1) await nextTurn();
    const number = fixPhone(lead.phone, lead.country);
    if (number !== null) fixes.push({ lead, number });
  }
  return fixes;
}

/** @param given lead ids by the numbers that earlier leads get; extended by this call */
function settle(
  fixes: readonly Fix[],
  given: Map<string, string>,
  holderOf: (fix: Fix) => string | undefined,
): SettledFix[] {
  return fixes.map((fix) => {
    const holder = holderOf(fix) ?? given.get(fix.number) ?? null;
    if (holder === null) given.set(fix.number, fix.lead.id);
    return { ...fix, holder };
  });
}

/**
 * Yields the fixes of all leads of the organization, a page at a time, ordered by lead id; the first of several leads gets their number.
 * @param owners whether leads with a valid phone count as holders
 */
export async function* allFixes(scope: OrganizationScope, owners: boolean): AsyncGenerator<SettledFix[]> {
  const given = new Map<string, string>();
  for (let after: string | undefined = LEAST_ID; after !== undefined; ) {
    const from: string = after;
    const page = await scope.transaction((tx) => invalidPhonesAfter(tx, from, PAGE_LEADS));
    const fixes = await fixMany(page);
    const numbers = fixes.map(({ number }) => number);
    const holders = owners ? await scope.transaction((tx) => holdersOfPhones(tx, numbers)) : new Map();
    yield settle(fixes, given, ({ number }) => holders.get(number)?.id);
    after = page.length === PAGE_LEADS ? page.at(-1)?.id : undefined;
  }
}

/**
 * Prepares the change that fixes phones. Batches run newest first and in two lanes, yet the oldest of several leads with the same number
 * must get it, so this function determines the winners among all leads beforehand.
 */
export async function fixerOfPhones(
  scope: OrganizationScope,
): Promise<(tx: TenantTransaction, work: OperationWork, ids: readonly string[]) => Promise<Counts>> {
  const rivals = new Map<string, string>();
  for await (const fixes of allFixes(scope, false)) {
    for (const { lead, holder } of fixes) if (holder !== null) rivals.set(lead.id, holder);
  }
  return async (tx, work, ids) => {
    const leads = [...(await readTargetLeads(tx, ids)).values()].reverse();
    const invalid = leads.flatMap(({ id, phone, country, numberValid }) =>
      numberValid || phone === null ? [] : [{ id, phone, country }],
    );
    const fixes = await fixMany(invalid);
    const holders = await holdersOfPhones(
      tx,
      fixes.map(({ number }) => number),
    );
    const settled = settle(
      fixes,
      new Map(),
      ({ lead, number }) => holders.get(number)?.id ?? rivals.get(lead.id),
    );
    const onLists = await listedFixes(tx, settled);
    const made = settled.filter(({ holder, lead }) => holder === null && !onLists.has(lead.id));
    const { changed } = await writeBatch(
      tx,
      work,
      made.map(({ lead }) => lead.id),
      newPhones(made.map(({ number }) => number)),
    );
    await reportFixes(tx, work, settled);
    await reportConflicts(
      tx,
      work,
      [...onLists.values()].map(({ reported }) => reported),
    );
    const refused = settled.length - made.length;
    return {
      ...{ changed, refused, unchanged: ids.length - changed - refused },
      ...{ suppressed: onLists.size, lists: listsOfHits([...onLists.values()].map(({ hit }) => hit)) },
    };
  };
}

/** Returns the fixes whose number is on a suppression list, as they are reported, by lead. */
async function listedFixes(
  tx: TenantTransaction,
  fixes: readonly SettledFix[],
): Promise<Map<string, { hit: Hit; reported: ReportedLead }>> {
  const free = fixes.filter(({ holder }) => holder === null);
  const hits = await askLists(
    tx,
    free.map(({ number }) => ({ email: null, phone: number })),
  );
  return new Map(
    free.flatMap(({ lead, number }, at) => {
      const hit = hits[at];
      if (hit === undefined || !isHit(hit)) return [];
      const message = suppressedMessage(hit);
      const { id, phone, country } = lead;
      return [[id, { hit, reported: { id, identifier: phone, value: number, country, message } }] as const];
    }),
  );
}

/** Reports the numbers that could not be assigned. */
async function reportFixes(
  tx: TenantTransaction,
  work: OperationWork,
  fixes: readonly SettledFix[],
): Promise<void> {
  const names = await namesOfLeads(
    tx,
    fixes.flatMap(({ holder }) => holder ?? []),
  );
  const conflicts = fixes.flatMap(({ lead, number, holder }) => {
    if (holder === null) return [];
    const { name, email } = names.get(holder) ?? { name: '', email: null };
    const shown = name || email;
    const message = `Another lead already has this phone: ${shown ? `${shown} (${holder})` : holder}`;
    return [{ id: lead.id, identifier: lead.phone, value: number, country: lead.country, message }];
  });
  await reportConflicts(tx, work, conflicts);
}
