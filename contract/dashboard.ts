import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DASHBOARD_PATH } from './live-paths.ts';

const count = z.number().int();

export const dashboardStats = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/stats`,
  access: 'user',
  summary: 'The five numbers of the dashboard; undone imports are counted apart',
  input: {},
  status: 200,
  reply: z.object({
    totalLeads: count,
    validNumbers: count,
    totalImports: count,
    undoneImports: count,
    newLeads: count,
    qualifiedLeads: count,
  }),
  errors: [],
});

export const dashboardCountries = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/countries`,
  access: 'user',
  summary: 'Leads by country, most first; leads without one under Unknown',
  input: {},
  status: 200,
  reply: z.array(
    z.object({
      country: z.string(),
      /** ISO 3166 alpha-2 code; null for an unknown country. */
      iso: z.string().nullable(),
      totalLeads: count,
      validNumbers: count,
      qualifiedLeads: count,
    }),
  ),
  errors: [],
});

export const dashboardBrands = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/brands`,
  access: 'user',
  summary: 'Leads by brand, most first',
  input: {},
  status: 200,
  reply: z.array(z.object({ brand: z.string(), totalLeads: count })),
  errors: [],
});

export const dashboardTags = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/tags`,
  access: 'user',
  summary: 'Leads by tag, most first',
  input: {},
  status: 200,
  reply: z.array(z.object({ tag: z.string(), totalLeads: count })),
  errors: [],
});

export const dashboardStatuses = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/statuses`,
  access: 'user',
  summary: 'Leads by status, most first',
  input: {},
  status: 200,
  reply: z.array(z.object({ status: z.string(), totalLeads: count })),
  errors: [],
});

export const dashboardImports = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/imports`,
  access: 'user',
  summary: 'Rows imported by day without undone imports, the last 90 days that had any, oldest first (UTC)',
  input: {},
  status: 200,
  reply: z.array(z.object({ day: z.iso.date(), imports: count, imported: count, updated: count })),
  errors: [],
});
