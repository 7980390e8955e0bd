import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { leadFilter } from './lead-filter.ts';
import { noteText } from './leads.ts';
import { OWNERS_MAX, SELECTED_LEADS_MAX } from './limits.ts';
import { checkTerms, customerNumber, returnReason, saleTerms } from './sale-terms.ts';
import { id, idParams, time } from './shapes.ts';

export const leadSelection = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(SELECTED_LEADS_MAX) }),
  z.strictObject({ filter: leadFilter }),
]);

/** A lead field's value, as in an edit; null or an empty text clears the field. */
const fieldValue = z.union([
  z.string().max(10_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(200)).max(50),
  z.null(),
]);

const tags = z.array(z.string().trim().min(1).max(200)).min(1).max(50);

export const bulkAction = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('status'), status: z.string().trim().min(1).max(100) }),
  /** `field`: a lead field's key, or `custom:<name>`. */
  z.strictObject({ type: z.literal('setField'), field: z.string().min(1).max(200), value: fieldValue }),
  z.strictObject({ type: z.literal('addTags'), tags }),
  z.strictObject({ type: z.literal('removeTags'), tags }),
  /** To one user, to several in turn, or to none. */
  z.strictObject({ type: z.literal('assign'), owners: z.array(id).max(OWNERS_MAX) }),
  z.strictObject({ type: z.literal('note'), text: noteText }),
  z.strictObject({ type: z.literal('markSold'), customerNumber, ...saleTerms }).check(checkTerms),
  z.strictObject({ type: z.literal('returnSale'), reason: returnReason }),
  z.strictObject({ type: z.literal('delete') }),
  z.strictObject({ type: z.literal('restore') }),
  /** Deletes leads from the trash permanently; administrators only. */
  z.strictObject({ type: z.literal('purge') }),
]);

export type BulkAction = z.infer<typeof bulkAction>;
export type LeadSelection = z.infer<typeof leadSelection>;

const OPERATION_KINDS = [
  'status',
  'setField',
  'addTags',
  'removeTags',
  'assign',
  'note',
  'markSold',
  'returnSale',
  'delete',
  'restore',
  'purge',
  'undo',
  'updateHlr',
  'updateWhatsapp',
  'markSoldList',
  'fixPhones',
  'updatePhones',
  'mergeDuplicates',
  'suppress',
  'anonymise',
  'erase',
] as const;

/**
 * Progress of a bulk operation. `changed + unchanged + refused = done`. Refused: sold to another customer,
 * on a suppression list, without a required consent, identity taken or left without, and list rows that match no
 * lead or can't be read. A merge of duplicates counts groups.
 */
export const bulkOperation = z.object({
  id,
  action: z.enum(OPERATION_KINDS),
  status: z.enum(['processing', 'completed', 'failed', 'canceled']),
  total: z.number().int(),
  done: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** People on a suppression list among the refused. */
  suppressed: z.number().int(),
  /** Names of the lists that they are on. */
  lists: z.array(z.string()).optional(),
  /** Refused by a sale for lack of a required consent. */
  noConsent: z.number().int().optional(),
  undone: z.boolean(),
  /** New entries of a file for a suppression list, known ones, and lines that can't be read. */
  added: z.number().int().optional(),
  existing: z.number().int().optional(),
  invalid: z.number().int().optional(),
  /** File name of a list or `Manual entry`, the set field with its value, or the order of a sale; otherwise null. */
  detail: z.string().nullable(),
  /** Buyer and price per lead of a sale. */
  sale: z
    .object({
      customerNumber: z.string(),
      customerName: z.string().nullable(),
      price: z.string().nullable(),
      currency: z.string().nullable(),
    })
    .optional(),
  createdBy: z.string(),
  createdAt: time,
  finishedAt: time.nullable(),
});

export type BulkOperation = z.infer<typeof bulkOperation>;

export const previewBulk = endpoint({
  method: 'POST',
  path: '/api/leads/bulk/preview',
  access: 'user',
  input: { body: z.strictObject({ selection: leadSelection }) },
  /** `noConsent`: leads that sales and exports leave out; only where consent is required. */
  reply: z.object({ total: z.number().int(), noConsent: z.number().int().optional() }),
  errors: ['invalid_input'],
});

export const startBulk = endpoint({
  method: 'POST',
  path: '/api/leads/bulk',
  access: 'user',
  input: { body: z.strictObject({ selection: leadSelection, action: bulkAction }) },
  status: 201,
  reply: bulkOperation,
  errors: ['invalid_input', 'forbidden'],
});

export const listBulk = endpoint({
  method: 'GET',
  path: '/api/leads/bulk',
  access: 'user',
  input: {
    query: z.strictObject({
      /** Comma-separated operation kinds. */
      kinds: z
        .string()
        .optional()
        .transform((text) => text?.split(',') ?? [...OPERATION_KINDS])
        .pipe(z.array(z.enum(OPERATION_KINDS))),
    }),
  },
  reply: z.array(bulkOperation),
  errors: ['invalid_input'],
});

/** Replies with a file: row number, identifier, outcome and reason per row. */
export const bulkReport = endpoint({
  method: 'GET',
  path: '/api/leads/bulk/:id/report',
  access: 'user',
  input: { params: idParams },
  reply: z.string(),
  errors: ['forbidden', 'not_found'],
});

export const getBulk = endpoint({
  method: 'GET',
  path: '/api/leads/bulk/:id',
  access: 'user',
  input: { params: idParams },
  reply: bulkOperation,
  errors: ['not_found'],
});

export const undoBulk = endpoint({
  method: 'POST',
  path: '/api/leads/bulk/:id/undo',
  access: 'user',
  input: { params: idParams },
  status: 201,
  reply: bulkOperation,
  errors: ['not_found', 'conflict'],
});

/** Stops a merge of duplicates; merged groups stay and can be undone. */
export const cancelBulk = endpoint({
  method: 'POST',
  path: '/api/leads/bulk/:id/cancel',
  access: 'user',
  input: { params: idParams },
  status: 200,
  reply: bulkOperation,
  errors: ['not_found', 'conflict'],
});

export const cleanupNoEmail = endpoint({
  method: 'POST',
  path: '/api/leads/cleanup-no-email',
  access: 'user',
  reply: z.object({ message: z.string(), deletedCount: z.number().int(), operationId: id.nullable() }),
});
