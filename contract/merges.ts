import { z } from 'zod';
import { bulkOperation } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { lead } from './leads.ts';
import { DUPLICATES_PATH } from './live-paths.ts';
import { id, idParams, messageReply } from './shapes.ts';

/** Leads of a cluster that one merge takes. */
const MERGED_LEADS_MAX = 20;

/** The others go to the bin; notes, sales and timeline are kept. */
export const mergeDuplicates = endpoint({
  method: 'POST',
  path: `${DUPLICATES_PATH}/merge`,
  access: 'user',
  input: {
    body: z.strictObject({
      keepId: id,
      /** With or without the lead to keep. */
      leadIds: z.array(id).min(1).max(MERGED_LEADS_MAX),
      /** Fields to overwrite with the other leads' values, the last first; empty fields are always filled. */
      take: z.array(z.string()).max(60).default([]),
    }),
  },
  reply: lead.extend({
    /** Undoes the merge. */
    undoId: id,
  }),
  errors: ['invalid_input', 'not_found', 'conflict'],
});

const LEFT_GROUPS = ['uncertain', 'conflict', 'suppressed', 'sold', 'owners'] as const;

/**
 * Why a group is left for people: two of its leads may be two people, a custom field speaks against it, one is on a suppression list,
 * several are sold, or they have different owners.
 */
export type LeftGroup = (typeof LEFT_GROUPS)[number];

const mergedBand = z.literal('certain');

/** Counts groups that `mergeAllDuplicates` would merge or leave. */
export const previewMergeAll = endpoint({
  method: 'GET',
  path: `${DUPLICATES_PATH}/merge-all`,
  access: 'user',
  input: { query: z.strictObject({ band: mergedBand }) },
  reply: z.object({
    groups: z.number().int(),
    /** Leads that would go to the bin. */
    leads: z.number().int(),
    /** Groups by the rule that chooses the lead to keep. */
    kept: z.object({ sold: z.number().int(), oldest: z.number().int() }),
    left: z.record(z.enum(LEFT_GROUPS), z.number().int()),
    examples: z.array(z.object({ keep: lead, merged: z.array(lead), rule: z.enum(['sold', 'oldest']) })),
  }),
  errors: ['invalid_input'],
});

/** Merges each group of certain duplicates into its sold lead, or else its oldest; undone like every operation. */
export const mergeAllDuplicates = endpoint({
  method: 'POST',
  path: `${DUPLICATES_PATH}/merge-all`,
  access: 'user',
  input: { body: z.strictObject({ band: mergedBand }) },
  status: 201,
  reply: bulkOperation,
  errors: ['invalid_input', 'conflict'],
});

/** Refused when one of the leads was changed since. */
export const undoMergedLeads = endpoint({
  method: 'POST',
  path: `${DUPLICATES_PATH}/merges/:id/undo`,
  access: 'user',
  input: { params: idParams },
  reply: lead,
  errors: ['not_found', 'conflict'],
});

export const dismissDuplicate = endpoint({
  method: 'POST',
  path: `${DUPLICATES_PATH}/dismiss`,
  access: 'user',
  input: { body: z.strictObject({ a: id, b: id }) },
  reply: messageReply,
  errors: ['not_found'],
});
