import { type Context, scopeOf } from '../context.ts';
import { FileProblem } from '../imports/pipeline/file-problem.ts';
import type { OrganizationScope } from '../security/scope.ts';
import { findUpload, type StoredUpload } from './reads.ts';
import { finishUpload, removeUpload, storeUpload } from './writes.ts';

/**
 * Takes a file in: stores its bytes as they arrive, then reads it to its end in a thread of its own.
 * A file that cannot be read leaves nothing behind.
 * @throws FileProblem, what `bytes` throws
 */
export async function receiveFile(
  context: Pick<Context, 'threads' | 'db'>,
  scope: OrganizationScope,
  file: { filename: string; createdBy: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredUpload> {
  const { uploadId, size } = await storeUpload(scope, file, bytes);
  try {
    const task = { uploadId, filename: file.filename, size };
    const inspected = await context.threads.inspect(scope.organizationId, task);
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
