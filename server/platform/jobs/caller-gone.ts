import type { OrganizationScope } from '../db/scope.ts';

class CallerGone extends Error {}

/** Refuses transactions once the caller is gone, which ends the task soon. */
export function scopeWhileWanted(scope: OrganizationScope, isGone: () => boolean): OrganizationScope {
  const transaction: OrganizationScope['transaction'] = async (work, last) => {
    if (isGone()) throw new CallerGone('The caller is gone');
    return scope.transaction(work, last);
  };
  return { ...scope, transaction };
}
