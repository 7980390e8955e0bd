import type { BulkCounts, BulkWork } from '../../../lead/operations/operation.ts';
import { holdersOfPhones } from '../../../lead/phones/lead-number-reads.ts';
import { LeadCounts } from '../../../lead/stats/stat-writes.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';
import { changedBefore, type ListedLead, lockListed } from '../rows/listed-lead-reads.ts';
import { type PhoneWrite, writePhones } from './change-writes.ts';
import { eventsOfOperation } from './undo-writes.ts';

/** A lead that may get its old phone back. */
interface Returning extends PhoneWrite {
  lead: ListedLead;
}

/**
 * Puts phones back as they were; a lead that changed since is left as it is, as is one whose old number is another's
 * now. Where that other took it by the same list, it is put back along with the lead, and its own turn finds it done.
 */
export async function undoPhones(
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
): Promise<BulkCounts> {
  const done = await changedBefore(tx, work.id, ids);
  const left = ids.filter((id) => !done.has(id));
  const writes = await putBackTogether(tx, work, left);
  const counts = new LeadCounts();
  for (const { lead, after } of writes.values()) {
    counts.remove(lead);
    counts.add({ ...lead, ...after });
  }
  await writePhones(tx, work, 'undo', [...writes.values()]);
  await counts.write(tx);
  const refused = left.filter((id) => !writes.has(id)).length;
  return { changed: writes.size, refused, unchanged: 0 };
}

/** These leads and those that took their numbers, as far as they can have the old ones again; by id. */
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

/** Of these leads, locked, those that nobody changed since the list did. */
async function returningOf(
  tx: TenantTransaction,
  work: BulkWork,
  ids: readonly string[],
): Promise<Returning[]> {
  const leads = await lockListed(tx, ids);
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

/** Takes out whoever would get a number that stays with another, until nobody is left who would. */
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
