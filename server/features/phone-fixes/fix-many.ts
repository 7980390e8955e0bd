import { setImmediate as nextTurn } from 'node:timers/promises';
import { LEAST_ID } from '../../lead/operations/operation.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { fixPhone } from './fix-phone.ts';
import { type InvalidPhone, invalidPhonesAfter } from './reads.ts';

/** Numbers processed before yielding to the event loop: about 5 ms, or 15 ms for the slowest numbering plans. */
export const NUMBERS_PER_TURN = 500;
/** Leads read per query. */
const PAGE_LEADS = 10_000;

/** An invalid phone with its fixed number. */
export interface Fix<P = InvalidPhone> {
  lead: P;
  /** E.164. */
  number: string;
}

/** Returns the fixes of the phones that can be fixed, in order. Yields to the event loop in between. */
export async function fixMany<P extends Pick<InvalidPhone, 'phone' | 'country'>>(
  leads: readonly P[],
): Promise<Fix<P>[]> {
  const fixes: Fix<P>[] = [];
  for (const [index, lead] of leads.entries()) {
    if (index % NUMBERS_PER_TURN === NUMBERS_PER_TURN - 1) await nextTurn();
    const number = fixPhone(lead.phone, lead.country);
    if (number !== null) fixes.push({ lead, number });
  }
  return fixes;
}

/** Yields the fixes of all leads of the organization, one page at a time, ordered by lead id. */
export async function* allFixes(scope: OrganizationScope): AsyncGenerator<Fix[]> {
  for (let after: string | undefined = LEAST_ID; after !== undefined; ) {
    const from: string = after;
    const page = await scope.transaction((tx) => invalidPhonesAfter(tx, from, PAGE_LEADS));
    yield await fixMany(page);
    after = page.length === PAGE_LEADS ? page.at(-1)?.id : undefined;
  }
}

/** Fixes to apply, and conflicts with the lead (`holder`) that has or gets the number. */
export interface Settled {
  made: Fix[];
  conflicts: (Fix & { holder: string })[];
}

/**
 * Decides which leads get their number: none whose number is `taken`, and only the first of several with the same
 * number.
 * @param given lead ids by the numbers that earlier leads get; extended by this call
 * @param taken returns the lead that already has the number or is known to get it
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
