import type { PhoneChange } from '#contract/phones.ts';
import {
  decidePhones,
  leadIdOf,
  listedPhones,
  type PhoneDecision,
  type PhoneState,
  type PhoneWrite,
  readRows,
} from '../../lead/operations/decide-phones.ts';
import type { ListRow, OutcomeCounts } from '../../lead/operations/operation.ts';
import { addedUp } from '../../lead/operations/run.ts';
import { namesOfLeads, readTargetLeads } from '../../lead/operations/target-lead-reads.ts';
import { holdersOfPhones } from '../../lead/phones/lead-number-reads.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { ThreadEnvironment } from '../../platform/jobs/threads.ts';
import type { FormFile } from '../../platform/uploads/uploaded-file.ts';
import { rowsOfFile } from './read-list.ts';

/** Maximum changes and conflicts in the preview. */
const PREVIEW_ROWS = 100;

/** Counts of outcomes, and the first changes and conflicts. */
export interface PhonePreview {
  outcomes: OutcomeCounts;
  rows: PhoneChange[];
}

/** Makes the update's own decisions without changing a lead; earlier rows' changes are in a temporary table. */
export async function previewPhones(
  tx: TenantTransaction,
  batches: AsyncIterable<ListRow[]>,
): Promise<PhonePreview> {
  let outcomes: OutcomeCounts = {};
  const shown: Pick<PhoneChange, 'leadId' | 'country' | 'before' | 'after' | 'outcome'>[] = [];
  await beginPhonePlan(tx);
  for await (const rows of batches) {
    const decisions = await decideAsPlanned(tx, rows);
    outcomes = addedUp(
      outcomes,
      decisions.map(({ result }) => result),
    );
    const changes = decisions.flatMap(({ result, write }) =>
      write === null ? [] : [changeOf(result, write)],
    );
    shown.push(...changes.slice(0, PREVIEW_ROWS - shown.length));
  }
  const names = await namesOfLeads(
    tx,
    shown.map(({ leadId }) => leadId),
  );
  return { outcomes, rows: shown.map((row) => ({ ...row, name: names.get(row.leadId)?.name ?? '' })) };
}

function changeOf({ outcome }: PhoneDecision['result'], { id, country, before, phone }: PhoneWrite) {
  return {
    ...{ leadId: id, country, before: before.phone, after: phone },
    outcome: outcome === 'changed' ? ('change' as const) : ('conflict' as const),
  };
}

async function decideAsPlanned(tx: TenantTransaction, rows: readonly ListRow[]): Promise<PhoneDecision[]> {
  const ids = [...new Set(rows.flatMap((row) => leadIdOf(row) ?? []))];
  const state: PhoneState = {
    leads: await readTargetLeads(tx, ids),
    holders: new Map(),
    listed: new Map(),
    changed: new Set(),
  };
  for (const { id, phone } of await plannedPhones(tx, ids)) {
    const lead = state.leads.get(id);
    if (lead === undefined) continue;
    state.leads.set(id, { ...lead, phone, numberValid: true });
    state.changed.add(id);
  }
  const read = readRows(rows, state.leads);
  state.listed = await listedPhones(tx, read);
  await addHolders(
    tx,
    state,
    read.flatMap(({ phone }) => phone ?? []),
  );
  const decisions = decidePhones(read, state);
  await planPhones(
    tx,
    decisions.flatMap(({ result, write }) => (result.outcome === 'changed' && write !== null ? [write] : [])),
  );
  return decisions;
}

/** Adds the leads that would own these phones at this point. */
async function addHolders(tx: TenantTransaction, { holders }: PhoneState, phones: string[]): Promise<void> {
  for (const { phone, id } of (await holdersOfPhones(tx, phones)).values()) holders.set(phone, id);
  const planned = await plannedPhones(tx, [...holders.values()], phones);
  const moved = new Set(planned.map(({ id }) => id));
  for (const [phone, id] of holders) if (moved.has(id)) holders.delete(phone);
  for (const { id, phone } of planned) holders.set(phone, id);
}

interface PlannedPhone {
  id: string;
  phone: string;
}

/** Dropped at the end of the transaction. */
async function beginPhonePlan(tx: TenantTransaction): Promise<void> {
  await tx.query('CREATE TEMP TABLE phone_plan (id uuid PRIMARY KEY, phone text NOT NULL) ON COMMIT DROP');
  await tx.query('CREATE INDEX ON phone_plan (phone)');
}

/** Adds planned phones, at most one for each lead. */
async function planPhones(tx: TenantTransaction, planned: readonly PlannedPhone[]): Promise<void> {
  await tx.query('INSERT INTO phone_plan SELECT * FROM unnest($1::uuid[], $2::text[])', [
    planned.map(({ id }) => id),
    planned.map(({ phone }) => phone),
  ]);
}

function plannedPhones(
  tx: TenantTransaction,
  ids: readonly string[],
  phones: readonly string[] = [],
): Promise<PlannedPhone[]> {
  return tx.query<PlannedPhone>(
    `SELECT id, phone FROM phone_plan WHERE id = ANY($1::uuid[])
     UNION SELECT id, phone FROM phone_plan WHERE phone = ANY($2::text[])`,
    [ids, phones],
  );
}

/** Performs a dry run of a phone update from a stored file in a thread. */
export default async function previewInThread(
  { database }: ThreadEnvironment,
  file: FormFile,
): Promise<PhonePreview> {
  const { scope } = await database();
  return scope.transaction((tx) => previewPhones(tx, rowsOfFile(scope, file, { type: 'updatePhones' })));
}
