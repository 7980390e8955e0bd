import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DUPLICATE_REASONS, FILTER_TEXT_MAX } from './filter-values.ts';
import { lead } from './leads.ts';
import { DUPLICATES_PATH } from './live-paths.ts';
import { id, idParams, messageReply, unlessEmpty } from './shapes.ts';

const duplicateReason = z.enum(DUPLICATE_REASONS);

export const duplicatePair = z.object({ reason: duplicateReason, a: lead, b: lead });
export type DuplicatePair = z.infer<typeof duplicatePair>;

export const listDuplicates = endpoint({
  method: 'GET',
  path: DUPLICATES_PATH,
  access: 'user',
  input: {
    query: z.strictObject({
      reason: unlessEmpty(duplicateReason.optional()),
      /** Part of a name, email or phone of one of the leads. */
      search: unlessEmpty(z.string().trim().max(FILTER_TEXT_MAX).optional()),
      limit: unlessEmpty(z.coerce.number().int().min(1).max(100).default(20)),
      offset: unlessEmpty(z.coerce.number().int().min(0).max(10_000_000).default(0)),
    }),
  },
  status: 200,
  reply: z.object({
    pairs: z.array(duplicatePair),
    total: z.number().int(),
    /** A running scan may find more pairs. */
    scanning: z.boolean(),
  }),
  errors: ['invalid_input'],
});

/** The other goes to the bin; notes, sales and timeline are kept. */
export const mergeDuplicates = endpoint({
  method: 'POST',
  path: `${DUPLICATES_PATH}/merge`,
  access: 'user',
  input: {
    body: z.strictObject({
      keepId: id,
      mergeId: id,
      /** Fields to overwrite with the merged lead's values; empty fields are always filled. */
      take: z.array(z.string()).max(60).default([]),
    }),
  },
  status: 200,
  reply: lead.extend({
    /** Undoes the merge. */
    undoId: id,
  }),
  errors: ['invalid_input', 'not_found', 'conflict'],
});

/** Refused when one of the leads was changed since. */
export const undoMergedLeads = endpoint({
  method: 'POST',
  path: `${DUPLICATES_PATH}/merges/:id/undo`,
  access: 'user',
  input: { params: idParams },
  status: 200,
  reply: lead,
  errors: ['not_found', 'conflict'],
});

export const dismissDuplicate = endpoint({
  method: 'POST',
  path: `${DUPLICATES_PATH}/dismiss`,
  access: 'user',
  input: { body: z.strictObject({ a: id, b: id }) },
  status: 200,
  reply: messageReply,
  errors: ['not_found'],
});
