import { setImmediate as nextTurn } from 'node:timers/promises';
import { LEAST_ID } from '../../lead/operations/operation.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { fixPhone } from './fix-phone.ts';
import { type InvalidPhone, invalidPhonesAfter } from './reads.ts';

/** Numbers that are looked at before others have a turn: some 5 ms, the slowest numbering plans 15. */
export const NUMBERS_A_TURN = 500;
/** Leads that are read at once. */
const PAGE_LEADS = 10_000;

/** An invalid phone and the number it becomes. */
export interface Fix<P = InvalidPhone> {
  lead: P;
  /** E.164. */
  number: string;
}

/** The fixes of those phones that have one, in their order; everything else that waits has turns meanwhile. */
export async function fixMany<P extends Pick<InvalidPhone, 'phone' | 'country'>>(
  leads: readonly P[],
): Promise<Fix<P>[]> {
  const fixes: Fix<P>[] = [];
  for (const [index, lead] of leads.entries()) {
    if (index % NUMBERS_A_TURN === NUMBERS_A_TURN - 1) await nextTurn();
    const number = fixPhone(lead.phone, lead.country);
    if (number !== null) fixes.push({ lead, number });
  }
  return fixes;
}

/** The fixes of all leads of the organization, a page at a time, ordered by the id of the lead. */
export async function* allFixes(scope: OrganizationScope): AsyncGenerator<Fix[]> {
  for (let after: string | undefined = LEAST_ID; after !== undefined; ) {
    const from: string = after;
    const page = await scope.transaction((tx) => invalidPhonesAfter(tx, from, PAGE_LEADS));
    yield await fixMany(page);
    after = page.length === PAGE_LEADS ? page.at(-1)?.id : undefined;
  }
}

/** What becomes of fixes: those that are made, and those whose number `holder` has or gets. */
export interface Settled {
  made: Fix[];
  conflicts: (Fix & { holder: string })[];
}

/**
 * Decides who gets a number: nobody whose number is `taken`, and of several leads the first.
 * @param given the numbers that earlier leads get, with their leads; those of this call are added
 * @param taken the lead that has the number already, or is known to get it
 */
export function settle(
  fixes: readonly Fix[],
  given: Map<string, string>,
  taken: (fix: Fix) => string | undefined,
): Settled {
  const settled: Settled = { made: [], conflicts: [] };
  for (const fix of fixes) {
    const holder = taken(fix) ?? given.get(fix.number);
    if (holder !== undefined) {
      settled.conflicts.push({ ...fix, holder });
      continue;
    }
    given.set(fix.number, fix.lead.id);
    settled.made.push(fix);
  }
  return settled;
}
