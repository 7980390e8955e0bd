import { clearImportQueue, getImportQueue, type ImportQueue } from '#contract/import-queue.ts';
import { getQueuedFile } from '#contract/queued-files.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient, queryOf } from '../../../lib/query.ts';
import { toast } from '../../../ui/toast-store.ts';

/** Milliseconds between two looks while another page sends files: it may have been closed without a word. */
const LOOK_MS = 15_000;

/** Query of the user's queue; refetched each time the screen opens, because the queue goes on without it. */
export const queueQuery = { ...queryOf(getImportQueue, {}), staleTime: 0 };

/** Returns the query of an uploaded file. Its key keeps events of the queue from fetching it again. */
export function queuedUploadQuery(id: string) {
  return {
    queryKey: ['queued-upload', id] as const,
    queryFn: () => callApi(getQueuedFile, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  };
}

/** Returns how often to fetch the queue, in milliseconds, or false for events alone. */
export function queueInterval(queue: ImportQueue | undefined, sending: ReadonlyMap<string, unknown>) {
  const isElsewhere = queue?.files.some(
    ({ id, state, interrupted }) => state === 'uploading' && !interrupted && !sending.has(id),
  );
  return isElsewhere === true ? LOOK_MS : false;
}

/** Fetches the queue again. */
export function refreshQueue(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });
}

/** Shows a queue that a call has answered. */
export function showQueue(queue: ImportQueue): void {
  queryClient.setQueryData(queueQuery.queryKey, queue);
}

/** Makes a call that changes the queue, then fetches it again; an error becomes a toast with this title. */
export async function changeQueue(title: string, change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    const description = messageOf(error, 'Check your connection and try again.');
    toast({ tone: 'destructive', title, description });
    return false;
  } finally {
    await refreshQueue();
  }
}

/** Removes all finished files, or all that wait. */
export function clearFiles(files: 'finished' | 'waiting'): Promise<boolean> {
  return changeQueue("Couldn't remove the files", () => callApi(clearImportQueue, { body: { files } }));
}
