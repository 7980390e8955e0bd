import type { OrganizationScope } from '../db/scope.ts';

class CallerGone extends Error {}

/** Ends the task once the caller is gone. */
export function scopeWhileWanted(scope: OrganizationScope, isGone: () => boolean): OrganizationScope {
  const transaction: OrganizationScope['transaction'] = async (work, last) => {
    if (isGone()) throw new CallerGone('The caller is gone');
    return scope.transaction(work, last);
  };
  return { ...scope, transaction };
}
