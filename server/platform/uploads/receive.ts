import type { FastifyRequest } from 'fastify';
import { FileProblem, inspectScan, type KnowsColumnName } from '#packages/tabular/tabular.ts';
import { type Context, scopeOf } from '../context/context.ts';
import type { OrganizationScope } from '../db/scope.ts';
import { EarlyReading } from './early-reading.ts';
import { inspectInThread, prepareInspection } from './inspection-threads.ts';
import { readUploadForm, type UploadForm } from './multipart.ts';
import { findUpload, type StoredUpload } from './reads.ts';
import { finishUpload, removeUpload, storeUpload } from './writes.ts';

interface ExpectedForm {
  fields: readonly string[];
  /** User id. */
  createdBy: string;
  knowsColumnName: KnowsColumnName;
  /** Stops reading; nothing is kept. */
  signal?: AbortSignal;
}

/** @throws HttpError, FileProblem; leaves no file behind */
export function receiveForm(
  context: Pick<Context, 'threads' | 'db'>,
  scope: OrganizationScope,
  request: FastifyRequest,
  { fields, ...expected }: ExpectedForm,
): Promise<UploadForm<StoredUpload>> {
  return readUploadForm(request, fields, {
    take: (filename, bytes) => receiveFile(context, scope, { filename, ...expected }, bytes),
    drop: (file) => removeUpload(scope, file.id),
  });
}

/** @throws FileProblem, or the error of `bytes`; leaves no file behind */
async function receiveFile(
  context: Pick<Context, 'threads' | 'db'>,
  scope: OrganizationScope,
  file: { filename: string } & Omit<ExpectedForm, 'fields'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredUpload> {
  const { knowsColumnName, signal, ...named } = file;
  // The thread starts while the file arrives.
  prepareInspection(context.threads);
  const early = new EarlyReading(context.threads, scope.organizationId, file.filename, signal);
  const { uploadId, size, evidence } = await storeUpload(scope, named, bytes, (part) =>
    early.follow(part),
  ).catch((error: unknown) => {
    early.abort();
    throw error;
  });
  try {
    const task = { uploadId, filename: file.filename, size, evidence };
    const inspected =
      (await early.end(size, evidence)) ??
      (await inspectInThread(context.threads, scope.organizationId, task, signal));
    if (!inspected.ok) throw new FileProblem(inspected.code, inspected.message);
    const found = inspectScan(inspected.scan, { knowsColumnName });
    await scope.transaction((tx) => finishUpload(tx, uploadId, found));
  } catch (error) {
    await removeUpload(scope, uploadId);
    throw error;
  }
  const stored = await scopeOf(context, scope.organizationId).transaction((tx) => findUpload(tx, uploadId));
  if (stored === null) throw new Error(`Upload ${uploadId} vanished`);
  return stored;
}
