import { z } from 'zod';
import { bulkOperation, leadSelection } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { fileChoice } from './exports.ts';
import { leadSort } from './lead-sort.ts';
import { checkTerms, customerNumber, saleTerms } from './sale-terms.ts';
import { id, idParams, time, unlessEmpty } from './shapes.ts';

/** Maximum `limit`; a delivery of all matches has none. */
const LIMIT_MAX = 10_000;

/**
 * Sells leads and fixes the leads of the delivery's file. Already sold leads are in neither; the operation
 * counts them as unchanged (same customer) or refused.
 */
export const startDelivery = endpoint({
  method: 'POST',
  path: '/api/leads/deliveries',
  access: 'user',
  input: {
    body: z
      .strictObject({
        selection: leadSelection,
        /** Sells only the filter's first leads, in file order. */
        limit: z.union([z.literal('all'), z.number().int().min(1).max(LIMIT_MAX)]).default('all'),
        customerNumber,
        ...saleTerms,
        ...fileChoice,
        ...leadSort,
      })
      .check(checkTerms),
  },
  status: 201,
  reply: bulkOperation,
  errors: ['invalid_input', 'forbidden'],
});

/** Replies with a file, with the headers of `exportLeads`: the leads that the bulk sale still sells. */
export const deliveryFile = endpoint({
  method: 'GET',
  path: '/api/leads/deliveries/:id',
  access: 'user',
  input: { params: idParams },
  reply: z.string(),
  errors: ['invalid_input', 'forbidden', 'not_found', 'conflict', 'too_many_requests'],
});

export const bulkSale = z.object({
  /** Id of the bulk operation. */
  id,
  soldAt: time,
  soldBy: z.string(),
  sold: z.number().int(),
  undone: z.boolean(),
});

export type BulkSale = z.infer<typeof bulkSale>;

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/leads/deliveries',
  access: 'user',
  input: {
    query: z.strictObject({
      customer: customerNumber,
      limit: unlessEmpty(z.coerce.number().int().min(1).max(100).default(10)),
      offset: unlessEmpty(z.coerce.number().int().min(0).max(100_000).default(0)),
    }),
  },
  reply: z.object({ deliveries: z.array(bulkSale), total: z.number().int() }),
  errors: ['invalid_input'],
});
