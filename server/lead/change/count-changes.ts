import { isDeepStrictEqual } from 'node:util';
import type { LeadAspect } from '#contract/events.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type CountedLead, LeadCounts } from '../stats/stat-writes.ts';

/** A change of a lead, as far as leads are counted. */
export type CountedChange =
  /** Its values changed. */
  | { before: CountedLead; after: CountedLead }
  /** The transaction inserts it. */
  | { made: CountedLead }
  | { trashed: CountedLead; createdAt: Date }
  /** It leaves the trash, or comes with a time of creation of its own. */
  | { listed: CountedLead; createdAt: Date };

/** Returns the counts of changes, for a statement that also writes other data. */
export function countsOf(changes: Iterable<CountedChange>): LeadCounts {
  const counts = new LeadCounts();
  for (const change of changes) {
    if ('made' in change) counts.addNew(change.made);
    else if ('trashed' in change) counts.trash(change.trashed, change.createdAt);
    else if ('listed' in change) counts.restore(change.listed, change.createdAt);
    else {
      counts.remove(change.before);
      counts.add(change.after);
    }
  }
  return counts;
}

/** Counts changes in the transaction that makes them. */
export function countChanges(tx: TenantTransaction, changes: Iterable<CountedChange>): Promise<void> {
  return countsOf(changes).write(tx);
}

/** Returns the aspects of leads that a change concerns, except sales. */
export function aspectsOf(change: CountedChange): LeadAspect[] {
  if ('made' in change) return ['values', 'statuses', 'counts'];
  if (!('before' in change)) return ['trash', 'statuses', 'counts'];
  const { before, after } = change;
  return [
    'values',
    ...(before.status === after.status ? [] : (['statuses'] as const)),
    ...(isDeepStrictEqual(before, after) ? [] : (['counts'] as const)),
  ];
}
