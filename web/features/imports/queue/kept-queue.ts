import type { ImportJob } from './job-queue.ts';
import type { MappingChoice } from './shared-mapping.ts';

/** What this browser keeps of a user's queue. */
export interface KeptQueue {
  /** Makes this page the one that writes it, and reads it. Files stay where they are. */
  claim(): Promise<{ jobs: ImportJob[]; files: string[]; choice: MappingChoice | null }>;
  /** Writes what changed, all or nothing. Throws TakenOver when another page has claimed the queue since. */
  write(change: QueueChange): Promise<void>;
  addFile(id: string, file: File): Promise<void>;
  file(id: string): Promise<File | undefined>;
}

export interface QueueChange {
  put?: readonly ImportJob[];
  removed?: readonly string[];
  /** Jobs whose file is needed no more. */
  withoutFile?: readonly string[];
  choice?: MappingChoice;
}

/** Another page of this browser goes on with the queue. */
export class TakenOver extends Error {
  override name = 'TakenOver';
}

/** A queue as a whole: the page that writes it, and when it last did (epoch milliseconds). */
interface Head {
  token: string;
  at: number;
  choice: MappingChoice | null;
}

const NAME = 'import-queue';
const STORES = ['heads', 'jobs', 'files'] as const;
/** Milliseconds; as long as a session lasts at most. */
const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;

/** Opens what is kept for a user. Throws where the browser keeps nothing, as in some private windows. */
export async function openKeptQueue(owner: string): Promise<KeptQueue> {
  const db = await openDatabase();
  const token = `${Date.now()}-${Math.random()}`;
  const write = async ({ put = [], removed = [], withoutFile = [], choice }: QueueChange) => {
    const tx = writing(db);
    const head = await own(tx, owner, token);
    tx.objectStore('heads').put({ ...head, at: Date.now(), ...(choice && { choice }) }, owner);
    for (const job of put) tx.objectStore('jobs').put(job, [owner, job.id]);
    for (const id of removed) tx.objectStore('jobs').delete([owner, id]);
    for (const id of [...removed, ...withoutFile]) tx.objectStore('files').delete([owner, id]);
    await done(tx);
  };
  return {
    write,
    claim: () => claim(db, owner, token),
    async addFile(id, file) {
      const tx = writing(db);
      await own(tx, owner, token);
      tx.objectStore('files').put(file, [owner, id]);
      await done(tx);
    },
    file: (id) => answer<File | undefined>(db.transaction('files').objectStore('files').get([owner, id])),
  };
}

/** Removes all that is kept for a user. */
export async function forgetKeptQueue(owner: string): Promise<void> {
  const tx = writing(await openDatabase());
  remove(tx, owner);
  await done(tx);
}

async function claim(db: IDBDatabase, owner: string, token: string): ReturnType<KeptQueue['claim']> {
  const tx = writing(db);
  await removeOld(tx);
  const heads = tx.objectStore('heads');
  const head = await answer<Head | undefined>(heads.get(owner));
  const choice = head?.choice ?? null;
  heads.put({ token, at: Date.now(), choice }, owner);
  const jobs = await answer<ImportJob[]>(tx.objectStore('jobs').getAll(allOf(owner)));
  const keys = await answer(tx.objectStore('files').getAllKeys(allOf(owner)));
  await done(tx);
  const kept = new Set(keys.map((key) => (Array.isArray(key) ? String(key[1]) : '')));
  return { jobs, choice, files: jobs.map(({ id }) => id).filter((id) => kept.has(id)) };
}

async function removeOld(tx: IDBTransaction): Promise<void> {
  const heads = tx.objectStore('heads');
  for (const key of await answer(heads.getAllKeys())) {
    const head = await answer<Head>(heads.get(key));
    if (head.at < Date.now() - KEPT_FOR) remove(tx, String(key));
  }
}

function remove(tx: IDBTransaction, owner: string): void {
  tx.objectStore('heads').delete(owner);
  tx.objectStore('jobs').delete(allOf(owner));
  tx.objectStore('files').delete(allOf(owner));
}

/** The keys of a user's jobs or files: an array of more sorts after one of less, and after every text within. */
function allOf(owner: string): IDBKeyRange {
  return IDBKeyRange.bound([owner], [owner, []]);
}

/** The head of the queue, while it is this page's. */
async function own(tx: IDBTransaction, owner: string, token: string): Promise<Head> {
  const head = await answer<Head | undefined>(tx.objectStore('heads').get(owner));
  if (head?.token === token) return head;
  tx.abort();
  throw new TakenOver('Another page goes on with the queue');
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    for (const store of STORES) request.result.createObjectStore(store);
  };
  return answer(request);
}

function writing(db: IDBDatabase): IDBTransaction {
  return db.transaction(STORES, 'readwrite', { durability: 'strict' });
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(tx: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new Error('The transaction was aborted'));
  });
}
