import {
  type ImportEvent,
  type ImportRecord,
  type ImportStats,
  importStream,
  listImports,
} from '#contract/imports.ts';
import { ApiError, isPassing } from './api-error.ts';
import { callApi } from './call-api.ts';
import { formatNumber } from './format.ts';
import { type FollowOptions, follow } from './stream.ts';

/** An import can't be followed any further; the message is for the user. */
export class StreamLost extends Error {
  override name = 'StreamLost';
}

// Polling interval in milliseconds, and maximum consecutive failures: a restart takes seconds.
const POLL_MS = 2000;
export const POLL_FAILURES_MAX = 30;

/**
 * Starts an import and yields its events until `complete` or `error`. If the stream breaks once the
 * import has an ID, polls the history instead. @throws ApiError when the server refuses, StreamLost
 * when the import can't be followed, the reason of `signal`
 */
export async function* streamImport(
  form: FormData,
  options: FollowOptions = {},
): AsyncGenerator<ImportEvent> {
  const { signal } = options;
  let importId: string | undefined;
  try {
    for await (const event of follow(importStream, form, options)) {
      importId = event.importId;
      yield event;
      if (event.type !== 'progress') return;
    }
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
  }
  if (importId === undefined) throw new StreamLost('Connection lost before the import started.');
  yield* watchHistory(importId, signal);
}

async function* watchHistory(importId: string, signal: AbortSignal | undefined): AsyncGenerator<ImportEvent> {
  for (let failed = 0; failed < POLL_FAILURES_MAX; ) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    signal?.throwIfAborted();
    const record = await fetchRecord(importId, signal);
    failed = record === null ? failed + 1 : 0;
    if (record === null) continue;
    yield progressOf(record);
    if (record.status === 'processing') continue;
    yield finalEvent(record);
    return;
  }
  throw new StreamLost('Connection lost. The import continues. Its result will be in Import History.');
}

/** Returns null if this attempt failed. */
async function fetchRecord(importId: string, signal: AbortSignal | undefined): Promise<ImportRecord | null> {
  try {
    const records = await callApi(listImports, {}, signal);
    return records.find((record) => record.id === importId) ?? null;
  } catch (error) {
    if (!signal?.aborted && isPassing(error)) return null;
    throw error;
  }
}

function finalEvent(record: ImportRecord): ImportEvent {
  const { id: importId, status } = record;
  if (status === 'completed') return { type: 'complete', importId, stats: recordStats(record) };
  if (status === 'cancelled') {
    const { unprocessed, totalRows } = record;
    const message = `The import was canceled: ${formatNumber(unprocessed)} of ${formatNumber(totalRows)} rows weren't processed`;
    return { type: 'error', importId, message, cancelled: true };
  }
  const message = record.failure ?? 'Failed to import leads. Please try again.';
  return { type: 'error', importId, message };
}

function progressOf(record: ImportRecord): ImportEvent {
  const stats = recordStats(record);
  const done = stats.imported + stats.updated + stats.duplicates + stats.skipped + stats.errors;
  const progress = stats.totalRows === 0 ? 0 : (done / stats.totalRows) * 100;
  return { type: 'progress', importId: record.id, progress, ...stats };
}

function recordStats(record: ImportRecord): ImportStats {
  const { totalRows, imported, duplicates, errors, updated, skipped, suppressed, invalidPhones } = record;
  return { totalRows, imported, duplicates, errors, updated, skipped, suppressed, invalidPhones };
}
