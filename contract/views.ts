import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { type LeadFilter, leadFilter } from './lead-filter.ts';
import { type LeadSort, leadSort } from './lead-sort.ts';
import { LEADS_PAGE_SIZE, LEADS_PAGE_SIZES } from './limits.ts';
import { VIEW_COUNTS_PATH } from './live-paths.ts';
import { id, idParams, messageReply } from './shapes.ts';

/** `field`: a key or `custom:<name>`; width in pixels. */
export const leadColumn = z.strictObject({
  field: z.string().max(200),
  width: z.number().int().min(40).max(1000).nullable(),
});
const leadColumns = z.array(leadColumn).min(1).max(60);
export type LeadColumn = z.infer<typeof leadColumn>;

/** As in query strings. */
export type ViewFilter = LeadFilter & LeadSort;

/** Private, or shared with the organization. */
export const savedView = z.object({
  id,
  name: z.string(),
  /** As parsed on saving; the filter's own schema reads query strings only. */
  filter: z.custom<ViewFilter>((filter) => typeof filter === 'object' && filter !== null),
  columns: leadColumns.nullable(),
  shared: z.boolean(),
  /** Only owners change or delete a view. */
  own: z.boolean(),
  /** Whether the caller's lead list opens with it. */
  isDefault: z.boolean(),
  createdBy: z.string(),
});

export type SavedView = z.infer<typeof savedView>;

const viewFields = z.strictObject({
  name: z.string().trim().min(1, 'Enter a name').max(100),
  filter: leadFilter.extend(leadSort),
  columns: leadColumns.nullable(),
  shared: z.boolean(),
});

const viewInput = viewFields.extend({
  columns: viewFields.shape.columns.default(null),
  shared: viewFields.shape.shared.default(false),
});

export const listViews = endpoint({
  method: 'GET',
  path: '/api/views',
  access: 'user',
  reply: z.array(savedView),
});

export const createView = endpoint({
  method: 'POST',
  path: '/api/views',
  access: 'user',
  input: { body: viewInput },
  status: 201,
  reply: savedView,
  errors: ['invalid_input', 'conflict'],
});

export const updateView = endpoint({
  method: 'PATCH',
  path: '/api/views/:id',
  access: 'user',
  input: { params: idParams, body: viewFields.partial() },
  reply: savedView,
  errors: ['invalid_input', 'not_found', 'conflict'],
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/views/:id',
  access: 'user',
  input: { params: idParams },
  reply: messageReply,
  errors: ['not_found'],
});

/** Null stands for all leads. */
const defaultView = z.strictObject({ viewId: id.nullable() });

export const setDefaultView = endpoint({
  method: 'PATCH',
  path: '/api/preferences/default-view',
  access: 'user',
  input: { body: defaultView },
  reply: defaultView,
  errors: ['invalid_input', 'not_found'],
});

export const countViews = endpoint({
  method: 'GET',
  path: VIEW_COUNTS_PATH,
  access: 'user',
  reply: z.object({
    all: z.number().int(),
    /** The signed-in user's. */
    mine: z.number().int(),
    /** Next steps due today or earlier, of the signed-in user's leads and of leads without an owner. */
    due: z.number().int(),
    views: z.array(
      z.object({
        id,
        /** Null for an invalid filter, such as one by a deleted custom field. */
        total: z.number().int().nullable(),
      }),
    ),
  }),
});

/** Lead table layout, stored per user. */
export const leadTablePreferences = z.strictObject({
  columns: leadColumns.nullable().default(null),
  density: z.enum(['normal', 'compact']).default('normal'),
  pageSize: z.literal(LEADS_PAGE_SIZES).default(LEADS_PAGE_SIZE),
});

export type LeadTablePreferences = z.output<typeof leadTablePreferences>;
export type LeadsPageSize = LeadTablePreferences['pageSize'];

/** No defaults: omitted members stay unchanged. */
const leadTablePreferencesInput = z.strictObject({
  columns: leadColumns.nullable().optional(),
  density: z.enum(['normal', 'compact']).optional(),
  pageSize: z.literal(LEADS_PAGE_SIZES).optional(),
});

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/preferences/lead-table',
  access: 'user',
  reply: leadTablePreferences,
});

export const setPreferences = endpoint({
  method: 'PATCH',
  path: '/api/preferences/lead-table',
  access: 'user',
  input: { body: leadTablePreferencesInput },
  reply: leadTablePreferences,
  errors: ['invalid_input'],
});
