import { ownersByName } from '../../../lead/owners/owner-reads.ts';
import type { LeadStatuses } from '../../../lead/statuses/lead-statuses.ts';
import { loadLeadStatuses } from '../../../lead/statuses/reads.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

/** Names that stand for something of the organization. */
export interface HeldNames {
  statuses: LeadStatuses;
  /** Ids of users by their folded names. */
  owners: ReadonlyMap<string, string>;
}

export async function loadHeldNames(tx: TenantTransaction): Promise<HeldNames> {
  return { statuses: await loadLeadStatuses(tx), owners: await ownersByName(tx) };
}
