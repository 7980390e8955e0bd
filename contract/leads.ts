import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { FieldKind } from './field-spec.ts';
import { consentInput, leadConsent } from './lead-consent.ts';
import { byKind, LEAD_FIELDS, WRITTEN_FIELDS, type WrittenField } from './lead-fields.ts';
import { leadFilter } from './lead-filter.ts';
import { type LeadSort, leadSort } from './lead-sort.ts';
import {
  LEAD_TEXT_MAX,
  LEADS_PAGE_MAX,
  LEADS_PAGE_SIZE,
  NEXT_STEP_MAX,
  NOTE_MAX,
  SELECTED_LEADS_MAX,
  TAG_MAX,
  TAGS_MAX,
} from './limits.ts';
import { LEAD_PATH } from './live-paths.ts';
import { givenDay, id, idParams, messageReply, time, unlessEmpty } from './shapes.ts';

const text = z.string().nullable();
const customData = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const STORED = {
  id,
  text,
  email: text,
  /** E.164 if `numberValid`, otherwise as typed. */
  phone: text,
  country: text,
  /** Decimal with two places, such as `1234.50`. */
  amount: text,
  /** `yyyy-mm-dd`. */
  date: text,
  datetime: time,
  ip: text,
  tags: z.array(z.string()),
  status: z.string(),
  user: id.nullable(),
  boolean: z.boolean(),
} satisfies Record<FieldKind, z.ZodType>;

export const lead = z
  .object({
    ...byKind(LEAD_FIELDS, STORED),
    importId: id.nullable(),
    /** On a suppression list: never sold, delivered or, by default, exported. */
    suppressed: z.boolean(),
    customData,
    owner: z.object({ id, username: z.string() }).nullable(),
    nextStep: z.object({ dueOn: z.string(), note: text }).nullable(),
    consent: leadConsent,
  })
  .omit({ ownerId: true, dueOn: true, dueNote: true });

export type Lead = z.infer<typeof lead>;

export const leadsPage = {
  limit: unlessEmpty(z.coerce.number().int().min(1).max(LEADS_PAGE_MAX).default(LEADS_PAGE_SIZE)),
  offset: unlessEmpty(z.coerce.number().int().min(0).max(100_000_000).default(0)),
};

const hasSortedField = ({ sort, order }: LeadSort): boolean => sort !== undefined || order === undefined;
const ORDER_NEEDS_FIELD = { path: ['order'], error: 'order needs a field to sort by (sort)' };

export const listLeads = endpoint({
  method: 'GET',
  path: '/api/leads',
  access: 'user',
  input: {
    query: leadFilter
      .extend({
        ...leadsPage,
        ...leadSort,
        /** With `false`, the total is null; `countLeads` returns it. */
        count: z.enum(['true', 'false']).default('true'),
      })
      .refine(hasSortedField, ORDER_NEEDS_FIELD),
  },
  reply: z.object({ leads: z.array(lead), total: z.number().int().nullable() }),
  errors: ['invalid_input'],
});

export const firstLeads = endpoint({
  method: 'GET',
  path: '/api/leads/first',
  access: 'user',
  input: {
    query: leadFilter
      .extend({ ...leadSort, first: z.coerce.number().int().min(1).max(SELECTED_LEADS_MAX) })
      .refine(hasSortedField, ORDER_NEEDS_FIELD),
  },
  reply: z.object({ ids: z.array(id) }),
  errors: ['invalid_input'],
});

export const countLeads = endpoint({
  method: 'GET',
  path: '/api/leads/count',
  access: 'user',
  input: { query: leadFilter },
  reply: z.object({ total: z.number().int() }),
  errors: ['invalid_input'],
});

/** Fields are keys or `custom:<name>`. */
const fieldChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

export const leadEvent = z.object({
  id,
  kind: z.enum([
    'created',
    'import',
    'edit',
    'bulk',
    'sold',
    'returned',
    'deleted',
    'restored',
    'merged',
    'unmerged',
    'undo',
    'consent',
    'outcome',
    'delivered',
  ]),
  changes: z.array(fieldChange),
  /** Such as an import's file or the merged lead. */
  detail: z.string().nullable(),
  actor: z.string(),
  createdAt: time,
});

export const leadNote = z.object({ id, text: z.string(), createdBy: z.string(), createdAt: time });

export type LeadNote = z.infer<typeof leadNote>;
export type LeadEvent = z.infer<typeof leadEvent>;

/** Due on a day, `yyyy-mm-dd`. */
export const nextStep = z.strictObject({
  dueOn: givenDay,
  note: z.string().trim().max(NEXT_STEP_MAX).nullish(),
});

/** Returned if `returnedAt` is set. */
export const leadSale = z.object({
  id,
  customerNumber: z.string(),
  soldBy: z.string(),
  soldAt: time,
  returnedAt: time.nullable(),
  returnedBy: z.string().nullable(),
  returnReason: text,
  /** Decimal with two places; null without a price. */
  price: text,
  currency: text,
  /** The order that took the lead; null for a sale without. */
  orderId: id.nullable(),
  /** After the return window only administrators can return the lead. */
  late: z.boolean(),
});

export type LeadSale = z.infer<typeof leadSale>;

export const leadDetail = lead.extend({
  hlrCheckedAt: time.nullable(),
  hlrSource: text,
  whatsappCheckedAt: time.nullable(),
  whatsappSource: text,
  updatedAt: time,
  /** Null outside the trash. */
  deletedAt: time.nullable(),
  importFilename: text,
  notes: z.array(leadNote),
  sales: z.array(leadSale),
  events: z.array(leadEvent),
});

export type LeadDetail = z.infer<typeof leadDetail>;

export const getLead = endpoint({
  method: 'GET',
  path: LEAD_PATH,
  access: 'user',
  input: { params: idParams },
  reply: leadDetail,
  errors: ['not_found'],
});

const given = z.string().max(LEAD_TEXT_MAX).nullable();

const GIVEN = {
  text: given,
  email: given,
  phone: given,
  country: given,
  amount: given,
  date: given,
  ip: given,
  tags: z.array(z.string().max(TAG_MAX)).max(TAGS_MAX),
  status: given,
} satisfies Record<WrittenField['kind'], z.ZodType>;

/** An empty text or null clears a field. */
export const leadInput = z.strictObject({
  ...byKind(WRITTEN_FIELDS, GIVEN),
  /** Merged into the current values; null clears a field. */
  customData: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** A dropped or doubtful part of a value; the rest is stored anyway. */
export const valueWarning = z.object({
  field: z.string(),
  /** Stable code such as `phone_country`. */
  code: z.string(),
  message: z.string(),
});

export type ValueWarning = z.infer<typeof valueWarning>;

/** Absent without warnings. */
const warnings = z.array(valueWarning).optional();

export const createLead = endpoint({
  method: 'POST',
  path: '/api/leads',
  access: 'user',
  input: { body: leadInput.extend(consentInput).partial() },
  status: 201,
  reply: lead.extend({ warnings }),
  errors: ['invalid_input', 'conflict', 'suppressed'],
});

export const updateLead = endpoint({
  method: 'PATCH',
  path: LEAD_PATH,
  access: 'user',
  input: {
    params: idParams,
    body: leadInput.partial().extend({
      /** A user of the organization, or null. */
      ownerId: id.nullable().optional(),
      nextStep: nextStep.nullable().optional(),
      /** Values the caller last saw; a different current value is a conflict. */
      expected: leadInput.partial().optional(),
    }),
  },
  reply: leadDetail.extend({ warnings }),
  errors: ['invalid_input', 'not_found', 'conflict', 'lead_sold', 'suppressed'],
});

export const deleteLead = endpoint({
  method: 'DELETE',
  path: LEAD_PATH,
  access: 'user',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found'],
});

export const restoreLead = endpoint({
  method: 'POST',
  path: '/api/leads/:id/restore',
  access: 'user',
  input: { params: idParams },
  reply: leadDetail,
  errors: ['not_found', 'conflict', 'suppressed'],
});

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/leads/:id/notes',
  access: 'user',
  input: { params: idParams },
  reply: z.array(leadNote),
  errors: ['not_found'],
});

export const noteText = z.string().trim().min(1, 'Write a note').max(NOTE_MAX);

export const addNote = endpoint({
  method: 'POST',
  path: '/api/leads/:id/notes',
  access: 'user',
  input: {
    params: idParams,
    body: z.strictObject({ text: noteText }),
  },
  status: 201,
  reply: leadNote,
  errors: ['invalid_input', 'not_found'],
});
