import { z } from 'zod';
import { columnTool } from './column-tools.ts';
import { endpoint } from './endpoint.ts';
import { importPlan } from './imports.ts';
import { id } from './shapes.ts';

/** Maximum values listed per column, and known values offered. */
export const LISTED_VALUES_MAX = 200;
/** Maximum columns per call. */
export const VALUE_COLUMNS_MAX = 20;

const fileValue = z.object({
  /** First spelling in the file; counted regardless of case and accents. */
  value: z.string(),
  count: z.number().int(),
  /**
   * Suggested replacement. `known`: an existing value of the field; `remembered`: chosen for an earlier file.
   */
  meaning: z.object({ value: z.string().nullable(), from: z.enum(['known', 'remembered']) }).nullable(),
  /** Without a meaning: an existing value that differs by blanks, punctuation or a letter. */
  near: z.string().nullable(),
  /** Spellings in the file, such as `Nord` and `NORD`. */
  spellings: z.number().int(),
});

export type FileValue = z.infer<typeof fileValue>;

const columnValues = z.object({
  column: z.string(),
  target: z.string(),
  /** Most frequent first. */
  values: z.array(fileValue),
  /** Whether values are missing from the list. */
  more: z.boolean(),
  /** Choices, most frequent first; empty for countries. */
  known: z.array(z.string()),
});

export type ColumnValues = z.infer<typeof columnValues>;

export const listImportValues = endpoint({
  method: 'POST',
  path: '/api/imports/values',
  access: 'user',
  input: {
    body: importPlan.extend({
      uploadId: id,
      columns: z.array(z.string()).min(1).max(VALUE_COLUMNS_MAX),
    }),
  },
  reply: z.object({ columns: z.array(columnValues) }),
  errors: ['invalid_input', 'not_found', 'unreadable_file', 'too_many_requests'],
});

/** Maximum changed rows shown by a count. */
export const TOOL_EXAMPLES_MAX = 3;

export const countToolRows = endpoint({
  method: 'POST',
  path: '/api/imports/tool-rows',
  access: 'user',
  input: {
    body: importPlan.pick({ options: true, columnTools: true }).extend({ uploadId: id, tool: columnTool }),
  },
  reply: z.object({
    totalRows: z.number().int(),
    changed: z.number().int(),
    /** First different changes: cells that the tool reads, and those it writes. */
    examples: z.array(z.object({ before: z.array(z.string()), after: z.array(z.string()) })),
  }),
  errors: ['invalid_input', 'not_found', 'unreadable_file', 'too_many_requests'],
});

export type ToolRows = z.infer<typeof countToolRows.reply>;
