import type { ImportJob } from './job-queue.ts';
import type { MappingChoice } from './shared-mapping.ts';

/** The part of a user's queue that this browser stores. */
export interface KeptQueue {
  /** Makes this page the writer of the queue and reads it, except for the file contents. */
  claim(): Promise<{ jobs: ImportJob[]; files: string[]; choice: MappingChoice | null }>;
  /**
   * Stores changes in one transaction.
   * @throws TakenOver when another page has claimed the queue since
   */
  write(change: QueueChange): Promise<void>;
  addFile(id: string, file: File): Promise<void>;
  file(id: string): Promise<File | undefined>;
}

export interface QueueChange {
  put?: readonly ImportJob[];
  removed?: readonly string[];
  /** IDs of jobs that no longer need their file. */
  withoutFile?: readonly string[];
  choice?: MappingChoice;
}

/** Thrown when another page of this browser has claimed the queue. */
export class TakenOver extends Error {
  override name = 'TakenOver';
}

/** Head record of a queue: the page that writes it, and the time of the last write (epoch milliseconds). */
interface Head {
  token: string;
  at: number;
  choice: MappingChoice | null;
}

const NAME = 'import-queue';
const STORES = ['heads', 'jobs', 'files'] as const;
/** Retention in milliseconds, equal to the maximum lifetime of a session. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Opens the stored queue of a user.
 * @throws when the browser refuses storage, as in some private windows
 */
export async function openKeptQueue(owner: string): Promise<KeptQueue> {
  const db = await openDatabase();
  const token = `${Date.now()}-${Math.random()}`;
  const write = async ({ put = [], removed = [], withoutFile = [], choice }: QueueChange) => {
    const tx = writing(db);
    const head = await ownedHead(tx, owner, token);
    tx.objectStore('heads').put({ ...head, at: Date.now(), ...(choice && { choice }) }, owner);
    for (const job of put) tx.objectStore('jobs').put(job, [owner, job.id]);
    for (const id of removed) tx.objectStore('jobs').delete([owner, id]);
    for (const id of [...removed, ...withoutFile]) tx.objectStore('files').delete([owner, id]);
    await transactionDone(tx);
  };
  return {
    write,
    claim: () => claim(db, owner, token),
    async addFile(id, file) {
      const tx = writing(db);
      await ownedHead(tx, owner, token);
      tx.objectStore('files').put(file, [owner, id]);
      await transactionDone(tx);
    },
    file: (id) =>
      requestResult<File | undefined>(db.transaction('files').objectStore('files').get([owner, id])),
  };
}

/** Removes everything stored for a user. */
export async function forgetKeptQueue(owner: string): Promise<void> {
  const tx = writing(await openDatabase());
  remove(tx, owner);
  await transactionDone(tx);
}

async function claim(db: IDBDatabase, owner: string, token: string): ReturnType<KeptQueue['claim']> {
  const tx = writing(db);
  await removeOld(tx);
  const heads = tx.objectStore('heads');
  const head = await requestResult<Head | undefined>(heads.get(owner));
  const choice = head?.choice ?? null;
  heads.put({ token, at: Date.now(), choice }, owner);
  const jobs = await requestResult<ImportJob[]>(tx.objectStore('jobs').getAll(allOf(owner)));
  const keys = await requestResult(tx.objectStore('files').getAllKeys(allOf(owner)));
  await transactionDone(tx);
  const kept = new Set(keys.map((key) => (Array.isArray(key) ? String(key[1]) : '')));
  return { jobs, choice, files: jobs.map(({ id }) => id).filter((id) => kept.has(id)) };
}

async function removeOld(tx: IDBTransaction): Promise<void> {
  const heads = tx.objectStore('heads');
  for (const key of await requestResult(heads.getAllKeys())) {
    const head = await requestResult<Head>(heads.get(key));
    if (head.at < Date.now() - RETENTION_MS) remove(tx, String(key));
  }
}

function remove(tx: IDBTransaction, owner: string): void {
  tx.objectStore('heads').delete(owner);
  tx.objectStore('jobs').delete(allOf(owner));
  tx.objectStore('files').delete(allOf(owner));
}

/**
 * Returns the key range of a user's jobs or files. IndexedDB sorts arrays after all strings, so the bound
 * includes every key that starts with the owner.
 */
function allOf(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []]);
}

/**
 * Returns the head of the queue if this page still owns it; otherwise aborts the transaction.
 * @throws TakenOver
 */
async function ownedHead(tx: IDBTransaction, owner: string, token: string): Promise<Head> {
  const head = await requestResult<Head | undefined>(tx.objectStore('heads').get(owner));
  if (head?.token === token) return head;
  tx.abort();
  throw new TakenOver('Another page goes on with the queue');
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    for (const store of STORES) request.result.createObjectStore(store);
  };
  return requestResult(request);
}

function writing(db: IDBDatabase): IDBTransaction {
  return db.transaction(STORES, 'readwrite', { durability: 'strict' });
}

function requestResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function transactionDone(tx: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new Error('The transaction was aborted'));
  });
}
