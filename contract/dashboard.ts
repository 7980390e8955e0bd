import { z } from 'zod';
import { salesFigures } from './customers.ts';
import { endpoint } from './endpoint.ts';
import { DASHBOARD_PATH } from './live-paths.ts';
import { givenDay, unlessEmpty } from './shapes.ts';

const count = z.number().int();

export const dashboardStats = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/stats`,
  access: 'user',
  reply: z.object({
    totalLeads: count,
    validNumbers: count,
    totalImports: count,
    undoneImports: count,
    newLeads: count,
    qualifiedLeads: count,
  }),
});

export const dashboardCountries = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/countries`,
  access: 'user',
  reply: z.array(
    z.object({
      country: z.string(),
      /** ISO 3166 alpha-2; null if unknown. */
      iso: z.string().nullable(),
      totalLeads: count,
      validNumbers: count,
      qualifiedLeads: count,
    }),
  ),
});

export const dashboardBrands = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/brands`,
  access: 'user',
  reply: z.array(z.object({ brand: z.string(), totalLeads: count })),
});

export const dashboardTags = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/tags`,
  access: 'user',
  reply: z.array(z.object({ tag: z.string(), totalLeads: count })),
});

export const dashboardStatuses = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/statuses`,
  access: 'user',
  reply: z.array(z.object({ status: z.string(), totalLeads: count })),
});

/** Maximum rows of a sales breakdown, best first. */
export const SALES_ROWS_MAX = 100;

/** Figures of a period and of the equally long period before. */
const compared = z.object({ now: salesFigures, before: salesFigures });

export type ComparedSales = z.infer<typeof compared>;

const days = z.object({ from: z.iso.date(), to: z.iso.date() });

/** Inclusive UTC days, by default the last 30. All time begins with the first lead, import or sale. */
const period = z.strictObject({
  from: unlessEmpty(givenDay.optional()),
  to: unlessEmpty(givenDay.optional()),
  period: unlessEmpty(z.enum(['all']).optional()),
});

/** Excludes leads in the trash and undone imports. */
const activityFigures = salesFigures.extend({
  created: count,
  /** Number of files, and row outcomes. */
  imports: count,
  imported: count,
  updated: count,
  duplicates: count,
});

export type ActivityFigures = z.infer<typeof activityFigures>;

/** Weeks begin on Monday. */
const STEPS = ['day', 'week', 'month'] as const;

export type ActivityStep = (typeof STEPS)[number];

export const dashboardActivity = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/activity`,
  access: 'user',
  input: { query: period },
  reply: days.extend({
    before: days,
    total: z.object({ now: activityFigures, before: activityFigures }),
    step: z.enum(STEPS),
    /** Oldest first; the first and last steps may be partial. */
    points: z.array(activityFigures.extend({ from: z.iso.date(), to: z.iso.date() })),
  }),
  errors: ['invalid_input'],
});

/** A sale counts on the day it was made. */
export const dashboardSales = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/sales`,
  access: 'user',
  input: { query: period },
  reply: days.extend({
    before: days,
    total: compared,
    /** Empty for leads without a source. */
    sources: z.array(compared.extend({ source: z.string() })),
    buyers: z.array(compared.extend({ customer: z.string(), name: z.string().nullable() })),
  }),
  errors: ['invalid_input'],
});

/** Inclusive UTC days; all time by default. */
const supplierPeriod = period.omit({ period: true });

export const dashboardSuppliers = endpoint({
  method: 'GET',
  path: `${DASHBOARD_PATH}/suppliers`,
  access: 'user',
  input: { query: supplierPeriod },
  reply: z.array(
    z.object({
      /** Empty for leads without a source. */
      source: z.string(),
      totalLeads: count,
      validNumbers: count,
      /** Excludes undone imports. */
      duplicates: count,
    }),
  ),
  errors: ['invalid_input'],
});
