import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DELIVERIES_PATH, ORDERS_PATH } from './live-paths.ts';
import { ANSWER_MEANINGS, givenDelivery } from './order-delivery.ts';
import { customerNumber } from './sale-terms.ts';
import { givenTime, id, idParams, time, unlessEmpty } from './shapes.ts';

const PAGE = 50;
const PAGE_MAX = 200;
const ANSWER_MAX = 4_096;
const KEY_MAX = 200;

/** `waiting`, `sending`, `unknown` and `failed` can be sent again; the others have ended. */
export const DELIVERY_STATES = [
  ...(['waiting', 'sending', 'accepted', 'rejected'] as const),
  ...(['duplicate', 'unknown', 'failed', 'canceled'] as const),
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A sold lead on its way to the buyer. Its id is the `webhook-id` of every attempt. */
export const saleDelivery = z.object({
  id,
  orderId: id,
  /** Null for a deleted order. */
  orderName: z.string().nullable(),
  customerNumber: z.string(),
  leadId: id,
  /** Name, email and phone; null for a lead that is gone. */
  lead: z.string().nullable(),
  saleId: id,
  state: z.enum(DELIVERY_STATES),
  /** Why it is in this state: from the buyer's answer, or what went wrong. */
  reason: z.string().nullable(),
  /** From the buyer's answer. */
  reference: z.string().nullable(),
  attempts: z.number().int(),
  lastAt: time.nullable(),
  /** Null if nothing is sent by itself. */
  nextAt: time.nullable(),
  createdAt: time,
});
export type SaleDelivery = z.infer<typeof saleDelivery>;

/** As sent, without secrets: a header's value is null. */
const sentRequest = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string().nullable()),
  body: z.string().nullable(),
});
export type SentRequest = z.infer<typeof sentRequest>;

/** The first 4 KB. */
const buyerAnswer = z.object({ status: z.number().int(), body: z.string() });
export type BuyerAnswer = z.infer<typeof buyerAnswer>;

/** `unknown`: no rule holds. */
const READINGS = [...ANSWER_MEANINGS, 'unknown'] as const;

/** Kept for 30 days. */
const deliveryAttempt = z.object({
  /** From 1. */
  number: z.number().int(),
  at: time,
  milliseconds: z.number().int(),
  request: sentRequest,
  /** Null if none came. */
  answer: buyerAnswer.nullable(),
  read: z.enum(READINGS).nullable(),
  /** From the answer, or why it is missing. */
  reason: z.string().nullable(),
});
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;

/** Newest first; the next page follows `cursor`, which is null after the last. */
export const listOrderDeliveries = endpoint({
  method: 'GET',
  path: DELIVERIES_PATH,
  access: 'user',
  input: {
    query: z.strictObject({
      orderId: unlessEmpty(id.optional()),
      customer: unlessEmpty(customerNumber.optional()),
      leadId: unlessEmpty(id.optional()),
      state: unlessEmpty(z.enum(DELIVERY_STATES).optional()),
      limit: unlessEmpty(z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE)),
      cursor: unlessEmpty(id.optional()),
    }),
  },
  status: 200,
  reply: z.object({ deliveries: z.array(saleDelivery), cursor: id.nullable() }),
  errors: ['invalid_input'],
});

const deliveryWithAttempts = saleDelivery.extend({ attemptsMade: z.array(deliveryAttempt) });
export type DeliveryWithAttempts = z.infer<typeof deliveryWithAttempts>;

/** Names, emails and phones in attempts are masked. `reveal=true`, for administrators, shows and audits them. */
export const getOrderDelivery = endpoint({
  method: 'GET',
  path: `${DELIVERIES_PATH}/:id`,
  access: 'user',
  input: {
    params: idParams,
    query: z.strictObject({ reveal: unlessEmpty(z.enum(['true', 'false']).default('false')) }),
  },
  status: 200,
  reply: deliveryWithAttempts,
  errors: ['invalid_input', 'forbidden', 'not_found'],
});

/** Sends an open or failed delivery again, at once and with the same `webhook-id`. */
export const replayDelivery = endpoint({
  method: 'POST',
  path: `${DELIVERIES_PATH}/:id/replay`,
  access: 'admin',
  input: { params: idParams },
  status: 200,
  reply: saleDelivery,
  errors: ['forbidden', 'not_found', 'conflict'],
});

/** Replays an order's open and failed deliveries, those of one state or sold within a time. */
export const replayDeliveries = endpoint({
  method: 'POST',
  path: `${DELIVERIES_PATH}/replay`,
  access: 'admin',
  input: {
    body: z.strictObject({
      orderId: id,
      state: z.enum(['waiting', 'unknown', 'failed']).optional(),
      from: givenTime.optional(),
      before: givenTime.optional(),
    }),
  },
  status: 200,
  reply: z.object({ replayed: z.number().int() }),
  errors: ['invalid_input', 'forbidden', 'not_found'],
});

/** The sale stays. */
export const cancelDelivery = endpoint({
  method: 'POST',
  path: `${DELIVERIES_PATH}/:id/cancel`,
  access: 'admin',
  input: { params: idParams },
  status: 200,
  reply: saleDelivery,
  errors: ['forbidden', 'not_found', 'conflict'],
});

/** A request and its answer; `answer` and `read` are null if nothing was sent or no answer came. */
const deliveryTest = z.object({
  request: sentRequest,
  answer: buyerAnswer.nullable(),
  read: z.enum(READINGS).nullable(),
  /** From the answer, or why it is missing. */
  reason: z.string().nullable(),
  price: z.string().nullable(),
  reference: z.string().nullable(),
});
export type DeliveryTest = z.infer<typeof deliveryTest>;

/** Sends a lead, or made-up values, with the header `webhook-test: true`. Sells nothing. */
export const testOrder = endpoint({
  method: 'POST',
  path: `${ORDERS_PATH}/:id/test`,
  access: 'admin',
  input: { params: idParams, body: z.strictObject({ leadId: id.optional() }) },
  status: 200,
  reply: deliveryTest,
  errors: ['invalid_input', 'forbidden', 'not_found', 'conflict'],
});

/**
 * The request that a delivery makes of a lead, or of made-up values, before it is saved. `send` sends it as a test; otherwise `recorded` is
 * read as its answer. With `orderId`, secrets that `delivery` lacks are those of the order.
 */
export const previewDelivery = endpoint({
  method: 'POST',
  path: `${DELIVERIES_PATH}/preview`,
  access: 'admin',
  input: {
    body: z.strictObject({
      delivery: givenDelivery,
      orderId: id.optional(),
      leadId: id.optional(),
      send: z.boolean().default(false),
      recorded: z
        .strictObject({ status: z.number().int().min(100).max(599), body: z.string().max(ANSWER_MAX) })
        .optional(),
    }),
  },
  status: 200,
  reply: deliveryTest,
  errors: ['invalid_input', 'forbidden', 'not_found', 'conflict'],
});

/** File of a link in an email, for anyone with the link: the leads that are still sold. It expires after 7 days, and each download is audited. */
export const downloadDelivery = endpoint({
  method: 'GET',
  path: `${DELIVERIES_PATH}/file`,
  access: 'public',
  /** Logs leave queries out. */
  input: { query: z.strictObject({ key: z.string().max(KEY_MAX) }) },
  status: 200,
  reply: z.string(),
  errors: ['invalid_input', 'not_found'],
});

/** Settings that emails lack on the server, of which links need `PUBLIC_URL`, and the administrators who are emailed about their orders. */
export const emailSettings = endpoint({
  method: 'GET',
  path: `${DELIVERIES_PATH}/email-settings`,
  access: 'admin',
  input: {},
  status: 200,
  reply: z.object({
    missing: z.array(z.enum(['SMTP_URL', 'PUBLIC_URL'])),
    /** Administrators with an email as username; emailed when an order pauses or is full. */
    told: z.array(z.string()),
  }),
  errors: [],
});
