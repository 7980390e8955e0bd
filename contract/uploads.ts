import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { csvDelimiter, headerRowNumber, importPlan } from './imports.ts';
import { id, idParams, time } from './shapes.ts';

/**
 * Mapping and value options last confirmed for these column names, in any order and case. The import mode isn't
 * saved.
 */
export const rememberedMapping = importPlan.omit({ manualTags: true, importMode: true });

/** An earlier import of the same content. */
const importedBefore = z.object({
  importId: id,
  filename: z.string(),
  createdAt: time,
  createdBy: z.string(),
  /** Leads created. */
  imported: z.number().int(),
  /** Newest correction of its rows. */
  correction: z.object({ importId: id, createdAt: time, createdBy: z.string() }).nullable(),
});

export const uploadReply = z.object({
  uploadId: id,
  filename: z.string(),
  /** In bytes. */
  size: z.number().int(),
  kind: z.enum(['csv', 'xlsx', 'xls']),
  /** Detected or chosen; null if not applicable. */
  delimiter: csvDelimiter.nullable(),
  encoding: z.string().nullable(),
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** Row of the column names, 0 for none. */
  headerRow: z.number().int(),
  /** First non-blank raw rows including the header, at most 25. */
  firstRows: z.array(z.object({ number: z.number().int(), cells: z.array(z.string()) })),
  columns: z.array(z.string()),
  /** First data rows by column name, at most 100. */
  preview: z.array(z.record(z.string(), z.string())),
  /** Data rows, without blank rows. */
  totalRows: z.number().int(),
  /** Auto-mapped lead fields by column name. */
  suggestedMapping: z.record(z.string(), z.string()),
  /** The only full-name column, which could be split. */
  nameColumn: z.string().nullable(),
  /** Without deleted targets. */
  rememberedMapping: rememberedMapping.nullable(),
  /** Newest first, at most 20. */
  importedBefore: z.array(importedBefore),
});

export type Upload = z.infer<typeof uploadReply>;

export const upload = endpoint({
  method: 'POST',
  path: '/api/upload',
  access: 'user',
  body: 'multipart',
  reply: uploadReply,
  errors: ['invalid_input', 'unreadable_file', 'too_large', 'unsupported_media_type'],
});

/** Null means as detected. */
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
  input: {
    params: idParams,
    body: readingBody,
  },
  reply: uploadReply,
  errors: ['invalid_input', 'not_found'],
});
