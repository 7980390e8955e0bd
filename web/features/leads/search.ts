import { z } from 'zod';

/** What the address of the lead list says. The page stands in it only when it is above 1. */
export const leadsSearch = z.object({ page: z.number().int().min(2).optional().catch(undefined) });
