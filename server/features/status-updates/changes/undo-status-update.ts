import { type CountedChange, countChanges } from '../../../lead/change/count-changes.ts';
import { eventsOfOperation } from '../../../lead/operations/event-reads.ts';
import type { BatchChange, BulkCounts, BulkWork, StoredAction } from '../../../lead/operations/operation.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { lockTargetLeads } from '../rows/target-lead-reads.ts';
import { undoPhones } from './undo-phones.ts';
import { restoreStatuses } from './undo-writes.ts';

/** Null for any other action. */
export function statusUpdateUndoOf(action: StoredAction): BatchChange | null {
  if (action.type !== 'undo') return null;
  const { of } = action;
  if (of.type === 'updatePhones') return undoPhones;
  if (of.type !== 'updateHlr') return null;
  const column = of.hlrType === 'phone' ? 'hlr' : 'whatsapp';
  return (tx, work, ids) => undoStatuses(tx, work, column, ids);
}

/** With check time and source; skips leads changed since. */
async function undoStatuses(
  tx: TenantTransaction,
  work: BulkWork,
  column: 'hlr' | 'whatsapp',
  ids: readonly string[],
): Promise<BulkCounts> {
  const events = await eventsOfOperation(tx, work.undoes ?? '', ids);
  const leads = await lockTargetLeads(tx, ids);
  const counted: CountedChange[] = [];
  const restored: string[] = [];
  for (const { leadId, version, changes } of events) {
    const lead = leads.get(leadId);
    if (lead === undefined || lead.version !== version) continue;
    restored.push(leadId);
    const [before = lead[column]] = (changes[column] ?? []) as (string | null)[];
    counted.push({ before: lead, after: { ...lead, [column]: before } });
  }
  await restoreStatuses(tx, work, column, restored);
  await countChanges(tx, counted);
  return { changed: restored.length, refused: ids.length - restored.length, unchanged: 0 };
}
