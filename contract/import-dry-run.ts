import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importPlan } from './imports.ts';
import { id } from './shapes.ts';

/**
 * A default country with which phone numbers are valid that are not now: `valid` of all `of` numbers of the rows that would
 * be stored or, if `isSample`, of a sample of the ones that need a country.
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
 * Counts of a dry run, which stores nothing. The import then ends with the same counts unless leads change in between.
 * At the end totalRows = imported + updated + duplicatesInFile + duplicatesInDatabase + skipped + errors.
 */
export const dryRunResult = z.object({
  totalRows: z.number().int(),
  /** Rows checked so far. */
  checked: z.number().int(),
  imported: z.number().int(),
  updated: z.number().int(),
  /** Rows that repeat the email or valid phone of an earlier row that would be imported. */
  duplicatesInFile: z.number().int(),
  /** Rows whose email or valid phone an existing lead has. Leads in the trash don't count. */
  duplicatesInDatabase: z.number().int(),
  skipped: z.number().int(),
  errors: z.number().int(),
  /** Rows that would be imported or updated although a value is left out, was damaged in the file, or is an invalid phone. */
  warnings: z.number().int(),
  /** Rows that would be imported or updated, by phone: valid, invalid (`invalidPhones`) or none (`withoutPhone`). */
  validPhones: z.number().int(),
  invalidPhones: z.number().int(),
  withoutPhone: z.number().int(),
  /** Invalid phones of rows without a country that a default country may make valid; counted at the end only. */
  localPhones: z.number().int(),
  /** Best first, at most three; at the end only, and only without a default country. */
  countrySuggestions: z.array(countrySuggestion),
});

export type DryRunResult = z.infer<typeof dryRunResult>;

/** Returns the counts before the first row is checked. */
export function noDryRunResult(totalRows: number): DryRunResult {
  return {
    totalRows,
    checked: 0,
    imported: 0,
    updated: 0,
    duplicatesInFile: 0,
    duplicatesInDatabase: 0,
    skipped: 0,
    errors: 0,
    warnings: 0,
    validPhones: 0,
    invalidPhones: 0,
    withoutPhone: 0,
    localPhones: 0,
    countrySuggestions: [],
  };
}

/**
 * Event of a dry run's stream; a `progress` event arrives at least every second. The dry run ends when its caller
 * disconnects or starts another one.
 */
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
  summary: 'Read the whole of an upload as an import would, store nothing, and follow the counts',
  input: {
    body: importPlan.extend({
      uploadId: id,
      /** Fill the grid of the upload, so that its rows with problems can be edited. */
      grid: z.boolean().default(false),
    }),
  },
  replies: 'stream',
  status: 200,
  reply: importCheckEvent,
  errors: ['invalid_input', 'not_found', 'unreadable_file', 'too_many_requests'],
});
