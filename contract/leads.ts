import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LEADS_PAGE_MAX, LEADS_PAGE_SIZE } from './limits.ts';
import { id, time } from './shapes.ts';

const text = z.string().nullable();

export const lead = z.object({
  id,
  firstName: text,
  lastName: text,
  email: text,
  /** E.164 when numberValid, as it was typed otherwise. */
  phone: text,
  numberValid: z.boolean(),
  carrier: text,
  country: text,
  city: text,
  address: text,
  postcode: text,
  ip: text,
  brand: text,
  currency: text,
  /** Decimal with two places, such as `1234.50`. */
  depositAmount: text,
  /** `yyyy-mm-dd`. */
  depositDate: text,
  source: text,
  card: text,
  affiliate: text,
  landingPage: text,
  agent: text,
  depositer: text,
  brandAgent: text,
  hlr: text,
  whatsapp: text,
  status: z.string(),
  isSold: z.boolean(),
  customerNumber: text,
  tags: z.array(z.string()),
  customData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  importId: id.nullable(),
  createdAt: time,
});

export type Lead = z.infer<typeof lead>;

export const listLeads = endpoint({
  method: 'GET',
  path: '/api/leads',
  access: 'user',
  summary: 'Leads of the organization, newest first',
  input: {
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(LEADS_PAGE_MAX).default(LEADS_PAGE_SIZE),
      offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
    }),
  },
  status: 200,
  reply: z.object({ leads: z.array(lead), total: z.number().int() }),
  errors: ['invalid_input'],
});
