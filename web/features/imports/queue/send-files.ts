import { useSyncExternalStore } from 'react';
import { getUser } from '#contract/current-user.ts';
import {
  addToImportQueue,
  attachQueuedUpload,
  failQueuedUpload,
  keepSendingQueued,
  retryQueuedFile,
} from '#contract/import-queue.ts';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { callApi } from '../../../lib/call-api.ts';
import { queryClient } from '../../../lib/query.ts';
import type { FoundFile } from '../../../ui/found-files.ts';
import { createStore } from '../../../ui/store.ts';
import { UPLOAD_FAILED, uploadImportFile } from '../results/run-import.ts';
import { refreshQueue } from './queue-calls.ts';

// Uploads queued files from any screen; the server does the rest.

const SENT_AT_ONCE = 2;
/** Milliseconds between signals that the page is open. */
const HEARTBEAT_MS = 30_000;
/** Attempts and their interval in milliseconds while the server is unreachable. */
const CALL_TRIES = 60;
const CALL_AGAIN_MS = 2_000;

interface Sending {
  file: File;
  /** Bytes sent; null before its turn. */
  sent: number | null;
  controller: AbortController;
}

/** Bytes sent by file ID; null before their turn. */
export type SendingProgress = ReadonlyMap<string, number | null>;

const items = new Map<string, Sending>();
/** Files chosen but not yet accepted by the queue. */
let chosen = 0;
/** Kept for another attempt. */
const failed = new Map<string, File>();
const progress = createStore<SendingProgress>(new Map());
let heartbeat: ReturnType<typeof setInterval> | undefined;
let owner: string | undefined;

queryClient.getQueryCache().subscribe(({ query }) => {
  if (query.queryKey[0] !== getUser.path || items.size + failed.size === 0) return;
  if (currentUser() !== owner) stopSending();
});

function currentUser(): string | undefined {
  return queryClient.getQueryData<{ id: string } | null>([getUser.path])?.id;
}

export function useSending(): SendingProgress {
  return useSyncExternalStore(progress.subscribe, progress.get);
}

/** Returns how many files need this page, from their choice until the server has all of them. */
export function useFilesToSend(): number {
  return useSyncExternalStore(progress.subscribe, () => chosen + items.size);
}

/** Queues and sends files. @throws ApiError when the queue refuses them */
export async function sendFiles(found: readonly FoundFile[]): Promise<void> {
  const files = found.map(({ file: { name, size }, folder }) => ({ filename: name, folder, size }));
  chosen += found.length;
  changed();
  try {
    const added = await callApi(addToImportQueue, { body: { files } });
    for (const [index, { id, state }] of added.entries()) {
      const file = found[index]?.file;
      if (file !== undefined && state === 'uploading') enqueue(id, file);
    }
  } finally {
    chosen -= found.length;
    changed();
  }
  await refreshQueue();
}

/** Resumes an interrupted upload. */
export function sendAgain(id: string, file: File): void {
  enqueue(id, file);
  void tellSending([id], true);
}

/** Retries a failed file's import, or its upload while this page has it. */
export async function retryFile(id: string): Promise<void> {
  const file = failed.get(id);
  const { state } = await callApi(retryQueuedFile, { params: { id } });
  if (state === 'uploading' && file !== undefined) sendAgain(id, file);
  await refreshQueue();
}

/** Stops sending files removed from the queue. */
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

/** Records why sending failed, unless the file was removed. */
async function recordFailure(id: string, { file, controller }: Sending, error: unknown): Promise<void> {
  if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return;
  failed.set(id, file);
  const body = { message: messageOf(error, UPLOAD_FAILED) };
  await untilAnswered(controller.signal, () => callApi(failQueuedUpload, { params: { id }, body })).catch(
    () => undefined,
  );
}

/**
 * Repeats a call while the server may be restarting. @throws ApiError when the server refuses it,
 * fetch's error when it stays unreachable
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

function stopSending(): void {
  for (const { controller } of items.values()) controller.abort();
  items.clear();
  failed.clear();
  changed();
}

/** Reports whether this page still sends these files; returns the expected IDs, null if unreachable. */
async function tellSending(ids: readonly string[], sending: boolean): Promise<ReadonlySet<string> | null> {
  try {
    const reply = await callApi(keepSendingQueued, { body: { ids: [...ids], sending } });
    return new Set(reply.ids);
  } catch {
    return null;
  }
}

function changed(): void {
  watchPage(chosen + items.size > 0);
  progress.set(new Map([...items].map(([id, { sent }]) => [id, sent])));
}

/** Confirms closing the page during uploads, and reports its closing to the server. */
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
    // Lets the request outlive the page.
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [...items.keys()], sending: false }),
  });
}
