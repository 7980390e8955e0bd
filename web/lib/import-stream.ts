import { type ImportEvent, type ImportRecord, importStream, listImports } from '#contract/imports.ts';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { follow } from './stream.ts';

/** Sight of an import was lost before it told how it ended. Its message is for the user. */
export class StreamLost extends Error {
  override name = 'StreamLost';
}

// Milliseconds between two looks into the history, and how many of them may fail one after another.
const LOOK_EVERY = 2000;
const LOOKS_FAILED_MAX = 30;

/**
 * Starts the import that `form` describes and yields its events; ends after `complete` or `error`. The import
 * lives on the server: when the stream breaks off once the import has its id, its line in the history is
 * looked at every two seconds and told as the same events. Throws ApiError for a refusal, StreamLost when the
 * stream ends before the import has an id or the history cannot be read for a minute, and the abort of `signal`.
 */
export async function* followImport(form: FormData, signal?: AbortSignal): AsyncGenerator<ImportEvent> {
  let importId: string | undefined;
  try {
    for await (const event of follow(importStream, form, signal)) {
      importId = event.importId;
      yield event;
      if (event.type !== 'progress') return;
    }
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
  }
  if (importId === undefined) throw new StreamLost('The connection was lost before the import began.');
  yield* watchHistory(importId, signal);
}

async function* watchHistory(importId: string, signal: AbortSignal | undefined): AsyncGenerator<ImportEvent> {
  for (let failed = 0; failed < LOOKS_FAILED_MAX; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    signal?.throwIfAborted();
    const record = await look(importId, signal);
    failed = record === null ? failed + 1 : 0;
    if (record === null) continue;
    const event = eventOf(record);
    yield event;
    if (event.type !== 'progress') return;
  }
  throw new StreamLost('The connection was lost. The import goes on: the history shows how it ends.');
}

/** The import's line in the history; null when it could not be had this time. */
async function look(importId: string, signal: AbortSignal | undefined): Promise<ImportRecord | null> {
  try {
    const records = await call(listImports, {}, signal);
    return records.find((record) => record.id === importId) ?? null;
  } catch (error) {
    const passing = !signal?.aborted && !(error instanceof ApiError && error.status < 500);
    if (passing) return null;
    throw error;
  }
}

function eventOf(record: ImportRecord): ImportEvent {
  const { totalRows, imported, duplicates, errors, updated, skipped, invalidPhones } = record;
  const stats = { totalRows, imported, duplicates, errors, updated, skipped, invalidPhones };
  const importId = record.id;
  if (record.status === 'completed') return { type: 'complete', importId, stats };
  if (record.status === 'failed') {
    return {
      type: 'error',
      importId,
      message: record.failure ?? 'Failed to import leads. Please try again.',
    };
  }
  const done = imported + updated + duplicates + skipped + errors;
  return { type: 'progress', importId, progress: totalRows === 0 ? 0 : (done / totalRows) * 100, ...stats };
}
