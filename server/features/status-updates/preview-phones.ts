import type { PhoneChange } from '#contract/phones.ts';
import type { OutcomeCounts, StatusUpdateRow } from '../../lead/operations/status-update.ts';
import { holdersOfPhones } from '../../lead/phones/lead-number-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import {
  decidePhones,
  leadIdOf,
  type PhoneDecision,
  type PhoneState,
  readRows,
} from './changes/decide-phones.ts';
import { beginPhonePlan, plannedPhones, planPhones } from './phone-plan-writes.ts';
import { namesOfLeads, readTargetLeads } from './rows/target-lead-reads.ts';
import type { PhonePreview } from './thread-data.ts';
import { addedUp } from './writes.ts';

/** Maximum changes and conflicts in the preview. */
const PREVIEW_ROWS = 100;

interface Shown extends PhoneDecision {
  country: string | null;
}

/** Makes the update's own decisions without changing a lead; earlier rows' changes are in a temporary table. */
export async function previewPhones(
  tx: TenantTransaction,
  batches: AsyncIterable<StatusUpdateRow[]>,
): Promise<PhonePreview> {
  let outcomes: OutcomeCounts = {};
  const shown: Shown[] = [];
  await beginPhonePlan(tx);
  for await (const rows of batches) {
    const { decisions, countries } = await decideAsPlanned(tx, rows);
    outcomes = addedUp(
      outcomes,
      decisions.map(({ result }) => result),
    );
    const previewed = decisions.filter(({ write }) => write !== null).slice(0, PREVIEW_ROWS - shown.length);
    shown.push(...previewed.map((one) => ({ ...one, country: countries.get(one.write?.id ?? '') ?? null })));
  }
  return { outcomes, rows: await shownChanges(tx, shown) };
}

async function decideAsPlanned(
  tx: TenantTransaction,
  rows: readonly StatusUpdateRow[],
): Promise<{ decisions: PhoneDecision[]; countries: Map<string, string | null> }> {
  const ids = [...new Set(rows.flatMap((row) => leadIdOf(row) ?? []))];
  const state: PhoneState = { leads: await readTargetLeads(tx, ids), holders: new Map(), changed: new Set() };
  const countries = new Map([...state.leads].map(([id, { country }]) => [id, country]));
  for (const { id, phone } of await plannedPhones(tx, ids)) {
    const lead = state.leads.get(id);
    if (lead === undefined) continue;
    state.leads.set(id, { ...lead, phone, numberValid: true });
    state.changed.add(id);
  }
  const read = readRows(rows, state.leads);
  await addHolders(
    tx,
    state,
    read.flatMap(({ phone }) => phone ?? []),
  );
  const decisions = decidePhones(read, state);
  await planPhones(
    tx,
    decisions.flatMap(({ result, write }) => {
      const phone = result.outcome === 'changed' ? write?.after.phone : null;
      return write !== null && phone ? [{ id: write.id, phone }] : [];
    }),
  );
  return { decisions, countries };
}

/** Adds the leads that would own these phones at this point. */
async function addHolders(tx: TenantTransaction, { holders }: PhoneState, phones: string[]): Promise<void> {
  for (const { phone, id } of (await holdersOfPhones(tx, phones)).values()) holders.set(phone, id);
  const planned = await plannedPhones(tx, [...holders.values()], phones);
  const moved = new Set(planned.map(({ id }) => id));
  for (const [phone, id] of holders) if (moved.has(id)) holders.delete(phone);
  for (const { id, phone } of planned) holders.set(phone, id);
}

async function shownChanges(tx: TenantTransaction, shown: readonly Shown[]): Promise<PhoneChange[]> {
  const names = await namesOfLeads(
    tx,
    shown.flatMap(({ write }) => write?.id ?? []),
  );
  return shown.flatMap(({ result, write, country }) =>
    write === null
      ? []
      : [
          {
            leadId: write.id,
            name: names.get(write.id) ?? '',
            country,
            before: write.before.phone,
            after: write.after.phone ?? '',
            outcome: result.outcome === 'changed' ? ('change' as const) : ('conflict' as const),
          },
        ],
  );
}
