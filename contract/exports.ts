import { z } from 'zod';
import { leadSelection } from './bulk.ts';
import { currentUser, givenCode, givenPassword } from './current-user.ts';
import { endpoint } from './endpoint.ts';
import { customFieldName, LEAD_FIELDS } from './lead-fields.ts';
import { leadFilter } from './lead-filter.ts';
import { leadSort } from './lead-sort.ts';
import { customerNumber } from './sale-terms.ts';
import { time, unlessEmpty } from './shapes.ts';

/** Row limits that the export dialog offers. */
export const EXPORT_LIMITS = ['100', '500', '1000', '5000', '10000', 'all'] as const;

const COLUMN_MAX = 500;
const COLUMNS_MAX = 1_000;
const FIELDS: ReadonlySet<string> = new Set(LEAD_FIELDS.map(({ key }) => key));

/** Lead field keys and `custom:<name>`, each once, in file order. */
export const columnsInput = z
  .array(
    z
      .string()
      .max(COLUMN_MAX)
      .refine((column) => FIELDS.has(column) || customFieldName(column) !== null, {
        error: ({ input }) => `There is no column named ${String(input).slice(0, 100)}`,
      }),
  )
  .min(1, 'Choose at least one column')
  .max(COLUMNS_MAX)
  .refine((list) => new Set(list).size === list.length, 'Choose each column once');

/** JSON array in a query string. */
const columnsText = z
  .string()
  .max(16_000)
  .transform((text, { issues }) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issues.push({ code: 'custom', message: 'Send the columns as a JSON array', input: text });
      return z.NEVER;
    }
  })
  .pipe(columnsInput);

export const fileChoice = {
  format: z.enum(['csv', 'xlsx']).default('csv'),
  /** All columns by default. */
  columns: columnsInput.optional(),
};

export const verifyExport = endpoint({
  method: 'POST',
  path: '/api/export/verify',
  access: 'user',
  input: {
    body: z.strictObject({
      password: givenPassword.min(1, 'Enter your password'),
      token: givenCode.optional(),
    }),
  },
  reply: z.object({ verified: z.literal(true), expiresAt: time }),
  errors: ['invalid_input', 'wrong_credentials', 'too_many_requests'],
});

export const toggleExportAuth = endpoint({
  method: 'POST',
  path: '/api/export-auth/toggle',
  access: 'user',
  input: {
    body: z.strictObject({
      enabled: z.boolean(),
      password: givenPassword.optional(),
      token: givenCode.optional(),
    }),
  },
  reply: currentUser,
  errors: ['invalid_input', 'wrong_credentials', 'too_many_requests'],
});

/** How an export treats people on suppression lists, which it leaves out by default. */
const suppressionChoice = {
  /** Administrators only; audited. */
  includeSuppressed: z.enum(['true', 'false']).default('false'),
  /** Leaves out those on the lists of this customer too. */
  forCustomer: unlessEmpty(customerNumber.optional()),
};

/**
 * Replies with a file. `X-Total-Count` counts matching leads, `X-Exported-Count` those in the file, `X-Suppressed-Count` those left
 * out because they are on a suppression list.
 */
export const exportLeads = endpoint({
  method: 'GET',
  path: '/api/leads/export',
  access: 'user',
  input: {
    query: leadFilter.extend({
      ...fileChoice,
      ...leadSort,
      ...suppressionChoice,
      columns: unlessEmpty(columnsText.optional()),
      limit: unlessEmpty(
        z.union([z.literal('all'), z.coerce.number().int().min(1).max(100_000_000)]).default(1000),
      ),
    }),
  },
  reply: z.string(),
  errors: ['invalid_input', 'forbidden', 'too_many_requests'],
});

/** Replies with a file and the headers of `exportLeads`. Excludes the trash. */
export const exportSelection = endpoint({
  method: 'POST',
  path: '/api/leads/export',
  access: 'user',
  input: {
    body: z.strictObject({ selection: leadSelection, ...fileChoice, ...leadSort, ...suppressionChoice }),
  },
  reply: z.string(),
  errors: ['invalid_input', 'forbidden', 'too_many_requests'],
});
