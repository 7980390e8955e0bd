import { useSyncExternalStore } from 'react';
import {
  addToImportQueue,
  attachQueuedUpload,
  failQueuedUpload,
  keepSendingQueued,
  retryQueuedFile,
} from '#contract/import-queue.ts';
import { getUser } from '#contract/users.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient } from '../../../lib/query.ts';
import type { FoundFile } from '../../../ui/found-files.ts';
import { UPLOAD_FAILED, uploadImportFile } from '../results/run-import.ts';
import { refreshQueue } from './queue-calls.ts';

// Sends files of the queue from this page, on any screen. Everything after that happens on the server.

/** Maximum number of files sent at the same time. */
const SENT_AT_ONCE = 2;
/** Milliseconds between two words to the server that the page is still open. */
const HEARTBEAT_MS = 30_000;
/** Tries of a call while the server can't be reached, and milliseconds between them. */
const CALL_TRIES = 60;
const CALL_AGAIN_MS = 2_000;

/** A file that this page sends. */
interface Sending {
  file: File;
  /** Bytes sent so far; null until its turn. */
  sent: number | null;
  controller: AbortController;
}

/** Bytes sent of each file by its id in the queue; null for files that wait for their turn. */
export type SendingProgress = ReadonlyMap<string, number | null>;

const items = new Map<string, Sending>();
/** Files that could not be sent, for another attempt. */
const failed = new Map<string, File>();
const listeners = new Set<() => void>();
let progress: SendingProgress = new Map();
let heartbeat: ReturnType<typeof setInterval> | undefined;
/** ID of the user whose files are sent. */
let owner: string | undefined;

queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== getUser.path || items.size + failed.size === 0) return;
  if (currentUser() !== owner) stopSending();
});

/** Returns the ID of the user who is signed in. */
function currentUser(): string | undefined {
  return queryClient.getQueryData<{ id: string } | null>([getUser.path])?.id;
}

/** Returns the files that this page is sending. */
export function useSending(): SendingProgress {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => progress,
  );
}

/**
 * Adds files to the queue and sends them.
 * @throws ApiError when the queue refuses them
 */
export async function sendFiles(found: readonly FoundFile[]): Promise<void> {
  const files = found.map(({ file: { name, size }, folder }) => ({ filename: name, folder, size }));
  const added = await callApi(addToImportQueue, { body: { files } });
  for (const [index, { id, state }] of added.entries()) {
    const file = found[index]?.file;
    if (file !== undefined && state === 'uploading') enqueue(id, file);
  }
  await refreshQueue();
}

/** Sends a file of the queue whose sending was interrupted. */
export function sendAgain(id: string, file: File): void {
  enqueue(id, file);
  void tellSending([id], true);
}

/** Tries a failed file again: its import, or sending it while this page has it. */
export async function retryFile(id: string): Promise<void> {
  const file = failed.get(id);
  const { state } = await callApi(retryQueuedFile, { params: { id } });
  if (state === 'uploading' && file !== undefined) sendAgain(id, file);
  await refreshQueue();
}

/** Stops sending the files that are no longer in the queue. */
export async function syncSending(): Promise<void> {
  const ids = [...items.keys()];
  if (ids.length === 0) return;
  const expected = await tellSending(ids, true);
  if (expected === null) return;
  drop(...ids.filter((id) => !expected.has(id)));
}

function enqueue(id: string, file: File): void {
  owner = currentUser();
  failed.delete(id);
  items.set(id, { file, sent: null, controller: new AbortController() });
  changed();
  sendNext();
}

function sendNext(): void {
  const active = [...items.values()].filter(({ sent }) => sent !== null).length;
  const next = [...items].find(([, { sent }]) => sent === null);
  if (next === undefined || active >= SENT_AT_ONCE) return;
  next[1].sent = 0;
  changed();
  void send(...next);
  sendNext();
}

async function send(id: string, item: Sending): Promise<void> {
  const { file, controller } = item;
  const onSent = (bytes: number) => {
    item.sent = bytes;
    changed();
  };
  try {
    const { uploadId } = await uploadImportFile(file, onSent, controller.signal);
    await untilAnswered(controller.signal, () =>
      callApi(attachQueuedUpload, { params: { id }, body: { uploadId } }, controller.signal),
    );
  } catch (error) {
    if (!controller.signal.aborted) await recordFailure(id, item, error);
  }
  if (items.get(id) !== item) return;
  await refreshQueue();
  drop(id);
}

/** Records why a file could not be sent; a file that was removed from the queue needs no word. */
async function recordFailure(id: string, { file, controller }: Sending, error: unknown): Promise<void> {
  if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return;
  failed.set(id, file);
  const body = { message: messageOf(error, UPLOAD_FAILED) };
  await untilAnswered(controller.signal, () => callApi(failQueuedUpload, { params: { id }, body })).catch(
    () => undefined,
  );
}

/**
 * Repeats a call while the server can't be reached, because it may be restarting.
 * @throws ApiError when the server refuses it, and the error of fetch when it stays away
 */
async function untilAnswered(signal: AbortSignal, call: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      await call();
      return;
    } catch (error) {
      if (error instanceof ApiError || signal.aborted || tried === CALL_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, CALL_AGAIN_MS));
    }
  }
}

function drop(...ids: string[]): void {
  for (const id of ids) {
    items.get(id)?.controller.abort();
    items.delete(id);
  }
  changed();
  sendNext();
}

/** Ends all sending, because the user has signed out. */
function stopSending(): void {
  for (const { controller } of items.values()) controller.abort();
  items.clear();
  failed.clear();
  changed();
}

/** Tells the server whether this page still sends these files; returns the ids that it expects, or null if unreachable. */
async function tellSending(ids: readonly string[], sending: boolean): Promise<ReadonlySet<string> | null> {
  try {
    const reply = await callApi(keepSendingQueued, { body: { ids: [...ids], sending } });
    return new Set(reply.ids);
  } catch {
    return null;
  }
}

function changed(): void {
  progress = new Map([...items].map(([id, { sent }]) => [id, sent]));
  watchPage(items.size > 0);
  for (const listener of listeners) listener();
}

/** Makes the browser ask before the page closes while it sends, and the page say so when it closes. */
function watchPage(isSending: boolean): void {
  if (isSending === (heartbeat !== undefined)) return;
  if (!isSending) {
    clearInterval(heartbeat);
    heartbeat = undefined;
    removeEventListener('beforeunload', preventUnload);
    removeEventListener('pagehide', tellClosed);
    return;
  }
  heartbeat = setInterval(() => void syncSending(), HEARTBEAT_MS);
  addEventListener('beforeunload', preventUnload);
  addEventListener('pagehide', tellClosed);
}

function preventUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function tellClosed(): void {
  void fetch(keepSendingQueued.path, {
    method: keepSendingQueued.method,
    credentials: 'include',
    // The browser finishes this request although the page is gone.
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [...items.keys()], sending: false }),
  });
}
