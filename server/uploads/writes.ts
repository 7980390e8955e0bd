import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { OrganizationScope, TenantTransaction } from '../security/scope.ts';

/** Bytes of a stored chunk; chunk n begins at n times this. */
export const CHUNK_BYTES = 1024 * 1024;

/** What was found in a file when it was read to its end. */
export interface Inspection {
  format: unknown;
  columns: string[];
  preview: Record<string, string>[];
  previewNumbers: number[];
  totalRows: number;
}

/**
 * Stores a file as it arrives, a chunk at a time, so that its size never shows in memory. Until
 * `finishUpload` the upload is no file to anyone.
 * @throws what `bytes` throws; what was stored by then is removed
 */
export async function storeUpload(
  scope: OrganizationScope,
  file: { filename: string; createdBy: string },
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ uploadId: string; size: number }> {
  const uploadId = uuid();
  await scope.transaction((tx) =>
    tx.query('INSERT INTO uploads (organization_id, id, filename, created_by) VALUES ($1, $2, $3, $4)', [
      tx.organizationId,
      uploadId,
      file.filename,
      file.createdBy,
    ]),
  );
  try {
    return { uploadId, size: await storeChunks(scope, uploadId, bytes) };
  } catch (error) {
    await removeUpload(scope, uploadId);
    throw error;
  }
}

async function storeChunks(
  scope: OrganizationScope,
  uploadId: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const hash = createHash('sha256');
  let size = 0;
  let n = 0;
  for await (const chunk of chunksOf(bytes)) {
    hash.update(chunk);
    size += chunk.length;
    const number = n++;
    await scope.transaction((tx) => storeChunk(tx, uploadId, number, chunk));
  }
  const sha256 = hash.digest();
  await scope.transaction((tx) =>
    tx.query('UPDATE uploads SET size = $3, sha256 = $4 WHERE organization_id = $1 AND id = $2', [
      tx.organizationId,
      uploadId,
      size,
      sha256,
    ]),
  );
  return size;
}

async function storeChunk(tx: TenantTransaction, uploadId: string, n: number, bytes: Buffer): Promise<void> {
  await tx.query('INSERT INTO upload_chunks (organization_id, upload_id, n, bytes) VALUES ($1, $2, $3, $4)', [
    tx.organizationId,
    uploadId,
    n,
    bytes,
  ]);
}

/** The same bytes in chunks of exactly `CHUNK_BYTES`, the last one shorter; each is valid until the next is asked for. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  for await (const part of bytes) {
    let taken = 0;
    while (taken < part.length) {
      const length = Math.min(part.length - taken, CHUNK_BYTES - filled);
      chunk.set(part.subarray(taken, taken + length), filled);
      taken += length;
      filled += length;
      if (filled === CHUNK_BYTES) {
        yield chunk;
        filled = 0;
      }
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
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
