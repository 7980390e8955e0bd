import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importPlan } from './imports.ts';
import { id, idParams, time } from './shapes.ts';

/** The plan that was last confirmed for columns of these names, whatever their order and case, in the names of this file. */
const rememberedMapping = importPlan.omit({ manualTags: true });

/** An earlier import of a file with the same content. */
const importedBefore = z.object({
  importId: id,
  filename: z.string(),
  createdAt: time,
  createdBy: z.string(),
  /** Leads that it made. */
  imported: z.number().int(),
});

/** What is known of a file once it is uploaded. */
export const uploadReply = z.object({
  uploadId: id,
  filename: z.string(),
  /** Bytes. */
  size: z.number().int(),
  kind: z.enum(['csv', 'xlsx', 'xls']),
  delimiter: z.string().nullable(),
  encoding: z.string().nullable(),
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  columns: z.array(z.string()),
  /** Up to 100 data rows, by column name. */
  preview: z.array(z.record(z.string(), z.string())),
  /** Data rows, blank ones left out. */
  totalRows: z.number().int(),
  /** Lead field by column, as auto-map sees it. */
  suggestedMapping: z.record(z.string(), z.string()),
  /** The single column of full names that could be split, if there is one. */
  nameColumn: z.string().nullable(),
  /** Targets that are no more are left out; null when nothing is remembered. */
  rememberedMapping: rememberedMapping.nullable(),
  /** Newest first, at most 20. */
  importedBefore: z.array(importedBefore),
});

export type Upload = z.infer<typeof uploadReply>;

export const upload = endpoint({
  method: 'POST',
  path: '/api/upload',
  access: 'user',
  summary: 'Upload a CSV, XLSX or XLS file of at most 100 MB, in the part named file',
  input: {},
  body: 'multipart',
  status: 200,
  reply: uploadReply,
  errors: ['invalid_input', 'unreadable_file', 'too_large', 'unsupported_media_type'],
});

export const chooseSheet = endpoint({
  method: 'POST',
  path: '/api/uploads/:id/sheet',
  access: 'user',
  summary: 'What is known of another sheet of an uploaded workbook',
  input: { params: idParams, body: z.strictObject({ sheet: z.string() }) },
  status: 200,
  reply: uploadReply,
  errors: ['invalid_input', 'not_found'],
});
