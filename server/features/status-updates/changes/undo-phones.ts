import { countChanges } from '../../../lead/change/count-changes.ts';
import { eventsOfOperation } from '../../../lead/operations/event-reads.ts';
import type { BulkCounts, BulkWork } from '../../../lead/operations/operation.ts';
import { holdersOfPhones } from '../../../lead/phones/lead-number-reads.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { changedBefore, lockTargetLeads, type TargetLead } from '../rows/target-lead-reads.ts';
import { type PhoneWrite, writePhones } from './change-writes.ts';

/** A lead that may get its old phone back. */
interface Returning extends PhoneWrite {
  lead: TargetLead;
}

/**
 * Restores phones. Skips leads changed since, and those whose old number another lead has; if that lead got it in the same update, both are
 * restored together.
 */
export async function undoPhones(
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
): Promise<BulkCounts> {
  const done = await changedBefore(tx, work.id, ids);
  const left = ids.filter((id) => !done.has(id));
  const writes = await putBackTogether(tx, work, left);
  const counted = [...writes.values()].map(({ lead, after }) => ({
    before: lead,
    after: { ...lead, ...after },
  }));
  await writePhones(tx, work, 'undo', [...writes.values()]);
  await countChanges(tx, counted);
  const refused = left.filter((id) => !writes.has(id)).length;
  return { changed: writes.size, refused, unchanged: 0 };
}

/** Changes that restore these leads, and the leads that took their numbers, as far as the numbers are available. */
async function putBackTogether(
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
): Promise<Map<string, Returning>> {
  const returning = new Map<string, Returning>();
  const holders = new Map<string, string>();
  const looked = new Set<string>();
  for (let wanted = ids; wanted.length > 0; ) {
    for (const id of wanted) looked.add(id);
    const found = await returningOf(tx, work, wanted);
    for (const one of found) returning.set(one.id, one);
    const numbers = found.flatMap(({ after }) => (after.numberValid ? (after.phone ?? []) : []));
    for (const [phone, { id }] of await holdersOfPhones(tx, numbers)) holders.set(phone, id);
    wanted = [...new Set(holders.values())].filter((id) => !looked.has(id));
  }
  leaveTaken(returning, holders);
  return returning;
}

/** Locks these leads; returns changes for those unchanged since. */
async function returningOf(
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
): Promise<Returning[]> {
  const leads = await lockTargetLeads(tx, ids);
  const events = await eventsOfOperation(tx, work.undoes ?? '', ids);
  return events.flatMap(({ leadId: id, version, changes }) => {
    const lead = leads.get(id);
    if (lead === undefined || lead.version !== version) return [];
    const before = { phone: lead.phone, numberValid: lead.numberValid };
    const [phone = lead.phone] = (changes['phone'] ?? []) as (string | null)[];
    const [numberValid = lead.numberValid] = (changes['number_valid'] ?? []) as boolean[];
    return [{ id, lead, before, after: { phone, numberValid } }];
  });
}

/** Removes leads whose old number stays with another, repeatedly, as each removal can block others. */
function leaveTaken(returning: Map<string, Returning>, holders: ReadonlyMap<string, string>): void {
  for (let any = true; any; ) {
    any = false;
    for (const [id, { after }] of returning) {
      const holder = after.numberValid ? holders.get(after.phone ?? '') : undefined;
      if (holder === undefined || holder === id || returning.has(holder)) continue;
      returning.delete(id);
      any = true;
    }
  }
}
