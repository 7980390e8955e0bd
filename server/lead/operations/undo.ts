import type { TenantTransaction } from '../../platform/db/scope.ts';
import { loadCustomFields } from '../custom-fields/reads.ts';
import { searchNotesOf } from '../edits/note-writes.ts';
import { roomOfOrders } from '../orders/cap-reads.ts';
import { lockOrder } from '../orders/order-reads.ts';
import { suppressedMessage } from '../suppression/admission.ts';
import { askLists, type Hit, isHit, listsOfHits, NO_HIT } from '../suppression/suppression-reads.ts';
import { writeBatch } from './batch-writes.ts';
import {
  assignedTo,
  checkedAs,
  NOTES_REMOVED,
  newPhones,
  SALES_REOPENED,
  SALES_UNDONE,
  sqlChangeOf,
} from './bulk-writes.ts';
import { holdersOfIdentities, type IdentityClaim, rivalsFor } from './identities.ts';
import type { Counts, OperationWork, UndoAction } from './operation.ts';
import { type ReportedLead, reportConflicts } from './report-writes.ts';
import { leadsOfOperation, lockLeadsInOrder } from './selection-reads.ts';
import { unreturnableLeads } from './suppressed-lead-reads.ts';
import {
  eventJoin,
  IS_AS_LEFT,
  identitiesPutBack,
  putBack,
  recordedColumns,
  returnedOrderSales,
} from './undo-reads.ts';

type Undone = Exclude<UndoAction['of'], { type: 'mergeDuplicates' }>;

/** Leads that an undo puts back: those of the batch that are able to, and the ones that hold their identities. */
interface PuttingBack {
  ids: readonly string[];
  /** Leads whose valid phone goes back to another one. */
  freed: readonly string[];
  refused: number;
  /** Refused leads that are on a suppression list. */
  hits: readonly Hit[];
}

/**
 * Puts back the columns that the events of an operation hold. Refuses leads changed since, and those whose old email or phone another lead
 * has; if that lead got it in the same operation, both are put back together.
 */
export async function undoBatch(
  tx: TenantTransaction,
  work: OperationWork,
  undone: Undone,
  batch: readonly string[],
): Promise<Counts> {
  const operation = work.undoes ?? '';
  const recorded = await columnsOf(tx, undone, operation, batch);
  const { ids, freed, refused, hits } = getsIdentities(undone, recorded)
    ? await withHolders(tx, work, batch)
    : { ids: batch, freed: [], refused: 0, hits: [] };
  const onLists: Awaited<ReturnType<typeof unreturnableLeads>> =
    undone.type === 'returnSale' ? await unreturnableLeads(tx, operation, ids) : new Map();
  const left = onLists.size === 0 ? ids : ids.filter((id) => !onLists.has(id));
  const withoutPlace = undone.type === 'returnSale' ? await salesWithoutPlace(tx, operation, left) : [];
  const beyond = new Set(withoutPlace.map(({ id }) => id));
  const able = beyond.size === 0 ? left : left.filter((id) => !beyond.has(id));
  const columns = freed.length === 0 ? recorded : [...new Set([...recorded, 'number_valid'])];
  const custom = columns.includes('custom_data')
    ? [(await loadCustomFields(tx)).map(({ name }) => name)]
    : [];
  const { changed } = await writeBatch(
    tx,
    work,
    able,
    {
      kind: 'undo',
      set: [...columns.map(putBack), ...trashOf(undone)],
      when: IS_AS_LEFT,
      columns,
      values: [operation, ...custom],
      joins: eventJoin('$8::uuid', 'p'),
      also: salesOf(undone),
    },
    freed,
  );
  if (undone.type === 'note') await searchNotesOf(tx, able);
  await reportConflicts(tx, work, [...[...onLists].map(reportedReturn), ...withoutPlace]);
  return {
    changed,
    unchanged: 0,
    refused: refused + ids.length - changed,
    suppressed: hits.length + onLists.size,
    lists: listsOfHits([...hits, ...[...onLists.values()].map(({ hit }) => hit)]),
  };
}

/** The columns that an action writes; those of a field depend on the lead. */
async function columnsOf(
  tx: TenantTransaction,
  undone: Undone,
  operation: string,
  batch: readonly string[],
): Promise<readonly string[]> {
  switch (undone.type) {
    case 'setField':
      return recordedColumns(tx, operation, batch);
    case 'updateHlr':
      return checkedAs(undone.hlrType === 'phone' ? 'hlr' : 'whatsapp', [], '').columns;
    case 'assign':
      return assignedTo([]).columns;
    case 'fixPhones':
    case 'updatePhones':
      return newPhones([]).columns;
    default:
      return sqlChangeOf(undone).columns;
  }
}

/** A fixed phone goes back to one that is no identity. */
function getsIdentities(undone: Undone, columns: readonly string[]): boolean {
  if (undone.type === 'delete') return true;
  return columns.includes('email') || (columns.includes('phone') && undone.type !== 'fixPhones');
}

function trashOf({ type }: Undone): string[] {
  if (type === 'delete') return ['deleted_at = NULL'];
  return type === 'restore' ? ['deleted_at = now()'] : [];
}

function salesOf({ type }: Undone): string[] {
  if (type === 'note') return [NOTES_REMOVED];
  if (type === 'markSold') return [SALES_UNDONE];
  return type === 'returnSale' ? [SALES_REOPENED] : [];
}

async function withHolders(
  tx: TenantTransaction,
  work: OperationWork,
  batch: readonly string[],
): Promise<PuttingBack> {
  const back: Awaited<ReturnType<typeof identitiesPutBack>> = [];
  const hits: Hit[] = [];
  const looked = new Set<string>();
  const holders = new Map<string, string>();
  for (let wanted = [...batch]; wanted.length > 0; ) {
    if (looked.size > 0) await lockLeadsInOrder(tx, wanted);
    for (const id of wanted) looked.add(id);
    const { clean, listed } = await askedLists(tx, await identitiesPutBack(tx, work.undoes ?? '', wanted));
    hits.push(...listed);
    back.push(...clean);
    for (const [identity, id] of await holdersOfIdentities(tx, clean)) holders.set(identity, id);
    wanted = [...new Set(holders.values())].filter((id) => !looked.has(id));
  }
  const rivals = rivalsFor(back, holders, new Map(back.map(({ id, gives }) => [id, gives])));
  const ids = back.flatMap(({ id }) => (rivals.has(id) ? [] : [id]));
  const able = new Set(ids);
  const others = batch.filter((id) => !able.has(id));
  // A lead can be put back with one of an earlier batch.
  const before = others.length === 0 ? [] : await leadsOfOperation(tx, work.id, others);
  const got = new Set(back.flatMap(({ id, gets }) => (able.has(id) ? gets : [])));
  const freed = back.flatMap(({ id, gives }) =>
    able.has(id) && gives.some((identity) => got.has(identity)) ? [id] : [],
  );
  return { ids, freed, refused: others.length - before.length, hits };
}

/** Separates leads that would get an email or phone that is on a suppression list. */
async function askedLists<C extends IdentityClaim>(
  tx: TenantTransaction,
  claims: readonly C[],
): Promise<{ clean: C[]; listed: Hit[] }> {
  const hits = await askLists(
    tx,
    claims.map(({ gets }) => ({
      email: gets.find((one) => one.includes('@')) ?? null,
      phone: gets.find((one) => !one.includes('@')) ?? null,
    })),
  );
  return { clean: claims.filter((_, at) => !isHit(hits[at] ?? NO_HIT)), listed: hits.filter(isHit) };
}

function reportedReturn([id, { hit, identifier, customer }]: [
  string,
  { hit: Hit; identifier: string; customer: string },
]): ReportedLead {
  return { id, identifier, value: customer, country: null, message: suppressedMessage(hit) };
}

/** Returns the leads whose sale can't be reopened: others took its place within a cap of the order. */
async function salesWithoutPlace(
  tx: TenantTransaction,
  operation: string,
  ids: readonly string[],
): Promise<ReportedLead[]> {
  const sales = await returnedOrderSales(tx, operation, ids);
  const refused: ReportedLead[] = [];
  for (const [id, ofOrder] of Map.groupBy(sales, ({ orderId }) => orderId)) {
    const order = await lockOrder(tx, id);
    if (order === null) continue;
    const caps = (await roomOfOrders(tx, [order])).get(id)?.caps ?? [];
    for (const { leadId, customerNumber, country, soldAt } of ofOrder) {
      const counting = caps.filter((cap) => cap.concerns(country) && cap.counts(soldAt));
      const full = counting.find((cap) => cap.isFull);
      if (full === undefined) {
        for (const cap of counting) cap.take();
        continue;
      }
      refused.push({
        ...{ id: leadId, identifier: leadId, value: customerNumber, country: null },
        message: `The cap of the order ${order.name} is full: ${full.text}`,
      });
    }
  }
  return refused;
}
