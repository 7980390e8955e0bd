import type { ImportQueue, QueuedFile } from '#contract/import-queue.ts';
import type { ImportRecord } from '#contract/imports.ts';
import { endImport } from '#server/features/imports/record/writes.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import type { TestApp } from './app.ts';
import { call } from './calls.ts';
import type { Client, SignedIn } from './client.ts';
import { csvFile, uploadFile } from './imports.ts';
import { until } from './until.ts';

/** Returns a user's queue. */
export async function queueOf(client: Client): Promise<ImportQueue> {
  return (await client.get<ImportQueue>('/api/import-queue')).body;
}

/** Returns a file of a user's queue by its name. Throws if there is none. */
export async function queuedFileNamed(client: Client, filename: string): Promise<QueuedFile> {
  const file = (await queueOf(client)).files.find((one) => one.filename === filename);
  if (file === undefined) throw new Error(`${filename} is not in the queue`);
  return file;
}

/** Announces files as a page does before it sends them. Throws if the server refuses them. */
export async function announceFiles(client: Client, ...files: File[]): Promise<QueuedFile[]> {
  const { status, body } = await client.post<QueuedFile[]>('/api/import-queue', {
    files: files.map(({ name, size }) => ({ filename: name, size })),
  });
  if (status !== 201) throw new Error(`The files were refused with ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Announces and sends files, one after the other; returns their ids in the queue. */
export async function queueFiles(client: Client, ...files: File[]): Promise<string[]> {
  const announced = await announceFiles(client, ...files);
  for (const [index, { id }] of announced.entries()) {
    const { uploadId } = await uploadFile(client, files[index] as File);
    const { status, body } = await client.post(`/api/import-queue/${id}/upload`, { uploadId });
    if (status !== 200) throw new Error(`The upload was refused with ${status}: ${JSON.stringify(body)}`);
  }
  return announced.map(({ id }) => id);
}

/** Waits until all files of a user's queue have ended, and returns them. */
export function endedQueue(client: Client): Promise<QueuedFile[]> {
  return until('all files of the queue have ended', async () => {
    const { files } = await queueOf(client);
    const isOver = files.every(({ state }) => ['completed', 'cancelled', 'error'].includes(state));
    return isOver && files;
  });
}

/** Blocks all imports of the user's organization from writing leads until the returned function is called, or the database dies. */
export async function holdLeads(app: TestApp, { user }: SignedIn): Promise<() => Promise<void>> {
  const client = await app.context.db.owner.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `leads:${user.organizationId}`,
  ]);
  return async () => {
    const lost = await client.query('COMMIT').then(
      () => undefined,
      (error: Error) => error,
    );
    client.release(lost);
  };
}

/** Returns what blocks imports from writing leads (`holdLeads`), at most once at a time. */
export function leadHolder(): {
  hold(app: TestApp, user: SignedIn): Promise<void>;
  release(): Promise<void>;
} {
  let release: (() => Promise<void>) | null = null;
  return {
    async hold(app, user) {
      release = await holdLeads(app, user);
    },
    async release() {
      await release?.();
      release = null;
    },
  };
}

/** Ends a user's import that is under way as its job does when the file can't be read. */
export async function failImport(
  app: TestApp,
  { user }: SignedIn,
  filename: string,
  failure: string,
): Promise<void> {
  const { organizationId, id, username } = user;
  await scopeOf(app.context, organizationId).transaction(async (tx) => {
    const [row] = await tx.query<{ id: string; worker: number }>(
      'SELECT id, worker FROM imports WHERE organization_id = $1 AND filename = $2',
      [organizationId, filename],
    );
    if (row === undefined) throw new Error(`${filename} is not imported`);
    const end = { filename, startedAt: new Date(), actor: { id, username }, origin: null, failure };
    await endImport(tx, { importId: row.id, worker: row.worker, ...end });
  });
}

/** Returns a file with one lead, named after it. */
export function fileOfLead(name: string, columns = ['Email', 'Fax']): File {
  return csvFile([columns, [`${name}@mail.example`, '1'].slice(0, columns.length)], `${name}.csv`);
}

/** Returns names and states of the files of a user's queue, in its order. */
export async function queueStates(client: Client): Promise<string[]> {
  return (await queueOf(client)).files.map(({ filename, state }) => `${filename} ${state}`);
}

/** Returns the names of the files that were imported, in the order of their imports. */
export async function importedFiles(client: Client): Promise<string[]> {
  return (await client.get<ImportRecord[]>('/api/imports')).body.map(({ filename }) => filename).reverse();
}

/** Makes files with values that nobody knows wait for an answer. */
export async function askForValues(client: Client): Promise<void> {
  const { status } = await call(client, 'PATCH', '/api/import-queue', { unknownValues: 'ask' });
  if (status !== 200) throw new Error(`The queue answered ${status}`);
}
