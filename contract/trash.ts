import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { leadFilter } from './lead-filter.ts';
import { lead, leadsPage } from './leads.ts';
import { TRASH_PATH } from './live-paths.ts';
import { time } from './shapes.ts';

export const trashedLead = lead.extend({
  deletedAt: time,
  /** How the lead was deleted; null for deletions before timelines. */
  deletion: z
    .object({
      by: z.string(),
      way: z.enum(['delete', 'merge', 'undo']),
      /** The lead merged into, or the file of the undone import. */
      detail: z.string().nullable(),
    })
    .nullable(),
});

export type TrashedLead = z.infer<typeof trashedLead>;

export const listTrash = endpoint({
  method: 'GET',
  path: TRASH_PATH,
  access: 'user',
  input: { query: leadFilter.omit({ bin: true }).extend(leadsPage) },
  reply: z.object({ leads: z.array(trashedLead), total: z.number().int() }),
  errors: ['invalid_input'],
});
