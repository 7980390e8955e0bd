import { z } from 'zod';
import { bulkOperation } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { CONDITIONS_MAX } from './lead-conditions.ts';
import { leadFilter } from './lead-filter.ts';
import { SELECTED_LEADS_MAX } from './limits.ts';
import { ORDERS_PATH } from './live-paths.ts';
import { givenDelivery, shownDelivery } from './order-delivery.ts';
import { checkTerms, currency, customerNumber, price, type SaleTerms } from './sale-terms.ts';
import { givenDay, id, idParams, messageReply, time, unlessEmpty } from './shapes.ts';

export const ORDER_NAME_MAX = 100;
export const CAPS_MAX = 50;
export const OPENING_ROWS_MAX = 50;
export const DUPLICATE_DAYS_MAX = 3_650;
/** Orders of an organization. */
export const ORDERS_MAX = 1_000;
/** Leads of one match by a filter. */
const MATCHED_MAX = 10_000;

/** Hours, days, weeks (from Monday) and months begin in the order's time zone. */
export const CAP_PERIODS = ['hour', 'day', 'week', 'month', 'total'] as const;
export type CapPeriod = (typeof CAP_PERIODS)[number];

const givenCap = z
  .strictObject({
    period: z.enum(CAP_PERIODS),
    /** Limits only leads of this country. */
    country: z.string().trim().min(1, 'Enter a country').max(200).optional(),
    leads: z.number('Enter a number of leads').int('Enter whole leads').min(1, 'Enter at least 1').optional(),
    /** In the order's currency, as text with two places in answers. */
    amount: price.refine((amount) => Number(amount) > 0, 'Enter an amount above 0').optional(),
  })
  .refine(({ leads, amount }) => leads !== undefined || amount !== undefined, {
    message: 'A cap needs a number of leads or an amount',
  });
export type GivenCap = z.output<typeof givenCap>;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Days from Monday, 1 to 7. A night is two rows; `to` may be 24:00. */
const openingHours = z
  .strictObject({
    days: z.array(z.number().int().min(1).max(7)).min(1, 'Choose at least one day').max(7),
    from: z.string().regex(CLOCK, 'Enter a time such as 09:00'),
    to: z.string().refine((text) => text === '24:00' || CLOCK.test(text), 'Enter a time such as 17:00'),
  })
  .refine(({ from, to }) => from < to, {
    message: 'Opening hours start before they end; a night is two rows',
    path: ['to'],
  });
export type OpeningHours = z.output<typeof openingHours>;

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const orderFields = {
  customerNumber,
  name: z.string().trim().min(1, 'Enter a name').max(ORDER_NAME_MAX),
  active: z.boolean(),
  /** Conditions as in the filter `where`; empty for all leads. */
  where: z.array(z.unknown()).max(CONDITIONS_MAX),
  /** Per lead. */
  price: price.nullable(),
  currency: currency.nullable(),
  /** 1 comes first. */
  priority: z.number().int('Enter a whole number').min(1, 'Enter 1 or more').max(1_000_000),
  /** Share among orders of the same priority. */
  weight: z.number().positive('Enter a weight above 0').max(1_000_000),
  /** Takes only unsold leads, and keeps them from other customers. */
  exclusive: z.boolean(),
  caps: z.array(givenCap).max(CAPS_MAX),
  /** IANA name, e.g. Europe/Berlin. */
  timeZone: z.string().max(100).refine(isTimeZone, 'Enter a time zone such as Europe/Berlin'),
  /** Empty for always. */
  hours: z.array(openingHours).max(OPENING_ROWS_MAX),
  /** Last day in the order's time zone, after which it pauses; null for none. */
  endsOn: givenDay.nullable(),
  /** Days in which the customer gets an email or phone once; 0 is off. */
  duplicateDays: z.number().int('Enter whole days').min(0, 'Enter 0 or more').max(DUPLICATE_DAYS_MAX),
  /** Outside the hours, `skip` takes no lead; `wait` takes it and delivers it at the next opening. */
  whenClosed: z.enum(['skip', 'wait']),
  /** Takes leads as imports, forms and programs create them. */
  autoSell: z.boolean(),
  delivery: givenDelivery,
};

function checkOrderTerms({ value, issues }: z.core.ParsePayload<OrderTerms>): void {
  const terms: SaleTerms = { price: value.price ?? undefined, currency: value.currency ?? undefined };
  checkTerms({ value: terms, issues });
}

interface OrderTerms {
  price?: string | null | undefined;
  currency?: string | null | undefined;
}

const newOrder = z
  .strictObject({
    ...orderFields,
    active: orderFields.active.default(true),
    where: orderFields.where.default([]),
    price: orderFields.price.default(null),
    currency: orderFields.currency.default(null),
    priority: orderFields.priority.default(1),
    weight: orderFields.weight.default(1),
    exclusive: orderFields.exclusive.default(true),
    caps: orderFields.caps.default([]),
    timeZone: orderFields.timeZone.default('UTC'),
    hours: orderFields.hours.default([]),
    endsOn: orderFields.endsOn.default(null),
    duplicateDays: orderFields.duplicateDays.default(0),
    whenClosed: orderFields.whenClosed.default('skip'),
    autoSell: orderFields.autoSell.default(false),
    delivery: orderFields.delivery.default({ kind: 'none' }),
  })
  .check(checkOrderTerms);
export type NewOrder = z.output<typeof newOrder>;

const changedOrder = z.strictObject(orderFields).partial();
export type ChangedOrder = z.output<typeof changedOrder>;

const cap = z.object({
  period: z.enum(CAP_PERIODS),
  country: z.string().optional(),
  leads: z.number().int().optional(),
  amount: z.string().optional(),
  /** Sold in the current period, without returned and undone sales. */
  used: z.object({ leads: z.number().int(), amount: z.string() }),
  isFull: z.boolean(),
  /** Next period's start for a full cap; null if it isn't full, and for `total`. */
  opensAt: time.nullable(),
});
export type OrderCap = z.infer<typeof cap>;

/**
 * A customer's wish for leads. In answers, each cap also says how full it is (`used`, `isFull`, `opensAt`); changes take caps without these.
 */
export const order = z.object({
  id,
  customerNumber: z.string(),
  customerName: z.string().nullable(),
  name: z.string(),
  active: z.boolean(),
  where: z.array(z.unknown()),
  price: z.string().nullable(),
  currency: z.string().nullable(),
  priority: z.number().int(),
  weight: z.number(),
  exclusive: z.boolean(),
  caps: z.array(cap),
  timeZone: z.string(),
  hours: z.array(z.object({ days: z.array(z.number().int()), from: z.string(), to: z.string() })),
  endsOn: z.iso.date().nullable(),
  duplicateDays: z.number().int(),
  whenClosed: z.enum(['skip', 'wait']),
  autoSell: z.boolean(),
  delivery: shownDelivery,
  /** The server stopped the order; `{active: true}` resumes it. */
  paused: z.object({ at: time, reason: z.string() }).nullable(),
  /** Within its hours now. */
  isOpen: z.boolean(),
  /** `endsOn` is over: it takes no lead, sends what is sold, and pauses. */
  hasEnded: z.boolean(),
  /** Leads sold through it, without returned and undone sales. */
  sold: z.number().int(),
  createdAt: time,
});
export type Order = z.infer<typeof order>;

/** By priority, then by name. */
export const listOrders = endpoint({
  method: 'GET',
  path: ORDERS_PATH,
  access: 'user',
  input: { query: z.strictObject({ customer: unlessEmpty(customerNumber.optional()) }) },
  status: 200,
  reply: z.array(order),
  errors: ['invalid_input'],
});

export const createOrder = endpoint({
  method: 'POST',
  path: ORDERS_PATH,
  access: 'admin',
  input: { body: newOrder },
  status: 201,
  reply: order,
  errors: ['invalid_input', 'conflict'],
});

export const getOrder = endpoint({
  method: 'GET',
  path: `${ORDERS_PATH}/:id`,
  access: 'user',
  input: { params: idParams },
  status: 200,
  reply: order,
  errors: ['not_found'],
});

/** `{active: true}` also resumes a paused order, unless `endsOn` is over and isn't changed too. */
export const updateOrder = endpoint({
  method: 'PATCH',
  path: `${ORDERS_PATH}/:id`,
  access: 'admin',
  input: { params: idParams, body: changedOrder },
  status: 200,
  reply: order,
  errors: ['invalid_input', 'not_found'],
});

/** Its sales stay. */
export const deleteOrder = endpoint({
  method: 'DELETE',
  path: `${ORDERS_PATH}/:id`,
  access: 'admin',
  input: { params: idParams },
  status: 200,
  reply: messageReply,
  errors: ['not_found'],
});

/** Reasons why an order doesn't take a lead. `sold`: the customer has it, or somebody holds it exclusively. */
export const ORDER_REFUSALS = [
  ...(['condition', 'cap', 'hours', 'duplicate', 'suppressed', 'noConsent'] as const),
  ...(['inactive', 'paused', 'sold'] as const),
] as const;
export type OrderRefusal = (typeof ORDER_REFUSALS)[number];

const leadIds = z.array(id).min(1).max(SELECTED_LEADS_MAX);

const orderMatch = z.object({
  leadId: id,
  orders: z.array(z.object({ orderId: id, matches: z.boolean(), reasons: z.array(z.enum(ORDER_REFUSALS)) })),
});
export type OrderMatch = z.infer<typeof orderMatch>;

/**
 * Sells nothing. Leads newest first, each with all orders by priority; a cap counts as full only if it has no place for this lead now. A filter
 * answers up to `limit` leads, those after the lead `after`.
 */
export const matchOrders = endpoint({
  method: 'POST',
  path: `${ORDERS_PATH}/match`,
  access: 'user',
  input: {
    body: z.union([
      z.strictObject({ leadIds }),
      z.strictObject({
        filter: leadFilter,
        limit: z.number().int().min(1).max(MATCHED_MAX).default(MATCHED_MAX),
        after: id.optional(),
      }),
    ]),
  },
  status: 200,
  reply: z.array(orderMatch),
  errors: ['invalid_input'],
});

const orderSale = bulkOperation.omit({ refused: true }).extend({
  sold: z.number().int(),
  refused: z.array(z.object({ leadId: id, reason: z.enum(ORDER_REFUSALS) })),
});
export type OrderSale = z.infer<typeof orderSale>;

/** Answers once the operation has ended; it can be undone like a bulk sale. */
export const sellOrder = endpoint({
  method: 'POST',
  path: `${ORDERS_PATH}/:id/sell`,
  access: 'user',
  input: {
    params: idParams,
    body: z.union([z.strictObject({ leadIds }), z.strictObject({ filter: leadFilter })]),
  },
  status: 201,
  reply: orderSale,
  errors: ['invalid_input', 'not_found'],
});
