import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DUPLICATE_BANDS } from './filter-values.ts';
import { LEAD_TEXT_MAX } from './limits.ts';
import { DUPLICATES_PATH } from './live-paths.ts';
import { id } from './shapes.ts';

/** The stored lead that is most likely the same person; never a reason to refuse anything. */
export const similarLead = z.object({
  leadId: id,
  /** Its name, or else its email or phone. */
  name: z.string(),
  probability: z.number(),
  band: z.enum(DUPLICATE_BANDS),
});

export type SimilarHint = z.infer<typeof similarLead>;

const text = z.string().max(LEAD_TEXT_MAX).optional();

/** Finds the stored lead most like an unsaved one, by the model of the last scan. */
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
  reply: z.object({ similar: similarLead.nullable() }),
  errors: ['invalid_input'],
});
