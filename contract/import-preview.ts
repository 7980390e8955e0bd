import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importPlan, rowProblem } from './imports.ts';
import { PREVIEW_PATH } from './live-paths.ts';
import { id } from './shapes.ts';

/**
 * Outcome that the import would have for a previewed row, by the leads of this moment and the rows above it.
 * `row` is the earlier row that a duplicate repeats, or that creates the lead which the row updates; otherwise `leadId`
 * is that lead. `message` says why a row is skipped.
 */
export const previewOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new') }),
  z.object({ kind: z.literal('update'), leadId: id.nullable(), row: z.number().int().nullable() }),
  z.object({
    kind: z.literal('duplicate'),
    /** Field that both have. */
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
  /** The errors are among the row's problems. */
  z.object({ kind: z.literal('error') }),
]);

export type PreviewOutcome = z.infer<typeof previewOutcome>;

/**
 * Dates and amounts that can be read in two ways are read as the whole file says once it was checked with its grid (POST
 * /api/imports/check), until then as the first rows say.
 */
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
        /** Values of the row's fields as they would be stored, by lead field; of a lead to update, after the update. */
        values: z.record(z.string(), z.string()),
        /** Values that an update replaces, by the lead field that changes; '' if the lead has none. */
        before: z.record(z.string(), z.string()),
        outcome: previewOutcome,
        problems: z.array(rowProblem),
      }),
    ),
  }),
  errors: ['invalid_input', 'not_found'],
});
