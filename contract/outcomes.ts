import { z } from 'zod';
import { money } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { OUTCOMES_PATH } from './live-paths.ts';
import { currency, customerNumber, price } from './sale-terms.ts';
import { givenDay, id, unlessEmpty } from './shapes.ts';

export const SALE_OUTCOMES = ['accepted', 'rejected', 'converted', 'returned'] as const;
export type SaleOutcome = (typeof SALE_OUTCOMES)[number];

/** Rows of an imported file. */
export const OUTCOME_ROWS_MAX = 10_000;

const REASON_MAX = 200;
const SOURCE_MAX = 1_000;
/** Sources with a cost. */
export const SOURCE_COSTS_MAX = 1_000;
const count = z.number().int();

const outcomeBody = z
  .strictObject({
    deliveryId: id.optional().meta({ description: '`webhook-id` of the delivery' }),
    leadId: id.optional().meta({ description: 'ID of the lead, if the delivery has none' }),
    outcome: z.enum(SALE_OUTCOMES).meta({
      description:
        '`accepted` and `rejected` decide an open delivery; `returned` gives the lead back within the return window',
    }),
    reason: z.string().trim().max(REASON_MAX).optional(),
    revenue: price.optional().meta({ description: 'Of `converted`, in the currency of the sale' }),
  })
  .refine(
    ({ deliveryId, leadId }) => (deliveryId === undefined) !== (leadId === undefined),
    'Send either deliveryId or leadId',
  )
  .refine(({ outcome, revenue }) => revenue === undefined || outcome === 'converted', {
    path: ['revenue'],
    message: 'Only a converted lead has revenue',
  });

export const recordPublicOutcome = endpoint({
  method: 'POST',
  path: '/api/v1/outcomes',
  access: 'token:outcomes',
  summary: 'Report what became of a lead that the customer bought',
  input: { body: outcomeBody },
  status: 201,
  reply: z.object({
    success: z.literal(true),
    recorded: z.boolean().meta({ description: 'false if the outcome was known already' }),
    leadId: id,
    deliveryId: id.nullable(),
    outcome: z.enum(SALE_OUTCOMES),
  }),
  errors: [
    'invalid_input',
    'not_found',
    'outcome_refused',
    'idempotency_in_flight',
    'idempotency_mismatch',
    'too_large',
  ],
});

export const outcomeForm = z.strictObject({ customerNumber });

/** `matched`: recorded, or known before. `notMatched`: the customer bought no such lead. */
const ROW_RESULTS = ['matched', 'notMatched', 'refused'] as const;

const outcomeRow = z.object({
  /** In the file, from 1. */
  row: count,
  /** Names the lead in the file. */
  identifier: z.string(),
  outcome: z.string(),
  result: z.enum(ROW_RESULTS),
  message: z.string(),
  leadId: id.nullable(),
  deliveryId: id.nullable(),
});
export type OutcomeRow = z.infer<typeof outcomeRow>;

const importedOutcomes = z.object({
  matched: count,
  notMatched: count,
  refused: count,
  rows: z.array(outcomeRow),
});
export type ImportedOutcomes = z.infer<typeof importedOutcomes>;

/** All rows are recorded in one transaction. */
export const importOutcomes = endpoint({
  method: 'POST',
  path: `${OUTCOMES_PATH}/import`,
  access: 'user',
  input: {},
  body: 'multipart',
  status: 200,
  reply: importedOutcomes,
  errors: ['invalid_input', 'unreadable_file', 'too_large', 'unsupported_media_type'],
});

const outcomeFigures = z.object({
  /** Sales of the period, rejected ones too. */
  sold: count,
  /** Sales that reached the buyer: accepted, rejected, or handed over without an answer. */
  delivered: count,
  accepted: count,
  rejected: count,
  /** Most frequent first; all of `rejected`. */
  rejectedBy: z.array(z.object({ reason: z.string(), leads: count })),
  returned: count,
  converted: count,
  /** Prices of sales without rejected and returned ones. */
  revenue: z.array(money),
  /** Revenue minus the costs of leads, for sources with a cost; empty without one. Rejected leads cost nothing, each other lead once. */
  margin: z.array(money),
  /** As buyers report it; the currency is empty for sales without a price. */
  buyerRevenue: z.array(money),
});
export type OutcomeFigures = z.infer<typeof outcomeFigures>;

/** Inclusive UTC days, by default the last 30. All time begins with the first lead, import or sale. */
const period = z.strictObject({
  from: unlessEmpty(givenDay.optional()),
  to: unlessEmpty(givenDay.optional()),
  period: unlessEmpty(z.enum(['all']).optional()),
  customer: unlessEmpty(customerNumber.optional()),
});

/** Most rows of figures in a reply; a file has all. */
export const OUTCOME_FIGURES_MAX = 500;

const sourceCost = z.object({ source: z.string(), cost: z.string(), currency: z.string() });
export type SourceCost = z.infer<typeof sourceCost>;

/** Sets the cost of a lead from a source; null forgets it. */
export const saveSourceCost = endpoint({
  method: 'PUT',
  path: '/api/source-costs',
  access: 'admin',
  input: {
    body: z
      .strictObject({
        source: z.string().trim().min(1, 'Choose a source').max(SOURCE_MAX),
        cost: price.nullable(),
        currency: currency.nullable(),
      })
      .refine(({ cost, currency: code }) => (cost === null) === (code === null), {
        path: ['currency'],
        message: 'Choose a currency for the cost',
      }),
  },
  status: 200,
  reply: z.object({ costs: z.array(sourceCost) }),
  errors: ['invalid_input', 'conflict'],
});

/** A sale counts on the day it was made, with everything that became of it since. */
export const listOutcomes = endpoint({
  method: 'GET',
  path: OUTCOMES_PATH,
  access: 'user',
  input: { query: period },
  status: 200,
  reply: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    /** Sums of all rows, also those left out. */
    total: outcomeFigures,
    /** Most sales first. */
    rows: z.array(
      outcomeFigures.extend({
        /** Empty for leads without a source. */
        source: z.string(),
        customer: z.string(),
        name: z.string().nullable(),
      }),
    ),
    leftOut: count,
    costs: z.array(sourceCost),
  }),
  errors: ['invalid_input'],
});

/** Replies with a CSV file of all rows. */
export const exportOutcomes = endpoint({
  method: 'GET',
  path: `${OUTCOMES_PATH}/file`,
  access: 'user',
  input: { query: period },
  status: 200,
  reply: z.string(),
  errors: ['invalid_input'],
});
