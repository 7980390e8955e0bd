import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, messageReply, time } from './shapes.ts';
import { rememberedMapping } from './uploads.ts';

/** Per user. */
export const TEMPLATES_MAX = 200;

/** Mapping, column tools, value maps and value options. */
const templatePlan = rememberedMapping;

/** Private, or shared with the organization. */
const importTemplate = z.object({
  id,
  name: z.string(),
  /** Everyone can apply it; only administrators change it. */
  shared: z.boolean(),
  /** Whether the caller created it. */
  own: z.boolean(),
  createdBy: z.string(),
  /** Mapped columns. */
  columns: z.number().int(),
  updatedAt: time,
});

export type ImportTemplate = z.infer<typeof importTemplate>;

const templateFields = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name').max(100),
  plan: templatePlan,
  shared: z.boolean(),
});

const columnNames = z.strictObject({ columns: z.array(z.string()).min(1).max(16_384) });

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/import-templates',
  access: 'user',
  reply: z.array(importTemplate),
});

export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/import-templates',
  access: 'user',
  input: { body: templateFields.extend({ shared: z.boolean().default(false) }) },
  status: 201,
  reply: importTemplate,
  errors: ['invalid_input', 'forbidden', 'conflict'],
});

export const updateTemplate = endpoint({
  method: 'PATCH',
  path: '/api/import-templates/:id',
  access: 'user',
  input: { params: idParams, body: templateFields.partial() },
  reply: importTemplate,
  errors: ['invalid_input', 'forbidden', 'not_found', 'conflict'],
});

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/import-templates/:id',
  access: 'user',
  input: { params: idParams },
  reply: messageReply,
  errors: ['forbidden', 'not_found'],
});

export const adaptTemplate = endpoint({
  method: 'POST',
  path: '/api/import-templates/:id/adapt',
  access: 'user',
  input: { params: idParams, body: columnNames },
  reply: z.object({
    /** Null if the template maps no column of the file. */
    plan: templatePlan.nullable(),
    /** Template columns that the file lacks. */
    missing: z.array(z.string()),
  }),
  errors: ['invalid_input', 'not_found'],
});

export const matchTemplate = endpoint({
  method: 'POST',
  path: '/api/import-templates/match',
  access: 'user',
  input: { body: columnNames },
  reply: z.object({ match: z.object({ template: importTemplate, plan: templatePlan }).nullable() }),
  errors: ['invalid_input'],
});
