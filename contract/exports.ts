import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { leadFilter } from './lead-filter.ts';
import { time, unlessEmpty } from './shapes.ts';
import { currentUser, givenCode, givenPassword } from './users.ts';

/** Row limits that the export dialog offers; none is a default. */
export const EXPORT_LIMITS = ['100', '500', '1000', '5000', '10000', 'all'] as const;

export const verifyExport = endpoint({
  method: 'POST',
  path: '/api/export/verify',
  access: 'user',
  summary: 'Confirm who exports; the grant serves one export or report within five minutes',
  input: {
    body: z.strictObject({
      password: givenPassword.min(1, 'Enter your password'),
      token: givenCode.optional(),
    }),
  },
  status: 200,
  reply: z.object({ verified: z.literal(true), expiresAt: time }),
  errors: ['invalid_input', 'wrong_credentials', 'too_many_requests'],
});

export const toggleExportAuth = endpoint({
  method: 'POST',
  path: '/api/export-auth/toggle',
  access: 'user',
  summary: "Whether the caller's exports need the password; turning that off needs it, and the code",
  input: {
    body: z.strictObject({
      enabled: z.boolean(),
      password: givenPassword.optional(),
      token: givenCode.optional(),
    }),
  },
  status: 200,
  reply: currentUser,
  errors: ['invalid_input', 'wrong_credentials', 'too_many_requests'],
});

/** Replies with a file. `X-Total-Count` is the number of matching leads, `X-Exported-Count` the number in the file. */
export const exportLeads = endpoint({
  method: 'GET',
  path: '/api/leads/export',
  access: 'user',
  summary: 'Leads as a CSV or XLSX file, newest first',
  input: {
    query: leadFilter.extend({
      limit: unlessEmpty(
        z.union([z.literal('all'), z.coerce.number().int().min(1).max(100_000_000)]).default(1000),
      ),
      format: z.enum(['csv', 'xlsx']).default('csv'),
    }),
  },
  status: 200,
  reply: z.string(),
  errors: ['invalid_input', 'forbidden', 'too_many_requests'],
});
