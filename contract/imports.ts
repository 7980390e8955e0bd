import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IMPORTS_PATH, PREVIEW_PATH } from './import-paths.ts';
import { REPORT_PAGE_MAX, REPORT_PREVIEW_ROWS } from './limits.ts';
import { id, idParams, time } from './shapes.ts';

/** Lead field (or `custom:<name>`) by column name. */
const fieldMapping = z.record(z.string(), z.string());

export const importMode = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('create') }),
  z.object({ mode: z.literal('update'), matchField: z.enum(['email', 'phone', 'id']) }),
]);

const nameSplitConfig = z.object({ column: z.string(), enabled: z.boolean() });

const manualTags = z.array(z.string()).max(100);

export const importOptions = z.object({
  /** ISO 3166 alpha-2 code of the country of rows that have none. */
  defaultCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A default country is a two-letter code such as US')
    .nullable()
    .default(null),
  /** Take an empty country from a valid phone. */
  countryFromPhone: z.boolean().default(true),
  updatePolicy: z.enum(['overwrite', 'fillEmpty']).default('overwrite'),
  /** Sheet of a workbook; the first by default. */
  sheet: z.string().nullable().default(null),
});

/** How the rows of a file become leads. */
export const importPlan = z.object({
  fieldMapping,
  nameSplitConfig: nameSplitConfig.nullable().default(null),
  importMode: importMode.default({ mode: 'create' }),
  manualTags: manualTags.default([]),
  options: importOptions.prefault({}),
});

export type ImportPlan = z.output<typeof importPlan>;
export type ImportMode = z.output<typeof importMode>;
export type ImportOptions = z.output<typeof importOptions>;

const importStatus = z.enum(['processing', 'completed', 'failed', 'cancelled']);

/** Every row counts once: totalRows = imported + updated + duplicates + skipped + errors + unprocessed. */
export const importStats = z.object({
  totalRows: z.number().int(),
  imported: z.number().int(),
  duplicates: z.number().int(),
  errors: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  /** Of the rows imported or updated, those whose phone is not valid. */
  invalidPhones: z.number().int(),
});

export type ImportStats = z.infer<typeof importStats>;

/** How an undo stands. `undone + kept = done`; kept: leads that were changed since, or whose identity is taken. */
export const importUndo = z.object({
  status: z.enum(['processing', 'completed', 'failed']),
  /** Leads that the import made or changed. */
  total: z.number().int(),
  done: z.number().int(),
  undone: z.number().int(),
  kept: z.number().int(),
});

export type ImportUndo = z.infer<typeof importUndo>;

/** A line of the import history. */
export const importRecord = importStats.extend({
  id,
  filename: z.string(),
  status: importStatus,
  unprocessed: z.number().int(),
  /** Such as `1m 12s`; null while it runs. */
  duration: z.string().nullable(),
  /** Why it failed. */
  failure: z.string().nullable(),
  createdBy: z.string(),
  createdAt: time,
  /** Rows of the file that the report names: those not imported, and those with a warning. */
  problems: z.number().int(),
  /** Null before it is undone. */
  undo: importUndo.nullable(),
});

export type ImportRecord = z.infer<typeof importRecord>;

/** What the stream of an import tells; a `progress` event comes at least every second. */
export const importEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    importId: id,
    /** Percent. */
    progress: z.number(),
    ...importStats.shape,
  }),
  z.object({ type: z.literal('complete'), importId: id, stats: importStats }),
  z.object({
    type: z.literal('error'),
    importId: id.optional(),
    message: z.string(),
    /** A user ended it: what was imported by then stays. */
    cancelled: z.boolean().optional(),
  }),
]);

export type ImportEvent = z.infer<typeof importEvent>;

export const importStream = endpoint({
  method: 'POST',
  path: '/api/import-stream',
  access: 'user',
  summary: 'Import a file (part file) or an earlier upload (field uploadId) and follow its progress',
  input: {
    query: z.object({
      /** The attempt-th import of an earlier upload: one that has begun is followed, whoever lost sight of it. */
      attempt: z.coerce.number().int().min(1).max(1000).optional(),
    }),
  },
  body: 'multipart',
  replies: 'stream',
  status: 200,
  reply: importEvent,
  errors: ['invalid_input', 'unreadable_file', 'not_found', 'too_large', 'unsupported_media_type'],
});

export const listImports = endpoint({
  method: 'GET',
  path: IMPORTS_PATH,
  access: 'user',
  summary: 'The import history, newest first',
  input: {},
  status: 200,
  reply: z.array(importRecord),
  errors: [],
});

/** What is wrong with a cell (or, with `field` null, a row). A row with an error is not imported. */
export const rowProblem = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  field: z.string().nullable(),
  column: z.string().nullable(),
  value: z.string(),
  message: z.string(),
});

export type RowProblem = z.infer<typeof rowProblem>;

export const previewImport = endpoint({
  method: 'POST',
  path: PREVIEW_PATH,
  access: 'user',
  summary: 'What the first rows of an upload would become under a plan',
  input: { body: importPlan.extend({ uploadId: id, rows: z.number().int().min(1).max(100).default(20) }) },
  status: 200,
  reply: z.object({
    rows: z.array(
      z.object({
        number: z.number().int(),
        /** Text as it would be stored, by lead field. */
        values: z.record(z.string(), z.string()),
        problems: z.array(rowProblem),
      }),
    ),
  }),
  errors: ['invalid_input', 'not_found'],
});

/** A row of a file that was not imported, or that was imported with a warning. */
export const reportRow = z.object({
  /** Where it stands in the file: the sheet's row, or the CSV record, counted from 1, the header included. */
  row: z.number().int(),
  outcome: z.enum(['error', 'duplicate', 'skipped', 'warning']),
  /** All that is wrong with it, in words. */
  reason: z.string(),
  problems: z.array(rowProblem),
});

export type ReportRow = z.infer<typeof reportRow>;

/** A lead that an undo left alone, as it is now; its texts are null once it is gone for good. */
export const keptLead = z.object({
  leadId: id,
  reason: z.enum(['edited', 'deleted', 'identity_taken']),
  /** The reason in words. */
  message: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

export type KeptLead = z.infer<typeof keptLead>;

export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/:id',
  access: 'user',
  summary: `An import, with its mapping and the first ${REPORT_PREVIEW_ROWS} rows of its report and of its undo's`,
  input: { params: idParams },
  status: 200,
  reply: importRecord.extend({
    fieldMapping,
    firstProblems: z.array(reportRow),
    firstKept: z.array(keptLead),
  }),
  errors: ['not_found'],
});

export const importReport = endpoint({
  method: 'GET',
  path: '/api/imports/:id/report',
  access: 'user',
  summary: 'Rows that were not imported, and warnings, in file order; the next page begins after row `next`',
  input: {
    params: idParams,
    query: z.object({
      after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
      limit: z.coerce.number().int().min(1).max(REPORT_PAGE_MAX).default(100),
    }),
  },
  status: 200,
  reply: z.object({ rows: z.array(reportRow), next: z.number().int().nullable() }),
  errors: ['invalid_input', 'not_found'],
});

export const importReportFile = endpoint({
  method: 'GET',
  path: '/api/imports/:id/report.csv',
  access: 'user',
  summary: 'The same as a CSV file with the original columns; once mended it can be imported as it is',
  input: { params: idParams },
  status: 200,
  reply: z.string(),
  errors: ['not_found', 'too_many_requests'],
});

export const cancelImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/cancel',
  access: 'user',
  summary: 'End an import before its time: what is imported stays, the other rows are unprocessed',
  input: { params: idParams },
  status: 200,
  reply: importRecord,
  errors: ['not_found', 'conflict'],
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/undo',
  access: 'user',
  summary:
    'Put created leads into the bin and updated ones back, save leads changed since; goes on by itself',
  input: { params: idParams },
  status: 200,
  reply: importRecord,
  errors: ['not_found', 'conflict'],
});

export const undoReportFile = endpoint({
  method: 'GET',
  path: '/api/imports/:id/undo-report.csv',
  access: 'user',
  summary: 'The leads that an undo left alone, and why, as a CSV file',
  input: { params: idParams },
  status: 200,
  reply: z.string(),
  errors: ['not_found', 'too_many_requests'],
});
