import { isDeepStrictEqual } from 'node:util';
import type { GivenDelivery } from '#contract/order-delivery.ts';
import type { ChangedOrder, GivenCap, NewOrder, Order } from '#contract/orders.ts';
import { ORDERS_MAX } from '#contract/orders.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { canonicalCountry } from '../../lead/countries/canonical-country.ts';
import { clause } from '../../lead/list/index/finder.ts';
import { readOrderSecrets, writeOrderSecrets } from '../../lead/orders/deliveries/order-secret-writes.ts';
import { endDeliveries, resumeQueue } from '../../lead/orders/deliveries/outbox-writes.ts';
import { isSameDelivery, separateSecrets } from '../../lead/orders/deliveries/saved-delivery.ts';
import { countOrders, lockOrder } from '../../lead/orders/order-reads.ts';
import { hasEnded, isKnownZone, localTimes } from '../../lead/orders/period-reads.ts';
import type { StoredOrder } from '../../lead/orders/stored-order.ts';
import { firstSpelling, insertCustomer } from '../../lead/sales/customer-number-writes.ts';
import { type AuditEntry, writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids.ts';
import { type GivenOrder, insertOrder, lockOrders, removeOrder, writeOrder } from './order-writes.ts';
import { orderNotFound, requireOrder, shownOrders } from './shown-orders.ts';

/** @throws HttpError invalid_input naming the field, or conflict for too many orders */
export async function addOrder(tx: TenantTransaction, given: NewOrder, editor: Editor): Promise<Order> {
  await lockOrders(tx);
  if ((await countOrders(tx)) >= ORDERS_MAX) {
    throw new HttpError('conflict', `An organization has at most ${ORDERS_MAX} orders. Delete one first.`);
  }
  const saved = separateSecrets(given.delivery, null, new Date());
  const order = await checkedOrder(tx, { ...given, delivery: saved.delivery });
  await refuseEnded(tx, order);
  const id = newId();
  await insertOrder(tx, id, order, editor.actor.id);
  if (order.delivery.kind !== 'none') await writeOrderSecrets(tx, id, saved.secrets);
  const { name, customerNumber } = order;
  await announceOrder(tx, { action: 'create_order', resource: name, details: { customerNumber } }, editor);
  return withSecret(await shownOrder(tx, id), saved.made);
}

/**
 * Changes the given fields; `active: true` also resumes a paused order.
 * @throws HttpError not_found, or invalid_input naming the field
 */
export async function changeOrder(
  tx: TenantTransaction,
  id: string,
  change: ChangedOrder,
  editor: Editor,
): Promise<Order> {
  const held = await lockOrder(tx, id);
  if (held === null) throw orderNotFound();
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const before = givenPart(held);
  const saved = change.delivery === undefined ? null : await savedDelivery(tx, held, change.delivery);
  const order = await checkedOrder(tx, {
    ...before,
    ...given,
    delivery: saved === null ? held.delivery : saved.delivery,
  });
  const resumes = change.active === true && held.pausedAt !== null;
  if (order.endsOn !== held.endsOn || resumes || (order.active && !held.active)) await refuseEnded(tx, order);
  const fields = Object.keys(order).filter((field) => {
    const key = field as keyof GivenOrder;
    if (key === 'delivery') return saved?.isChanged === true;
    return !isDeepStrictEqual(before[key], order[key]);
  });
  if (fields.length > 0 || resumes) {
    await writeOrder(tx, id, order, { savedBy: editor.actor.id, resumes });
    if (saved !== null) await writeOrderSecrets(tx, id, saved.secrets);
    await resumeQueue(tx, id, { resumes });
    const details = { fields: fields.join(', '), ...(resumes && { resumed: true }) };
    await announceOrder(tx, { action: 'update_order', resource: order.name, details }, editor);
  }
  return withSecret(await shownOrder(tx, id), saved?.made);
}

async function savedDelivery(tx: TenantTransaction, { id, delivery }: StoredOrder, given: GivenDelivery) {
  const held = { delivery, secrets: (await readOrderSecrets(tx, id)) ?? {} };
  const saved = separateSecrets(given, held, new Date());
  return { ...saved, isChanged: !isSameDelivery(held, saved) };
}

/** A secret that the server made is shown once. */
function withSecret(order: Order, secret: string | undefined): Order {
  const { delivery } = order;
  return secret === undefined || delivery.kind !== 'webhook'
    ? order
    : { ...order, delivery: { ...delivery, secret } };
}

/** @throws HttpError not_found */
export async function deleteStoredOrder(tx: TenantTransaction, id: string, editor: Editor): Promise<void> {
  const name = await removeOrder(tx, id);
  if (name === null) throw orderNotFound();
  await endDeliveries(tx, id);
  await announceOrder(tx, { action: 'delete_order', resource: name }, editor);
}

async function announceOrder(
  tx: TenantTransaction,
  audit: Pick<AuditEntry, 'action' | 'resource' | 'details'>,
  editor: Editor,
): Promise<void> {
  await writeAudit(tx, { ...audit, ...editor });
  await announceLeads(tx, { aspects: ['sales'], ids: null });
}

async function shownOrder(tx: TenantTransaction, id: string): Promise<Order> {
  const [shown] = await shownOrders(tx, [await requireOrder(tx, id)]);
  if (shown === undefined) throw orderNotFound();
  return shown;
}

function givenPart(order: StoredOrder): GivenOrder {
  const { id: _id, pausedAt: _at, pauseReason: _reason, savedBy: _by, createdAt: _made, ...given } = order;
  return given;
}

/** Returns the order with the spelling of its customer, who has a record then, and the names of countries that leads have. */
async function checkedOrder(tx: TenantTransaction, order: GivenOrder): Promise<GivenOrder> {
  const { price, currency, caps, timeZone, where, customerNumber } = order;
  if (price !== null && currency === null) throw refused('currency', 'Choose a currency for the price');
  if (price === null && currency !== null) throw refused('price', 'Enter a price for the currency');
  if (price === null && caps.some(({ amount }) => amount !== undefined)) {
    throw refused('price', 'A cap with an amount needs a price per lead');
  }
  if (!(await isKnownZone(tx, timeZone))) throw refused('timeZone', `There is no time zone ${timeZone}`);
  if (where.length > 0) {
    // Jobs sell without a user.
    await clause({ ...tx, userId: null }, { where: JSON.stringify(where) });
  }
  const number = await firstSpelling(tx, customerNumber);
  await insertCustomer(tx, number);
  return { ...order, customerNumber: number, caps: caps.map(canonicalCap) };
}

async function refuseEnded(tx: TenantTransaction, { endsOn, timeZone }: GivenOrder): Promise<void> {
  const now = (await localTimes(tx, [timeZone])).get(timeZone);
  if (now === undefined || !hasEnded(endsOn, now)) return;
  throw refused('endsOn', `The order's last day was ${endsOn}. Choose today, a later day or none.`);
}

function canonicalCap({ country, ...cap }: GivenCap): GivenCap {
  return country === undefined ? cap : { ...cap, country: canonicalCountry(country).name };
}

function refused(field: string, message: string): HttpError {
  return new HttpError('invalid_input', message, { field });
}
