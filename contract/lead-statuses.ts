import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { LEAD_STATUS_COLORS, LEAD_STATUS_NAME_MAX, LEAD_STATUSES_MAX } from './lead-status-colors.ts';
import { id, idParams } from './shapes.ts';

export const leadStatus = z.object({
  id,
  name: z.string(),
  /** Earlier names and the stored key, which stand for it too. */
  otherNames: z.array(z.string()),
  color: z.enum(LEAD_STATUS_COLORS),
  /** Given to leads without a status. */
  isDefault: z.boolean(),
  /** The default or the qualified status, which can't be deleted. */
  isFixed: z.boolean(),
});

export type LeadStatusEntity = z.infer<typeof leadStatus>;

const name = z.string().trim().min(1, 'Enter a name').max(LEAD_STATUS_NAME_MAX);
const color = z.enum(LEAD_STATUS_COLORS);

export const listLeadStatuses = endpoint({
  method: 'GET',
  path: '/api/lead-statuses',
  access: 'user',
  reply: z.array(leadStatus),
});

/** Most frequent first, statuses that the list lacks included. */
export const leadStatusUsage = endpoint({
  method: 'GET',
  path: '/api/lead-statuses/usage',
  access: 'admin',
  reply: z.object({
    statuses: z.array(z.object({ id, leads: z.number().int() })),
    /** Imported unchanged or deleted since; at most 100. */
    unlisted: z.array(z.object({ name: z.string(), leads: z.number().int() })),
  }),
  errors: ['forbidden'],
});

export const createLeadStatus = endpoint({
  method: 'POST',
  path: '/api/lead-statuses',
  access: 'admin',
  input: { body: z.strictObject({ name, color: color.default('gray') }) },
  status: 201,
  reply: leadStatus,
  errors: ['invalid_input', 'conflict', 'forbidden'],
});

export const updateLeadStatus = endpoint({
  method: 'PATCH',
  path: '/api/lead-statuses/:id',
  access: 'admin',
  input: { params: idParams, body: z.strictObject({ name: name.optional(), color: color.optional() }) },
  reply: leadStatus,
  errors: ['invalid_input', 'not_found', 'conflict', 'forbidden'],
});

export const orderLeadStatuses = endpoint({
  method: 'PATCH',
  path: '/api/lead-statuses',
  access: 'admin',
  /** Every status once. */
  input: { body: z.strictObject({ ids: z.array(id).min(1).max(LEAD_STATUSES_MAX) }) },
  reply: z.array(leadStatus),
  errors: ['invalid_input', 'conflict', 'forbidden'],
});

/** Leads that have it get the replacement in the background. */
export const deleteLeadStatus = endpoint({
  method: 'DELETE',
  path: '/api/lead-statuses/:id',
  access: 'admin',
  input: {
    params: idParams,
    /** New status of affected leads; required if there are any. */
    query: z.strictObject({ replacement: id.optional() }),
  },
  /** `operation`: the bulk operation; null if no lead has the status. */
  reply: z.object({ leads: z.number().int(), operation: id.nullable() }),
  errors: ['invalid_input', 'not_found', 'conflict', 'forbidden'],
});
