import type { TenantTransaction } from '../../platform/db/scope.ts';
import { type Change, notifyChanges } from '../../platform/events/notices.ts';

/** Announces changed leads, and what changed with them, when the transaction commits. */
export function announceLeads(tx: TenantTransaction, ...others: Change[]): Promise<void> {
  return notifyChanges(tx, { type: 'leads' }, ...others);
}
