import { z } from 'zod';
import { columnTools } from './column-tools.ts';
import { endpoint } from './endpoint.ts';
import { valueMaps } from './import-value-maps.ts';
import { OWNERS_MAX, REPORT_PAGE_MAX } from './limits.ts';
import { IMPORTS_PATH } from './live-paths.ts';
import { id, idParams, time, unlessEmpty } from './shapes.ts';

/** Target by column name: a lead field, `custom:<name>`, or `note`, which several columns may have. */
const fieldMapping = z.record(z.string(), z.string());

export const importMode = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('create') }),
  z.object({ mode: z.literal('update'), matchField: z.enum(['email', 'phone', 'id']) }),
  /** Rows that match a lead update it, the others create one. A row with a Lead ID that doesn't exist is skipped. */
  z.object({ mode: z.literal('createOrUpdate'), matchField: z.enum(['email', 'phone', 'id']) }),
]);

const nameSplitConfig = z.object({ column: z.string(), enabled: z.boolean() });

export const csvDelimiter = z.enum([',', ';', '\t', '|']);
export const headerRowNumber = z.number().int().min(0).max(9_999_999);

export const importOptions = z.object({
  /** ISO 3166 alpha-2 code; the country of rows without one. */
  defaultCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, 'The default country must be a two-letter code such as US')
    .nullable()
    .default(null),
  /** Derive an empty country from a valid phone. */
  countryFromPhone: z.boolean().default(true),
  updatePolicy: z.enum(['overwrite', 'fillEmpty']).default('overwrite'),
  /** In turn, of new leads. */
  owners: z.array(id).max(OWNERS_MAX).default([]),
  /** Leave out an invalid email if the phone is valid, instead of the row. Updates by email need the email. */
  dropInvalidEmails: z.boolean().default(false),
  /** Sheet of a workbook. Default: the first one. */
  sheet: z.string().nullable().default(null),
  /** Encoding of a CSV file, by any label of the WHATWG Encoding Standard. Default: as detected. */
  encoding: z.string().max(40).nullable().default(null),
  delimiter: csvDelimiter.nullable().default(null),
  /** Row of the file that holds the column names, 0 for none. Default: as detected. */
  headerRow: headerRowNumber.nullable().default(null),
});

/** Settings of an import: mapping, mode and options. */
export const importPlan = z.object({
  fieldMapping,
  nameSplitConfig: nameSplitConfig.nullable().default(null),
  importMode: importMode.default({ mode: 'create' }),
  manualTags: z.array(z.string()).max(100).default([]),
  options: importOptions.prefault({}),
  columnTools: columnTools.default([]),
  valueMaps: valueMaps.default({}),
});

export type ImportPlan = z.output<typeof importPlan>;
export type ImportMode = z.output<typeof importMode>;
export type ImportOptions = z.output<typeof importOptions>;

export const importStatus = z.enum(['processing', 'completed', 'failed', 'cancelled']);

/**
 * Row counts of an import. Every row counts once: totalRows = imported + updated + duplicates + skipped + errors +
 * unprocessed.
 */
export const importStats = z.object({
  totalRows: z.number().int(),
  imported: z.number().int(),
  duplicates: z.number().int(),
  errors: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int(),
  /** People among the skipped rows on a suppression list. */
  suppressed: z.number().int().default(0),
  /** Imported or updated rows whose phone is not valid. */
  invalidPhones: z.number().int(),
});
export type ImportStats = z.infer<typeof importStats>;

/** Progress of an undo. `undone + kept = done`; kept leads were changed since or their identity is taken. */
export const importUndo = z.object({
  status: z.enum(['processing', 'completed', 'failed']),
  /** Leads that the import created or changed. */
  total: z.number().int(),
  done: z.number().int(),
  undone: z.number().int(),
  kept: z.number().int(),
});
export type ImportUndo = z.infer<typeof importUndo>;

/** Operation that merged new leads of an import with certain duplicates. */
export const importMerge = z.object({
  operationId: id,
  status: z.enum(['processing', 'completed', 'failed', 'canceled']),
  /** Groups of leads that became one lead each. */
  merged: z.number().int(),
  undone: z.boolean(),
});
export type ImportMerge = z.infer<typeof importMerge>;

/** An import, as the history lists it. */
export const importRecord = importStats.extend({
  id,
  filename: z.string(),
  status: importStatus,
  unprocessed: z.number().int(),
  /** Such as `1m 12s`; null while the import runs. */
  duration: z.string().nullable(),
  failure: z.string().nullable(),
  createdBy: z.string(),
  createdAt: time,
  /** Rows that weren't imported or have a warning. A correction has rows fixed after an import of the file. */
  problems: z.number().int(),
  isCorrection: z.boolean(),
  /** Number of columns of the file that were not imported, and the names of the first 3. */
  unimportedColumnCount: z.number().int(),
  firstUnimportedColumns: z.array(z.string()),
  /** Null unless the import was undone. */
  undo: importUndo.nullable(),
  /** Null unless the organization merges certain duplicates of imports and this one had any. */
  merge: importMerge.nullable(),
});
export type ImportRecord = z.infer<typeof importRecord>;

/** Event of an import's stream; a `progress` event arrives at least every second. */
export const importEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    importId: id,
    /** Progress in percent. */
    progress: z.number(),
    ...importStats.shape,
  }),
  z.object({ type: z.literal('complete'), importId: id, stats: importStats }),
  z.object({
    type: z.literal('error'),
    importId: id.optional(),
    message: z.string(),
    /** A user cancelled the import; imported rows stay. */
    cancelled: z.boolean().optional(),
  }),
]);

export type ImportEvent = z.infer<typeof importEvent>;

export const importStream = endpoint({
  method: 'POST',
  path: '/api/import-stream',
  access: 'user',
  input: {
    query: z.strictObject({
      /** Number of the attempt to import an earlier upload. An attempt that is running is followed, not started again. */
      attempt: z.coerce.number().int().min(1).max(1000).optional(),
    }),
  },
  body: 'multipart',
  replies: 'stream',
  reply: importEvent,
  errors: ['invalid_input', 'unreadable_file', 'not_found', 'too_large', 'unsupported_media_type'],
});

export const listImports = endpoint({
  method: 'GET',
  path: IMPORTS_PATH,
  access: 'user',
  reply: z.array(importRecord),
});

/** Problem of a cell, or of a whole row if `field` is null. A row with an error is not imported. */
export const rowProblem = z.object({
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  field: z.string().nullable(),
  column: z.string().nullable(),
  value: z.string(),
  message: z.string(),
});

export type RowProblem = z.infer<typeof rowProblem>;

/** A row of a file that was not imported, or that was imported with a warning. */
export const reportRow = z.object({
  /** Row number of the sheet or record number of the CSV file, from 1, the header included. */
  row: z.number().int(),
  /** `fixed`: imported as users edited it, without any other problem. */
  outcome: z.enum(['error', 'duplicate', 'skipped', 'warning', 'fixed']),
  /** All problems of the row in words, the most harmful first. */
  reason: z.string(),
  problems: z.array(rowProblem),
  /** Earlier row of the file that a duplicate repeats, if it is known. */
  repeatsRow: z.number().int().nullable(),
  /** Lead that a duplicate repeats; it may have been deleted for good since. */
  repeatsLead: id.nullable(),
});

export type ReportRow = z.infer<typeof reportRow>;

/** A lead that an undo left unchanged, in its current state; texts are null once it is deleted for good. */
export const keptLead = z.object({
  leadId: id,
  reason: z.enum(['edited', 'deleted', 'identity_taken', 'suppressed']),
  message: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

export type KeptLead = z.infer<typeof keptLead>;

/** Rows with the same problem in the same column; the example is the first of them. */
const importReason = reportRow.pick({ outcome: true }).extend({
  ...rowProblem.pick({ code: true, column: true }).shape,
  rows: z.number().int(),
  example: z.object({ row: z.number().int(), value: z.string() }),
});
export type ImportReason = z.infer<typeof importReason>;
export const getImport = endpoint({
  method: 'GET',
  path: '/api/imports/:id',
  access: 'user',
  input: { params: idParams },
  reply: importRecord.extend({
    fieldMapping,
    /** Columns of the file that were not imported. */
    unimportedColumns: z.array(z.string()),
    uploadId: id,
    /** Rows that users edited or dropped before the import; the report names their cells. */
    fixed: z.number().int(),
    /**
     * Rows that weren't imported and were edited since: field `rows` = `fixed` of POST /api/import-stream imports them
     * alone. Null when the file is no longer there, or while the import runs.
     */
    fixedSince: z.number().int().nullable(),
    /**
     * Leads of rows that were imported and edited since: field `rows` = `stored` of POST /api/import-stream updates them
     * with the edited cells. Null like `fixedSince`.
     */
    leadsToUpdate: z.number().int().nullable(),
    /** Problems by reason, the gravest and most frequent first; none while the import runs. */
    reasons: z.array(importReason),
    /** Errors first, then duplicates, skipped rows and warnings, each in file order. */
    firstProblems: z.array(reportRow),
    firstKept: z.array(keptLead),
  }),
  errors: ['not_found'],
});

export const importReport = endpoint({
  method: 'GET',
  path: '/api/imports/:id/report',
  access: 'user',
  input: {
    params: idParams,
    query: z.strictObject({
      after: unlessEmpty(z.coerce.number().int().min(0).max(2_147_483_647).default(0)),
      limit: unlessEmpty(z.coerce.number().int().min(1).max(REPORT_PAGE_MAX).default(100)),
    }),
  },
  reply: z.object({ rows: z.array(reportRow), next: z.number().int().nullable() }),
  errors: ['invalid_input', 'not_found'],
});

export const importReportFile = endpoint({
  method: 'GET',
  path: '/api/imports/:id/report.csv',
  access: 'user',
  input: { params: idParams },
  reply: z.string(),
  errors: ['forbidden', 'not_found', 'too_many_requests'],
});

export const cancelImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/cancel',
  access: 'user',
  input: { params: idParams },
  reply: importRecord,
  errors: ['not_found', 'conflict'],
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/imports/:id/undo',
  access: 'user',
  input: { params: idParams },
  reply: importRecord,
  errors: ['not_found', 'conflict'],
});

export const undoReportFile = endpoint({
  method: 'GET',
  path: '/api/imports/:id/undo-report.csv',
  access: 'user',
  input: { params: idParams },
  reply: z.string(),
  errors: ['forbidden', 'not_found', 'too_many_requests'],
});
