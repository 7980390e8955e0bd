import type { FastifyRequest } from 'fastify';
import { FileProblem } from '#packages/tabular/tabular.ts';
import { type Context, scopeOf } from '../context/context.ts';
import type { OrganizationScope } from '../db/scope.ts';
import { EarlyReading } from './early-reading.ts';
import { inspectInThread, prepareInspection } from './inspection-threads.ts';
import { readUploadForm, type UploadForm } from './multipart.ts';
import { findUpload, type StoredUpload } from './reads.ts';
import { finishUpload, removeUpload, storeUpload } from './writes.ts';

/** A form to receive. */
interface ExpectedForm {
  /** Names of its fields. */
  fields: readonly string[];
  /** Id of the user who sends it. */
  createdBy: string;
  /** Stops reading the file, which then leaves nothing behind. */
  signal?: AbortSignal;
}

/**
 * Stores the file of a multipart form and reads its fields. A rejected form leaves no file behind.
 * @throws HttpError, FileProblem
 */
export function receiveForm(
  context: Pick<Context, 'threads' | 'db'>,
  scope: OrganizationScope,
  request: FastifyRequest,
  { fields, createdBy, signal }: ExpectedForm,
): Promise<UploadForm<StoredUpload>> {
  return readUploadForm(request, fields, {
    take: (filename, bytes) => receiveFile(context, scope, { filename, createdBy }, bytes, signal),
    drop: (file) => removeUpload(scope, file.id),
  });
}

/**
 * Stores the bytes of a file as they arrive and inspects it in a thread, already during arrival where
 * possible. An unreadable file leaves nothing behind.
 * @throws FileProblem
 * @throws the error of `bytes`
 */
async function receiveFile(
  context: Pick<Context, 'threads' | 'db'>,
  scope: OrganizationScope,
  file: { filename: string; createdBy: string },
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<StoredUpload> {
  // The thread starts while the file arrives.
  prepareInspection(context.threads);
  const early = new EarlyReading(context.threads, scope.organizationId, file.filename, signal);
  const { uploadId, size, encoding } = await storeUpload(scope, file, bytes, (part) =>
    early.follow(part),
  ).catch((error: unknown) => {
    early.abort();
    throw error;
  });
  try {
    const task = { uploadId, filename: file.filename, size, encoding };
    const inspected =
      (await early.end(size, encoding)) ??
      (await inspectInThread(context.threads, scope.organizationId, task, signal));
    if (!inspected.ok) throw new FileProblem(inspected.code, inspected.message);
    await scope.transaction((tx) => finishUpload(tx, uploadId, inspected.found));
  } catch (error) {
    await removeUpload(scope, uploadId);
    throw error;
  }
  const stored = await scopeOf(context, scope.organizationId).transaction((tx) => findUpload(tx, uploadId));
  if (stored === null) throw new Error(`Upload ${uploadId} vanished`);
  return stored;
}
