import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importPlan, rowProblem } from './imports.ts';
import { PREVIEW_PATH } from './live-paths.ts';
import { id } from './shapes.ts';
import { similarLead } from './similar-lead.ts';

/**
 * Expected outcome of a row. `row` is the earlier row that it repeats or updates, otherwise `leadId` is the
 * lead. `message` explains a skip.
 */
export const previewOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new') }),
  z.object({ kind: z.literal('update'), leadId: id.nullable(), row: z.number().int().nullable() }),
  z.object({
    kind: z.literal('duplicate'),
    field: z.enum(['email', 'phone']),
    leadId: id.nullable(),
    row: z.number().int().nullable(),
  }),
  z.object({
    kind: z.literal('skipped'),
    leadId: id.nullable(),
    row: z.number().int().nullable(),
    message: z.string(),
  }),
  /** Errors are in `problems`. */
  z.object({ kind: z.literal('error') }),
]);

export type PreviewOutcome = z.infer<typeof previewOutcome>;

/**
 * Ambiguous dates and amounts follow the whole file if its grid was checked (POST /api/imports/check),
 * otherwise the first rows.
 */
export const previewImport = endpoint({
  method: 'POST',
  path: PREVIEW_PATH,
  access: 'user',
  input: { body: importPlan.extend({ uploadId: id, rows: z.number().int().min(1).max(100).default(20) }) },
  status: 200,
  reply: z.object({
    rows: z.array(
      z.object({
        number: z.number().int(),
        /** Values to store by lead field; for an update, the updated lead's. */
        values: z.record(z.string(), z.string()),
        /** Replaced values by lead field; '' for an empty field. */
        before: z.record(z.string(), z.string()),
        outcome: previewOutcome,
        problems: z.array(rowProblem),
        /** For new leads. */
        similar: similarLead.nullable(),
      }),
    ),
  }),
  errors: ['invalid_input', 'not_found'],
});
