import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DUPLICATE_BANDS, FILTER_TEXT_MAX } from './filter-values.ts';
import { lead } from './leads.ts';
import { DUPLICATES_PATH } from './live-paths.ts';
import { id, messageReply, unlessEmpty } from './shapes.ts';

const band = z.enum(DUPLICATE_BANDS);

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
  status: 202,
  reply: messageReply,
});
