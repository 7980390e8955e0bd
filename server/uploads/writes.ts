import { createHash } from 'node:crypto';
import { newId } from '../ids.ts';
import { EncodingCheck, type KnownEncoding } from '../imports/pipeline/text-encoding.ts';
import type { OrganizationScope, TenantTransaction } from '../security/scope.ts';

/** Bytes of a stored chunk; chunk n begins at n times this. */
export const CHUNK_BYTES = 1024 * 1024;
/** Chunks stored in one transaction, whose end waits for the disk. */
const CHUNKS_AT_ONCE = 4;

/** What was found in a file when it was read to its end. */
export interface Inspection {
  format: unknown;
  columns: string[];
  preview: Record<string, string>[];
  previewNumbers: number[];
  totalRows: number;
}

/**
 * Stores a file as it arrives, a few chunks at a time, so that its size never shows in memory. Until `finishUpload`
 * the upload is no file to anyone. `encoding` is what its bytes tell should it be text.
 * @throws what `bytes` throws; what was stored by then is removed
 */
export async function storeUpload(
  scope: OrganizationScope,
  file: { filename: string; createdBy: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ uploadId: string; size: number; encoding: KnownEncoding }> {
  const uploadId = newId();
  await scope.transaction((tx) =>
    tx.query('INSERT INTO uploads (organization_id, id, filename, created_by) VALUES ($1, $2, $3, $4)', [
      tx.organizationId,
      uploadId,
      file.filename,
      file.createdBy,
    ]),
  );
  try {
    return { uploadId, ...(await storeChunks(scope, uploadId, bytes)) };
  } catch (error) {
    await removeUpload(scope, uploadId);
    throw error;
  }
}

/** Stores the bytes, a group of chunks while the next arrives, and finds out on the way what they tell as a whole. */
async function storeChunks(
  scope: OrganizationScope,
  uploadId: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ size: number; encoding: KnownEncoding }> {
  const hash = createHash('sha256');
  const check = new EncodingCheck();
  // Memory of chunks that are stored, for those to come: new memory for each is mostly the garbage collector's work.
  const spare: Buffer[] = [];
  let size = 0;
  let storing: Promise<void> = Promise.resolve();
  try {
    for await (const group of groupsOf(chunksOf(bytes, spare), CHUNKS_AT_ONCE)) {
      const first = size / CHUNK_BYTES;
      for (const chunk of group) {
        hash.update(chunk);
        check.push(chunk);
        size += chunk.length;
      }
      await storing;
      storing = scope
        .transaction((tx) => storeGroup(tx, uploadId, first, group))
        .then(() => void spare.push(...group));
      // Awaited in the next round; a failure must not count as unhandled until then.
      storing.catch(() => undefined);
    }
  } finally {
    // Whoever removes what was stored removes all of it.
    await storing;
  }
  await scope.transaction((tx) => setContent(tx, uploadId, { size, sha256: hash.digest() }));
  return { size, encoding: check.encoding };
}

async function setContent(
  tx: TenantTransaction,
  uploadId: string,
  { size, sha256 }: { size: number; sha256: Buffer },
): Promise<void> {
  await tx.query('UPDATE uploads SET size = $3, sha256 = $4 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    uploadId,
    size,
    sha256,
  ]);
}

async function storeGroup(
  tx: TenantTransaction,
  uploadId: string,
  first: number,
  chunks: readonly Buffer[],
): Promise<void> {
  // One by one: the driver would gather them all in memory that grows and is copied with each.
  for (const [index, chunk] of chunks.entries()) {
    await tx.query(
      'INSERT INTO upload_chunks (organization_id, upload_id, n, bytes) VALUES ($1, $2, $3, $4)',
      [tx.organizationId, uploadId, first + index, chunk],
    );
  }
}

/** The same bytes in chunks of exactly `CHUNK_BYTES`, the last one shorter. They take the memory of `spare` ones first. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>, spare: Buffer[]): AsyncGenerator<Buffer> {
  const empty = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  let chunk = empty();
  let filled = 0;
  for await (const part of bytes) {
    let taken = 0;
    while (taken < part.length) {
      const length = Math.min(part.length - taken, CHUNK_BYTES - filled);
      chunk.set(part.subarray(taken, taken + length), filled);
      taken += length;
      filled += length;
      if (filled < CHUNK_BYTES) continue;
      yield chunk;
      chunk = empty();
      filled = 0;
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}

async function* groupsOf(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer[]> {
  let group: Buffer[] = [];
  for await (const chunk of chunks) {
    group.push(chunk);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Keeps what the file turned out to hold; from now on it can be imported. */
export async function finishUpload(
  tx: TenantTransaction,
  uploadId: string,
  found: Inspection,
): Promise<void> {
  await tx.query(
    'UPDATE uploads SET format = $3, columns = $4, preview = $5, preview_numbers = $6, total_rows = $7 WHERE organization_id = $1 AND id = $2',
    [
      tx.organizationId,
      uploadId,
      JSON.stringify(found.format),
      JSON.stringify(found.columns),
      JSON.stringify(found.preview),
      JSON.stringify(found.previewNumbers),
      found.totalRows,
    ],
  );
}

/** Removes an upload and its bytes. */
export async function removeUpload(scope: OrganizationScope, uploadId: string): Promise<void> {
  await scope.transaction((tx) =>
    tx.query('DELETE FROM uploads WHERE organization_id = $1 AND id = $2', [tx.organizationId, uploadId]),
  );
}
