import { type CountedChange, countChanges } from '../../../lead/change/count-changes.ts';
import type { RowResult, StatusUpdateRow, StatusUpdateWork } from '../../../lead/operations/status-update.ts';
import { holdersOfPhones } from '../../../lead/phones/lead-number-reads.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { changedBefore, lockTargetLeads } from '../rows/target-lead-reads.ts';
import { writePhones } from './change-writes.ts';
import { decidePhones, leadIdOf, type PhoneDecision, type PhoneState, readRows } from './decide-phones.ts';

/** Gives leads the new phones of rows that name them by id. */
export async function setPhones(
  tx: TenantTransaction,
  work: StatusUpdateWork,
  rows: readonly StatusUpdateRow[],
): Promise<RowResult[]> {
  const ids = [...new Set(rows.flatMap((row) => leadIdOf(row) ?? []))];
  const leads = await lockTargetLeads(tx, ids);
  const read = readRows(rows, leads);
  const holders = await holdersOfPhones(
    tx,
    read.flatMap(({ phone }) => phone ?? []),
  );
  const state: PhoneState = {
    leads: new Map(leads),
    holders: new Map([...holders].map(([phone, { id }]) => [phone, id])),
    changed: work.cursor === 0 ? new Set() : await changedBefore(tx, work.id, ids),
  };
  const decisions = decidePhones(read, state);
  const writes = decisions.filter(isChange).map(({ write }) => write);
  const counted = writes.flatMap(({ id, after }): CountedChange[] => {
    const lead = leads.get(id);
    // Replacing a valid number with another valid number changes no count.
    if (lead === undefined || lead.numberValid) return [];
    return [{ before: lead, after: { ...lead, ...after } }];
  });
  await writePhones(tx, work, 'bulk', writes);
  await countChanges(tx, counted);
  return decisions.map(({ result }) => result);
}

function isChange(
  decision: PhoneDecision,
): decision is PhoneDecision & { write: NonNullable<PhoneDecision['write']> } {
  return decision.result.outcome === 'changed';
}
