import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

const count = z.number().int();

export const invalidPhoneStats = endpoint({
  method: 'GET',
  path: '/api/leads/invalid-phone-stats',
  access: 'user',
  reply: z.object({ totalInvalid: count, fixableCount: count, needsCountryCount: count }),
});

export const invalidPhoneCountries = endpoint({
  method: 'GET',
  path: '/api/leads/invalid-phone-countries',
  access: 'user',
  reply: z.array(
    z.object({
      country: z.string(),
      /** ISO 3166 alpha-2; null if unknown. */
      iso: z.string().nullable(),
      count,
      /** Whether a calling prefix can complete its numbers. */
      hasPrefix: z.boolean(),
      /** Such as `+49`; null without one. */
      prefix: z.string().nullable(),
    }),
  ),
});

/** A fix; with `conflict`, another lead owns the number and the phone stays. */
export const phoneChange = z.object({
  leadId: id,
  name: z.string(),
  country: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string(),
  outcome: z.enum(['change', 'conflict']),
});

export type PhoneChange = z.infer<typeof phoneChange>;

export const previewFixPhones = endpoint({
  method: 'GET',
  path: '/api/leads/fix-phones/preview',
  access: 'user',
  reply: z.object({
    /** Fixable plus conflicts equals `fixableCount` of the statistics. */
    fixable: count,
    conflicts: count,
    rows: z.array(phoneChange),
  }),
});

export const previewPhoneCountry = endpoint({
  method: 'GET',
  path: '/api/leads/fix-phones/country',
  access: 'user',
  input: {
    query: z.strictObject({
      /** ISO 3166 alpha-2. */
      country: z.string().regex(/^[A-Z]{2}$/, 'The country must be a two-letter code such as US'),
    }),
  },
  /** Phones that become valid, and valid phones of other leads or repeated ones, which stay as they are. */
  reply: z.object({ total: count, valid: count, conflicts: count }),
  errors: ['invalid_input'],
});

export const fixPhones = endpoint({
  method: 'POST',
  path: '/api/leads/fix-phones',
  access: 'user',
  reply: z.object({
    message: z.string(),
    fixed: count,
    conflicts: count,
    /** Null if nothing changed. */
    operationId: id.nullable(),
  }),
});

/** totalProcessed = updated + unchanged + notFound + invalidRows + conflicts + suppressed. */
const phoneUpdateCounts = {
  updated: count,
  /** The lead already has this phone. */
  unchanged: count,
  notFound: count,
  totalProcessed: count,
  invalidRows: count,
  conflicts: count,
  /** The new phone is on a suppression list. */
  suppressed: count,
};

const phoneUpdateReply = z.object({ ...phoneUpdateCounts, operationId: id });

export type PhoneUpdateReply = z.infer<typeof phoneUpdateReply>;

export const previewUpdatePhones = endpoint({
  method: 'POST',
  path: '/api/leads/update-phones-csv/preview',
  access: 'user',
  body: 'multipart',
  reply: z.object({ ...phoneUpdateCounts, rows: z.array(phoneChange) }),
  errors: ['invalid_input', 'unreadable_file', 'too_large', 'unsupported_media_type'],
  repeatsError: true,
});

export const updatePhonesCsv = endpoint({
  method: 'POST',
  path: '/api/leads/update-phones-csv',
  access: 'user',
  body: 'multipart',
  reply: phoneUpdateReply,
  errors: ['invalid_input', 'unreadable_file', 'too_large', 'unsupported_media_type'],
  repeatsError: true,
});
