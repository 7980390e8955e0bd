import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importPlan } from './imports.ts';
import { id } from './shapes.ts';

/** Maximum number of distinct values that are listed of a column, and of known values to choose from. */
export const LISTED_VALUES_MAX = 200;
/** Maximum number of columns whose values are listed at once. */
export const VALUE_COLUMNS_MAX = 20;

/** A value of a column and what it becomes. */
const fileValue = z.object({
  /** The value as the file first spells it; other cases and accents are counted with it. */
  value: z.string(),
  /** Rows with the value. */
  count: z.number().int(),
  /**
   * Value to import instead, as in a value map; null if nothing is known. `known`: the value of the field that it
   * stands for. `remembered`: what a user chose for an earlier file.
   */
  meaning: z.object({ value: z.string().nullable(), from: z.enum(['known', 'remembered']) }).nullable(),
});

export type FileValue = z.infer<typeof fileValue>;

/** The values of a column that feeds a field with few distinct values. */
const columnValues = z.object({
  column: z.string(),
  target: z.string(),
  /** Most frequent first. */
  values: z.array(fileValue),
  /** Whether the column has more values than are listed. */
  more: z.boolean(),
  /** Values of the field to choose from, most frequent first; for a country none, because all countries are known. */
  known: z.array(z.string()),
});

export type ColumnValues = z.infer<typeof columnValues>;

export const listImportValues = endpoint({
  method: 'POST',
  path: '/api/imports/values',
  access: 'user',
  summary:
    'Values of the columns of an upload that feed fields with few distinct values, with their meanings',
  input: {
    body: importPlan.extend({
      uploadId: id,
      columns: z.array(z.string()).min(1).max(VALUE_COLUMNS_MAX),
    }),
  },
  status: 200,
  reply: z.object({ columns: z.array(columnValues) }),
  errors: ['invalid_input', 'not_found', 'unreadable_file', 'too_many_requests'],
});
