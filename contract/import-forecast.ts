import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importPlan } from './imports.ts';
import { id } from './shapes.ts';

/**
 * What an import would do, found out without storing anything: exactly what the import then does, if no lead changes in
 * between. At the end totalRows = imported + updated + duplicatesInFile + duplicatesInDatabase + skipped + errors.
 */
export const importForecast = z.object({
  totalRows: z.number().int(),
  /** Rows looked at so far. */
  checked: z.number().int(),
  imported: z.number().int(),
  updated: z.number().int(),
  /** Other rows whose e-mail or valid phone an earlier row of the file brings that would be imported. */
  duplicatesInFile: z.number().int(),
  /** Rows whose e-mail or valid phone a lead has already; leads in the bin are nobody's duplicate. */
  duplicatesInDatabase: z.number().int(),
  skipped: z.number().int(),
  errors: z.number().int(),
  /** Of the rows that would be imported or updated: those of which a value would be left out, or was damaged before. */
  warnings: z.number().int(),
  /** Of the rows that would be imported or updated: those with a valid phone, with another text, with none. */
  validPhones: z.number().int(),
  invalidPhones: z.number().int(),
  withoutPhone: z.number().int(),
});

export type ImportForecast = z.infer<typeof importForecast>;

/** A forecast of which no row was looked at yet. */
export function noForecast(totalRows: number): ImportForecast {
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
  };
}

/**
 * What the stream of a check tells; a `progress` event comes at least every second. The check ends when its caller goes
 * away or begins another one.
 */
export const importCheckEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), progress: z.number(), ...importForecast.shape }),
  z.object({ type: z.literal('complete'), forecast: importForecast }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);

export type ImportCheckEvent = z.infer<typeof importCheckEvent>;

export const checkImport = endpoint({
  method: 'POST',
  path: '/api/imports/check',
  access: 'user',
  summary: 'Read the whole of an upload as an import would, store nothing, and follow the counts',
  input: { body: importPlan.extend({ uploadId: id }) },
  replies: 'stream',
  status: 200,
  reply: importCheckEvent,
  errors: ['invalid_input', 'not_found', 'unreadable_file', 'too_many_requests'],
});
