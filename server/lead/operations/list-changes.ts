import type { TenantTransaction } from '../../platform/db/scope.ts';
import { unsoldWithoutConsent } from '../conditions/required-consent-reads.ts';
import { keysOfLeads } from '../orders/person-key-reads.ts';
import { holdersOfPhones } from '../phones/lead-number-reads.ts';
import { suppressedMessage } from '../suppression/admission.ts';
import { listsOf } from '../suppression/suppression-reads.ts';
import { writeBatch } from './batch-writes.ts';
import { checkedAs, newPhones, saleTo } from './bulk-writes.ts';
import { decidePhones, leadIdOf, listedPhones, readRows } from './decide-phones.ts';
import { matchRows } from './match-rows.ts';
import { leadsOfGroup, mergeGroups } from './merge-groups.ts';
import {
  type ListAction,
  type ListRow,
  MANUAL_ENTRY,
  type MarkSoldList,
  type OperationWork,
  type RowAction,
  type RowOutcome,
  type RowResult,
  type StoredAction,
} from './operation.ts';
import { leadsOfOperation } from './selection-reads.ts';
import { unsaleableLeads } from './suppressed-lead-reads.ts';
import { readTargetLeads, type TargetLead } from './target-lead-reads.ts';

/** The same limit as for the status that applies to all rows. */
const MAX_STATUS_CHARACTERS = 100;

/** Changes the leads that rows name; each row has one result. */
export function changeRows(
  tx: TenantTransaction,
  work: OperationWork,
  action: RowAction,
  rows: readonly ListRow[],
): Promise<RowResult[]> {
  switch (action.type) {
    case 'updateHlr':
      return setStatuses(tx, work, action, rows);
    case 'markSoldList':
      return sellLeads(tx, work, action, rows);
    case 'updatePhones':
      return setPhones(tx, work, rows);
    case 'mergeDuplicates':
      return mergeGroups(tx, work, rows);
  }
}

/** The same status again is a change: the number was checked again. */
async function setStatuses(
  tx: TenantTransaction,
  work: OperationWork,
  { hlrType, statusValue }: Extract<ListAction, { type: 'updateHlr' }>,
  rows: readonly ListRow[],
): Promise<RowResult[]> {
  const isTooLong = ({ value }: ListRow): boolean => (value ?? '').length > MAX_STATUS_CHARACTERS;
  const { matched, settled } = await matchRows(
    tx,
    work,
    'phone',
    rows.filter((row) => !isTooLong(row)),
  );
  const statuses = matched.map(({ row }) => row.value ?? statusValue);
  const source = work.detail === MANUAL_ENTRY ? 'manual' : (work.detail ?? '');
  const column = hlrType === 'phone' ? 'hlr' : 'whatsapp';
  await writeBatch(
    tx,
    work,
    matched.map(({ lead }) => lead.id),
    checkedAs(column, statuses, source),
  );
  return [
    ...settled,
    ...rows.filter(isTooLong).map(({ rowNumber }): RowResult => {
      const message = `The status is longer than ${MAX_STATUS_CHARACTERS} characters`;
      return { rowNumber, outcome: 'invalid', leadId: null, key: null, message };
    }),
    ...matched.map(({ row: { rowNumber }, lead: { id } }): RowResult => {
      return { rowNumber, outcome: 'changed', leadId: id, key: id, message: null };
    }),
  ];
}

/** Sales are exclusive: the row lock serializes two lists, and the second finds the lead sold. */
async function sellLeads(
  tx: TenantTransaction,
  work: OperationWork,
  action: MarkSoldList,
  rows: readonly ListRow[],
): Promise<RowResult[]> {
  const { matched, settled } = await matchRows(tx, work, action.identifierType, rows);
  const ids = matched.map(({ lead }) => lead.id);
  const onLists = await unsaleableLeads(tx, ids, action.customerNumber);
  const without = await unsoldWithoutConsent(tx, ids);
  const results = matched.map(({ row: { rowNumber }, lead }): RowResult => {
    const hit = onLists.get(lead.id);
    const sale =
      hit !== undefined
        ? ({ outcome: 'suppressed', message: suppressedMessage(hit), lists: listsOf(hit) } as const)
        : without.has(lead.id)
          ? NO_CONSENT
          : saleOf(lead, action.customerNumber);
    return { rowNumber, leadId: lead.id, key: lead.id, ...sale };
  });
  const sold = results.flatMap(({ outcome, key }) => (outcome === 'changed' && key !== null ? [key] : []));
  await writeBatch(tx, work, sold, saleTo(action, await keysOfLeads(tx, sold)));
  return [...settled, ...results];
}

const NO_CONSENT = { outcome: 'no_consent', message: 'The consent that sales require is missing' } as const;

function saleOf(lead: TargetLead, customer: string): { outcome: RowOutcome; message: string | null } {
  if (!lead.isSold) return { outcome: 'changed', message: null };
  if (lead.customerNumber === customer) {
    return { outcome: 'unchanged', message: 'Already sold to this customer' };
  }
  const to = lead.customerNumber === null ? 'another customer' : `customer ${lead.customerNumber}`;
  return { outcome: 'already_sold', message: `Already sold to ${to}` };
}

/** Returns the leads and phones that rows concern, or null for leads named by phone, which are found once earlier batches are committed. */
export async function touchedBy(
  tx: TenantTransaction,
  { type }: StoredAction,
  rows: readonly ListRow[],
): Promise<ReadonlySet<string> | null> {
  if (type === 'mergeDuplicates') return new Set(rows.flatMap(leadsOfGroup));
  if (type !== 'updatePhones') return null;
  const leads = await readTargetLeads(tx, [...new Set(rows.flatMap((row) => leadIdOf(row) ?? []))]);
  const phones = [...leads.values()].flatMap(({ phone }) => phone ?? []);
  return new Set([...leads.keys(), ...phones, ...readRows(rows, leads).flatMap(({ phone }) => phone ?? [])]);
}

/** Gives leads the new phones of rows that name them by id. */
async function setPhones(
  tx: TenantTransaction,
  work: OperationWork,
  rows: readonly ListRow[],
): Promise<RowResult[]> {
  const ids = [...new Set(rows.flatMap((row) => leadIdOf(row) ?? []))];
  const leads = await readTargetLeads(tx, ids, 'FOR UPDATE');
  const read = readRows(rows, leads);
  const holders = await holdersOfPhones(
    tx,
    read.flatMap(({ phone }) => phone ?? []),
  );
  const decisions = decidePhones(read, {
    leads: new Map(leads),
    holders: new Map([...holders].map(([phone, { id }]) => [phone, id])),
    listed: await listedPhones(tx, read),
    changed: new Set(work.rowCursor === 0 ? [] : await leadsOfOperation(tx, work.id, ids)),
  });
  const writes = decisions.flatMap(({ result, write }) =>
    result.outcome === 'changed' && write !== null ? [write] : [],
  );
  const phones = new Set(writes.map(({ phone }) => phone));
  await writeBatch(
    tx,
    work,
    writes.map(({ id }) => id),
    newPhones(writes.map(({ phone }) => phone)),
    writes.flatMap(({ id, before }) => (before.numberValid && phones.has(before.phone ?? '') ? [id] : [])),
  );
  return decisions.map(({ result }) => result);
}
