import type { z } from 'zod';
import { byKey, LEAD_FIELDS, type LeadField } from './lead-fields.ts';
import type { recordPublicOutcome } from './outcomes.ts';
import type {
  createPublicLead,
  createPublicLeads,
  deletePublicLead,
  getPublicLead,
  listPublicLeads,
  updatePublicLead,
} from './public-api.ts';
import { publicLead } from './public-lead.ts';

type Replies<E extends { reply: z.ZodType }> = z.output<E['reply']>;
type Bodies<E extends { input: { body: z.ZodType } }> = z.input<E['input']['body']>;

const updatedAt = '2026-02-01T09:30:00.000Z';
const OWNER_ID = '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e30';
const { id: LEAD_ID, email, phone } = byKey(LEAD_FIELDS, ({ example }) => example);

function exampleOf({ kind, example }: LeadField): string | boolean | string[] {
  if (kind === 'boolean') return example === 'true';
  return kind === 'tags' ? example.split(', ') : example;
}

const create = {
  request: {
    email,
    phone,
    firstName: 'Jane',
    lastName: 'Doe',
    country: 'Germany',
    brand: 'Acme',
    currency: 'EUR',
    depositAmount: 250.5,
    depositDate: '2026-01-31',
    source: 'facebook',
    tags: ['vip'],
  } satisfies Bodies<typeof createPublicLead>,
  reply: {
    success: true,
    lead: { id: LEAD_ID, email, phone, status: 'new', updatedAt },
  } satisfies Replies<typeof createPublicLead>,
};

const update = {
  request: {
    identifier: { email },
    data: { status: 'contacted', agent: 'Sam' },
  } satisfies Bodies<typeof updatePublicLead>,
  reply: {
    success: true,
    updated: 1,
    updatedAt,
    message: 'Successfully updated 1 lead(s)',
  } satisfies Replies<typeof updatePublicLead>,
};

const batch = {
  request: {
    leads: [
      { email: 'ann@example.com', firstName: 'Ann' },
      { phone: '+442079460018' },
      { firstName: 'Nobody' },
    ],
  } satisfies Bodies<typeof createPublicLeads>,
  reply: {
    success: true,
    results: [
      {
        index: 0,
        status: 'created',
        lead: {
          id: '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e11',
          email: 'ann@example.com',
          phone: null,
          status: 'new',
          updatedAt,
        },
      },
      {
        index: 1,
        status: 'duplicate',
        error: 'duplicate',
        message: 'Lead with this email or phone already exists',
        existingLeadId: LEAD_ID,
      },
      {
        index: 2,
        status: 'invalid',
        error: 'invalid_input',
        message: 'Email or phone is required',
        field: 'email',
      },
    ],
  } satisfies Replies<typeof createPublicLeads>,
};

const CONSENT = { phone: 'given', email: null, sms: null, whatsapp: null, post: null };

const lead = publicLead.parse({
  ...byKey(LEAD_FIELDS, exampleOf),
  ...{ customerNumber: null, importId: null, suppressed: false, customData: {} },
  ...{ consent: CONSENT, updatedAt },
  owner: { id: OWNER_ID, username: 'sam' },
  nextStep: { dueOn: '2026-03-01', note: 'Send the offer' },
});

const list = {
  query: { status: 'new', limit: '100' },
  reply: { success: true, leads: [lead], nextCursor: null } satisfies Replies<typeof listPublicLeads>,
};

const get = {
  params: { id: LEAD_ID },
  reply: { success: true, lead } satisfies Replies<typeof getPublicLead>,
};

const remove = {
  params: { id: LEAD_ID },
  reply: { success: true, message: 'The lead was moved to the bin' } satisfies Replies<
    typeof deletePublicLead
  >,
};

const DELIVERY_ID = '01976f3e-8c1a-7d44-9b57-2f6f0c1d9e50';

const outcome = {
  request: { deliveryId: DELIVERY_ID, outcome: 'converted', revenue: 250 } satisfies Bodies<
    typeof recordPublicOutcome
  >,
  reply: {
    ...{ success: true, recorded: true, leadId: LEAD_ID, deliveryId: DELIVERY_ID, outcome: 'converted' },
  } satisfies Replies<typeof recordPublicOutcome>,
};

/** A working request and its reply per call. */
export const PUBLIC_EXAMPLES = { create, update, list, batch, get, remove, outcome } as const;
