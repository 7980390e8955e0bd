import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importPlan } from './imports.ts';
import { id } from './shapes.ts';

/**
 * A default country that makes more than half of the doubtful numbers valid, those that need a country: `valid` of
 * `of` numbers, all of them or, if `isSample`, a sample.
 */
export const countrySuggestion = z.object({
  /** ISO 3166 alpha-2 code. */
  country: z.string(),
  valid: z.number().int(),
  of: z.number().int(),
  isSample: z.boolean(),
});

export type CountrySuggestion = z.infer<typeof countrySuggestion>;

/**
 * Counts of a dry run, equal to the import's unless leads change in between. At the end totalRows = imported +
 * updated + duplicatesInFile + duplicatesInDatabase + skipped + errors.
 */
export const dryRunResult = z.object({
  totalRows: z.number().int(),
  checked: z.number().int(),
  imported: z.number().int(),
  updated: z.number().int(),
  /** Repeat the email or valid phone of an earlier importable row. */
  duplicatesInFile: z.number().int(),
  /** Repeat an existing lead's email or valid phone, trash excluded. */
  duplicatesInDatabase: z.number().int(),
  skipped: z.number().int(),
  /** People among the skipped rows on a suppression list. */
  suppressed: z.number().int().default(0),
  errors: z.number().int(),
  /** Imported or updated rows with a dropped value, damaged value or invalid phone. */
  warnings: z.number().int(),
  /** Imported or updated rows by phone. */
  validPhones: z.number().int(),
  invalidPhones: z.number().int(),
  withoutPhone: z.number().int(),
  /** Rows that are errors by their invalid email alone and have a valid phone, or lose the email by `dropInvalidEmails`. */
  emailsToDrop: z.number().int(),
  /** Invalid phones that a default country may fix; counted at the end. */
  localPhones: z.number().int(),
  /** Best first, at most three; at the end, without a default country. */
  countrySuggestions: z.array(countrySuggestion),
});

export type DryRunResult = z.infer<typeof dryRunResult>;

export function noDryRunResult(totalRows: number): DryRunResult {
  return {
    totalRows,
    checked: 0,
    imported: 0,
    updated: 0,
    duplicatesInFile: 0,
    duplicatesInDatabase: 0,
    skipped: 0,
    suppressed: 0,
    errors: 0,
    warnings: 0,
    validPhones: 0,
    invalidPhones: 0,
    withoutPhone: 0,
    emailsToDrop: 0,
    localPhones: 0,
    countrySuggestions: [],
  };
}

/** A `progress` event arrives at least every second. A disconnect or a new dry run of the caller ends it. */
export const importCheckEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), progress: z.number(), ...dryRunResult.shape }),
  z.object({ type: z.literal('complete'), forecast: dryRunResult }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);

export type ImportCheckEvent = z.infer<typeof importCheckEvent>;

export const checkImport = endpoint({
  method: 'POST',
  path: '/api/imports/check',
  access: 'user',
  input: {
    body: importPlan.extend({
      uploadId: id,
      /** Fill the upload's grid, so that problem rows can be edited. */
      grid: z.boolean().default(false),
    }),
  },
  replies: 'stream',
  reply: importCheckEvent,
  errors: ['invalid_input', 'not_found', 'unreadable_file', 'too_many_requests'],
});
