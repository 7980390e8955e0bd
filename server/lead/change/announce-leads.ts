import { type LeadsEvent, MAX_NAMED_LEADS } from '#contract/events.ts';
import { LEAD_CHANGES } from '#contract/live-paths.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type Change, notifyChanges } from '../../platform/events/notices.ts';

/** Everything about any lead. */
export const ANY_LEADS: LeadsEvent = { type: 'leads', aspects: [...LEAD_CHANGES], ids: null };

/** Announces changed leads, and what changed with them, when the transaction commits. */
export function announceLeads(
  tx: TenantTransaction,
  { aspects, ids }: Omit<LeadsEvent, 'type'> = ANY_LEADS,
  ...others: Change[]
): Promise<void> {
  const named = ids !== null && ids.length > MAX_NAMED_LEADS ? null : ids;
  return notifyChanges(tx, { type: 'leads', aspects, ids: named }, ...others);
}
