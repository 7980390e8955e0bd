import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { leadFilter } from './lead-filter.ts';
import { recordPublicOutcome } from './outcomes.ts';
import { batchResult, publicLead, publicLeadInput, writeWarnings, writtenLead } from './public-lead.ts';
import { givenTime, idParams, time, unlessEmpty } from './shapes.ts';
import { PUBLIC_SUPPRESSION_API } from './suppressions.ts';

export const BATCH_MAX = 1000;
/** In bytes; other calls allow 1 MB. */
export const BATCH_BYTES = 10 * 1024 * 1024;
const PUBLIC_PAGE_SIZE = 100;
const PUBLIC_PAGE_MAX = 1000;
/** Default requests per minute and token. */
export const RATE_LIMIT = 100;
/** Hours that the reply to an Idempotency-Key is stored. */
export const IDEMPOTENCY_HOURS = 24;

const success = z.literal(true);
const identity = z.string().trim().min(1).max(2000);

/** With both given, the lead must match both. */
export const leadIdentifier = z
  .strictObject({
    email: identity.optional().meta({ examples: ['jane@example.com'] }),
    phone: identity.optional().meta({ examples: ['+4915112345678'] }),
  })
  .refine(
    (given) => given.email !== undefined || given.phone !== undefined,
    'Identifier needs a phone or email',
  );

export const createPublicLead = endpoint({
  method: 'POST',
  path: '/api/v1/leads',
  access: 'token:write',
  summary: 'Create a lead',
  input: { body: publicLeadInput },
  status: 201,
  reply: z.object({ success, lead: writtenLead, warnings: writeWarnings }),
  errors: [
    'invalid_input',
    'conflict',
    'suppressed',
    'idempotency_in_flight',
    'idempotency_mismatch',
    'too_large',
  ],
});

export const updatePublicLead = endpoint({
  method: 'PATCH',
  path: '/api/v1/leads',
  access: 'token:write',
  summary: 'Update the lead that has an email or phone',
  input: {
    body: z.strictObject({
      identifier: leadIdentifier.meta({ description: 'Email, phone or both of the lead' }),
      data: publicLeadInput
        .refine((data) => Object.keys(data).length > 0, 'Data needs at least one field')
        .meta({ description: 'Fields to change. null clears a field; omitted fields stay unchanged.' }),
    }),
  },
  reply: z.object({
    success,
    updated: z.number().int().meta({ description: 'Number of leads updated' }),
    updatedAt: time,
    message: z.string().meta({ examples: ['Successfully updated 1 lead(s)'] }),
    warnings: writeWarnings,
  }),
  errors: [
    'invalid_input',
    'not_found',
    'conflict',
    'lead_sold',
    'suppressed',
    'idempotency_in_flight',
    'idempotency_mismatch',
    'too_large',
  ],
});

export const listPublicLeads = endpoint({
  method: 'GET',
  path: '/api/v1/leads',
  access: 'token:read',
  summary: 'List leads, newest first, or those changed since a time',
  input: {
    query: leadFilter.omit({ bin: true, import: true }).extend({
      where: leadFilter.shape.where.meta({
        description:
          'JSON list of conditions that a lead must all meet, each a list of field, operator and values: `[["city","contains","ber"],["createdAt","lastDays","7"]]`. Custom fields are `custom:<name>`. Operators: is, isNot, anyOf, noneOf, contains, startsWith, between, lastDays, isEmpty, isNotEmpty',
        examples: ['[["city","contains","ber"],["createdAt","lastDays","7"]]'],
      }),
      limit: unlessEmpty(z.coerce.number().int().min(1).max(PUBLIC_PAGE_MAX).default(PUBLIC_PAGE_SIZE)),
      updatedSince: unlessEmpty(givenTime.optional()).meta({
        description: 'Only leads created or changed at this time or later, the longest unchanged first',
        examples: ['2026-02-01T09:30:00Z'],
      }),
      cursor: z
        .string()
        .max(100)
        .optional()
        .meta({ description: '`nextCursor` of the previous page; use the same filters' }),
    }),
  },
  reply: z.object({
    success,
    leads: z.array(publicLead),
    nextCursor: z.string().nullable().meta({ description: 'Cursor of the next page; null on the last page' }),
  }),
  errors: ['invalid_input'],
});

export const createPublicLeads = endpoint({
  method: 'POST',
  path: '/api/v1/leads/batch',
  access: 'token:write',
  summary: `Create up to ${BATCH_MAX.toLocaleString('en')} leads, with an outcome for each`,
  input: {
    body: z.strictObject({
      // Validated one by one: an invalid lead doesn't block the others.
      leads: z.array(z.unknown()).min(1).max(BATCH_MAX),
    }),
  },
  reply: z.object({ success, results: z.array(batchResult) }),
  errors: ['invalid_input', 'idempotency_in_flight', 'idempotency_mismatch', 'too_large'],
});

export const getPublicLead = endpoint({
  method: 'GET',
  path: '/api/v1/leads/:id',
  access: 'token:read',
  summary: 'Get a lead',
  input: { params: idParams },
  reply: z.object({ success, lead: publicLead }),
  errors: ['invalid_input', 'not_found'],
});

export const deletePublicLead = endpoint({
  method: 'DELETE',
  path: '/api/v1/leads/:id',
  access: 'token:write',
  summary: 'Move a lead to the bin',
  input: { params: idParams },
  reply: z.object({ success, message: z.string().meta({ examples: ['The lead was moved to the bin'] }) }),
  errors: ['invalid_input', 'not_found', 'idempotency_in_flight', 'idempotency_mismatch'],
});

export const openApi = endpoint({
  method: 'GET',
  path: '/api/v1/openapi.json',
  access: 'public',
  summary: 'This document: OpenAPI 3.1',
  reply: z.record(z.string(), z.unknown()),
});

/** In documentation order. */
export const PUBLIC_API = [
  createPublicLead,
  updatePublicLead,
  listPublicLeads,
  createPublicLeads,
  getPublicLead,
  deletePublicLead,
  recordPublicOutcome,
  ...PUBLIC_SUPPRESSION_API,
] as const;
