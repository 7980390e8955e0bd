import { z } from 'zod';
import { bulkOperation } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { DUPLICATE_BANDS, FILTER_TEXT_MAX } from './filter-values.ts';
import { lead } from './leads.ts';
import { LEAD_TEXT_MAX } from './limits.ts';
import { DUPLICATES_PATH } from './live-paths.ts';
import { id, idParams, messageReply, unlessEmpty } from './shapes.ts';
import { similarLead } from './similar-lead.ts';

/** Leads of a cluster that one merge takes. */
const MERGED_LEADS_MAX = 20;

const band = z.enum(DUPLICATE_BANDS);
const text = z.string().max(LEAD_TEXT_MAX).optional();

/** Result of comparing a field: positive bits speak for the same person. */
const duplicateReason = z.object({ field: z.string(), comparison: z.string(), bits: z.number() });
export type DuplicateReason = z.infer<typeof duplicateReason>;

const duplicatePair = z.object({
  a: id,
  b: id,
  probability: z.number(),
  band,
  reasons: z.array(duplicateReason),
});

/** Leads that are likely one person, oldest first. */
const duplicateCluster = z.object({ id, band, leads: z.array(lead), pairs: z.array(duplicatePair) });
export type DuplicateCluster = z.infer<typeof duplicateCluster>;

export const listDuplicates = endpoint({
  method: 'GET',
  path: DUPLICATES_PATH,
  access: 'user',
  input: {
    query: z.strictObject({
      /** Band of the weakest link that holds a cluster together. */
      band: unlessEmpty(band.optional()),
      /** Part of a name, email or phone of one of the leads. */
      search: unlessEmpty(z.string().trim().max(FILTER_TEXT_MAX).optional()),
      limit: unlessEmpty(z.coerce.number().int().min(1).max(100).default(20)),
      offset: unlessEmpty(z.coerce.number().int().min(0).max(10_000_000).default(0)),
    }),
  },
  status: 200,
  reply: z.object({
    clusters: z.array(duplicateCluster),
    total: z.number().int(),
    /** A running scan may find more. */
    scanning: z.boolean(),
  }),
  errors: ['invalid_input'],
});

/** Compares all leads again in the background. */
export const scanForDuplicates = endpoint({
  method: 'POST',
  path: `${DUPLICATES_PATH}/scan`,
  access: 'user',
  input: {},
  status: 202,
  reply: messageReply,
  errors: [],
});

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
  status: 200,
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
  status: 200,
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

/** Compares a lead that isn't stored with those that are, by what the last comparison of all learned. */
export const findSimilarLead = endpoint({
  method: 'POST',
  path: `${DUPLICATES_PATH}/similar`,
  access: 'user',
  input: {
    body: z.strictObject({
      ...{
        firstName: text,
        lastName: text,
        email: text,
        phone: text,
        address: text,
        city: text,
        postcode: text,
      },
      customData: z.record(z.string().max(200), text).default({}),
    }),
  },
  status: 200,
  reply: z.object({ similar: similarLead.nullable() }),
  errors: ['invalid_input'],
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
