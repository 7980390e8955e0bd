import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { csvDelimiter, headerRowNumber, importPlan } from './imports.ts';
import { id, idParams, time } from './shapes.ts';

/**
 * Saved mapping: mapping and value options last confirmed for these column names in any order and case, in terms of
 * this file. The import mode isn't saved: a new import starts as create.
 */
export const rememberedMapping = importPlan.omit({ manualTags: true, importMode: true });

/** An earlier import of a file with the same content. */
const importedBefore = z.object({
  importId: id,
  filename: z.string(),
  createdAt: time,
  createdBy: z.string(),
  /** Leads that it created. */
  imported: z.number().int(),
});

/** Description of an uploaded file. */
export const uploadReply = z.object({
  uploadId: id,
  filename: z.string(),
  /** Size in bytes. */
  size: z.number().int(),
  kind: z.enum(['csv', 'xlsx', 'xls']),
  /** How the file was read, as detected or as chosen: null for what its kind doesn't have. */
  delimiter: csvDelimiter.nullable(),
  encoding: z.string().nullable(),
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** Row of the file that holds the column names, 0 if none does. */
  headerRow: z.number().int(),
  /** First rows with content as they are in the file, 25 at most, the header and rows above it among them. */
  firstRows: z.array(z.object({ number: z.number().int(), cells: z.array(z.string()) })),
  columns: z.array(z.string()),
  /** First data rows, 100 at most, by column name. */
  preview: z.array(z.record(z.string(), z.string())),
  /** Number of data rows, without blank ones. */
  totalRows: z.number().int(),
  /** Lead fields that auto-map suggests, by column name. */
  suggestedMapping: z.record(z.string(), z.string()),
  /** The only column of full names, which could be split; null without one. */
  nameColumn: z.string().nullable(),
  /** Without targets that no longer exist; null if no mapping is saved. */
  rememberedMapping: rememberedMapping.nullable(),
  /** Earlier imports, newest first, 20 at most. */
  importedBefore: z.array(importedBefore),
});

export type Upload = z.infer<typeof uploadReply>;

export const upload = endpoint({
  method: 'POST',
  path: '/api/upload',
  access: 'user',
  summary:
    'Upload a CSV, XLSX or XLS file of at most 100 MB, in the part named file; encoding, delimiter, headerRow and sheet say how to read it',
  input: {},
  body: 'multipart',
  status: 200,
  reply: uploadReply,
  errors: ['invalid_input', 'unreadable_file', 'too_large', 'unsupported_media_type'],
});

/** How to read a file; null for what was detected. */
export const readingBody = z
  .strictObject({
    sheet: z.string().nullable().optional(),
    encoding: z.string().max(40).nullable().optional(),
    delimiter: csvDelimiter.nullable().optional(),
    headerRow: headerRowNumber.nullable().optional(),
  })
  .refine((body) => Object.keys(body).length > 0, {
    message: 'Send at least one of sheet, encoding, delimiter and headerRow',
    path: ['sheet'],
  });

export const chooseReading = endpoint({
  method: 'POST',
  path: '/api/uploads/:id/sheet',
  access: 'user',
  summary: 'An upload read another way: another sheet, encoding, delimiter or header row',
  input: {
    params: idParams,
    body: readingBody,
  },
  status: 200,
  reply: uploadReply,
  errors: ['invalid_input', 'not_found'],
});
