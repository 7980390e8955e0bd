import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, time, unlessEmpty } from './shapes.ts';

/** Places that can hold a person, in the order in which they are shown. */
export const PERSON_PLACES = [
  'leads',
  'trash',
  'notes',
  'timeline',
  'sales',
  'reports',
  'uploads',
  'drafts',
  'grids',
  'queue',
  'audit',
  'views',
  'replies',
  'operations',
  'deliveries',
  'consents',
  'suppressions',
] as const;

export type PersonPlace = (typeof PERSON_PLACES)[number];

const place = z.enum(PERSON_PLACES);

/** Places without the person are left out. */
const found = z.array(z.object({ place, count: z.number().int() }));
export type FoundPlaces = z.infer<typeof found>;

const TEXT_MAX = 320;
const named = {
  email: z.string().trim().min(1).max(TEXT_MAX).optional(),
  phone: z.string().trim().min(1).max(TEXT_MAX).optional(),
};
const ONE_NAMED = { message: 'Give an email, a phone or a lead' };

/** Exactly one of them. */
const subject = z.strictObject({ ...named, leadId: id.optional() });
export type PersonNamed = z.infer<typeof subject>;

function namesOne(given: Record<string, unknown>): boolean {
  return ['email', 'phone', 'leadId'].filter((name) => given[name] !== undefined).length === 1;
}

export const previewErasure = endpoint({
  method: 'POST',
  path: '/api/erasures/preview',
  access: 'admin',
  input: { body: subject.refine(namesOne, ONE_NAMED) },
  status: 200,
  /** The hint masks the email or phone: `j…@example.com`, `+49…81`. */
  reply: z.object({ hint: z.string(), found }),
  errors: ['forbidden', 'invalid_input', 'not_found'],
});

const status = z.enum(['waiting', 'running', 'completed', 'failed']);

export const startErasure = endpoint({
  method: 'POST',
  path: '/api/erasures',
  access: 'admin',
  input: {
    body: subject
      .extend({
        /** Adds the emails and phones to the list of people who must not be contacted. */
        suppress: z.boolean().default(true),
        reason: z.string().trim().max(500).optional(),
      })
      .refine(namesOne, ONE_NAMED),
  },
  status: 201,
  reply: z.object({ id, status }),
  errors: ['forbidden', 'invalid_input', 'not_found'],
});

export const erasure = z.object({
  id,
  status,
  /** Removed so far. */
  found,
  /** Null until the erasure has ended. */
  erasedAt: time.nullable(),
  createdAt: time,
  createdBy: z.string(),
  suppress: z.boolean(),
  reason: z.string().nullable(),
});
export type Erasure = z.infer<typeof erasure>;

/** The last 100, newest first. */
export const listErasures = endpoint({
  method: 'GET',
  path: '/api/erasures',
  access: 'admin',
  input: {},
  status: 200,
  reply: z.array(erasure),
  errors: ['forbidden'],
});

export const getErasure = endpoint({
  method: 'GET',
  path: '/api/erasures/:id',
  access: 'admin',
  input: { params: idParams },
  status: 200,
  reply: erasure,
  errors: ['forbidden', 'not_found'],
});

export const erasureCertificate = z.object({
  version: z.literal(1),
  id,
  organizationId: id,
  /** HMAC-SHA-256 of the email or phone that the erasure was asked for. */
  subject: z.string(),
  places: found,
  suppressed: z.boolean(),
  requestedAt: time,
  erasedAt: time,
  /** Files of scheduled backups that existed when the erasure ended: the person is still in them. */
  backups: z.array(z.string()),
  /** HMAC-SHA-256 over the other members as JSON, in this order. */
  signature: z.string(),
});
export type ErasureCertificate = z.infer<typeof erasureCertificate>;

/** Refused until the erasure has ended. */
export const getCertificate = endpoint({
  method: 'GET',
  path: '/api/erasures/:id/certificate',
  access: 'admin',
  input: { params: idParams },
  status: 200,
  reply: erasureCertificate,
  errors: ['forbidden', 'not_found', 'conflict'],
});

/** Everything about a person, by place; each record has the names of the database. */
export const personRecord = z.object({
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  places: z.array(z.object({ place, records: z.array(z.record(z.string(), z.unknown())) })),
});
export type PersonRecord = z.infer<typeof personRecord>;

export const getPerson = endpoint({
  method: 'GET',
  path: '/api/persons',
  access: 'admin',
  input: {
    query: z
      .strictObject({
        email: unlessEmpty(named.email),
        phone: unlessEmpty(named.phone),
        format: unlessEmpty(z.enum(['json', 'html']).default('json')),
      })
      .refine(namesOne, { message: 'Give an email or a phone' }),
  },
  status: 200,
  reply: personRecord,
  errors: ['forbidden', 'invalid_input', 'not_found'],
});
