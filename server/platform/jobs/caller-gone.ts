import type { OrganizationScope } from '../db/scope.ts';

/** Thrown in a thread whose caller no longer waits for its result. */
class CallerGone extends Error {}

/**
 * Wraps the scope of a task so that its transactions are refused once the caller is gone. Every task reads its
 * file and its leads through them, so it ends soon.
 */
export function scopeWhileWanted(scope: OrganizationScope, isGone: () => boolean): OrganizationScope {
  const transaction: OrganizationScope['transaction'] = async (work, last) => {
    if (isGone()) throw new CallerGone('The caller is gone');
    return scope.transaction(work, last);
  };
  return { ...scope, transaction };
}
