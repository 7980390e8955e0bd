import { z } from 'zod';
import { DUPLICATE_BANDS } from './filter-values.ts';
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
