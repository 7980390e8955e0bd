import { clearImportQueue, getImportQueue, type ImportQueue } from '#contract/import-queue.ts';
import { getQueuedFile } from '#contract/queued-files.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient, queryOf } from '../../../lib/query.ts';
import { showReason } from '../../../lib/show-failure.ts';

/** Polling interval in milliseconds while another page sends files, which may close silently. */
const LOOK_MS = 15_000;

/** The user's queue, refetched on opening, because it runs on the server. */
export const queueQuery = { ...queryOf(getImportQueue, {}), staleTime: 0 };

/** Query of an uploaded file; its key keeps queue events from refetching it. */
export function queuedUploadQuery(id: string) {
  return {
    queryKey: ['queued-upload', id] as const,
    queryFn: () => callApi(getQueuedFile, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  };
}

/** Returns whether another tab or computer sends files. */
export function isSentElsewhere(files: ImportQueue['files'], sending: ReadonlyMap<string, unknown>): boolean {
  return files.some(
    ({ id, state, interrupted }) => state === 'uploading' && !interrupted && !sending.has(id),
  );
}

/** Returns the polling interval in milliseconds, false for events alone. */
export function queueInterval(queue: ImportQueue | undefined, sending: ReadonlyMap<string, unknown>) {
  return isSentElsewhere(queue?.files ?? [], sending) ? LOOK_MS : false;
}

export function refreshQueue(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });
}

export function showQueue(queue: ImportQueue): void {
  queryClient.setQueryData(queueQuery.queryKey, queue);
}

/** Changes and refetches the queue; errors become a toast titled `title`. */
export async function changeQueue(title: string, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    showReason(error, title, 'Check your connection and try again.');
    return false;
  } finally {
    await refreshQueue();
  }
}

export function clearFiles(files: 'finished' | 'waiting'): Promise<boolean> {
  return changeQueue("Couldn't remove the files", () => callApi(clearImportQueue, { body: { files } }));
}

/** Serializes saves and skips superseded values; the promise resolves once everything is saved. */
export function latestWins<T>(save: (value: T) => Promise<unknown>): (value: T) => Promise<void> {
  let waiting: { value: T } | null = null;
  let working: Promise<void> | null = null;
  const work = async (): Promise<void> => {
    while (waiting !== null) {
      const { value } = waiting;
      waiting = null;
      await save(value);
    }
    working = null;
  };
  return (value) => {
    waiting = { value };
    working ??= work();
    return working;
  };
}
