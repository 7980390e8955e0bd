import { createHash } from 'node:crypto';
import type { Inspection } from '#packages/tabular/tabular.ts';
import { EncodingCheck, type EncodingEvidence, HEAD_BYTES } from '#packages/tabular/tabular.ts';
import type { OrganizationScope, TenantTransaction } from '../db/scope.ts';
import { newId } from '../ids.ts';
import type { NewestChunks } from './arrival.ts';
import { DESCRIPTION, descriptionValues } from './description.ts';

/** Chunk n begins at n times this. */
export const CHUNK_BYTES = 1024 * 1024;
/** Each commit waits for the disk. */
const GROUP_CHUNKS = 4;

export interface StoredPart {
  uploadId: string;
  /** Full chunks stored. */
  chunks: number;
  /** First `HEAD_BYTES`. */
  head: Uint8Array;
  /** So far, for text. */
  evidence: EncodingEvidence;
  /** For a callback that returns true. */
  newest: NewestChunks;
}

/**
 * Stores a file in groups of chunks, hidden until `finishUpload`. `evidence` applies to text; `onPart` follows
 * each group.
 * @throws the error of `bytes`, after removing the stored part
 */
export async function storeUpload(
  scope: OrganizationScope,
  file: { filename: string; createdBy: string },
  bytes: AsyncIterable<Uint8Array>,
  onPart: (part: StoredPart) => boolean = () => false,
): Promise<{ uploadId: string; size: number; evidence: EncodingEvidence }> {
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
    const onGroup = (group: Omit<StoredPart, 'uploadId'>): boolean => onPart({ uploadId, ...group });
    return { uploadId, ...(await storeChunks(scope, uploadId, bytes, onGroup)) };
  } catch (error) {
    await removeUpload(scope, uploadId);
    throw error;
  }
}

/** Stores a group while the next arrives. */
async function storeChunks(
  scope: OrganizationScope,
  uploadId: string,
  bytes: AsyncIterable<Uint8Array>,
  onGroup: (group: Omit<StoredPart, 'uploadId'>) => boolean,
): Promise<{ size: number; evidence: EncodingEvidence }> {
  const hash = createHash('sha256');
  const check = new EncodingCheck();
  // Reused chunk memory spares the garbage collector.
  const spare: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  let head: Buffer | undefined;
  let storing: Promise<void> = Promise.resolve();
  try {
    for await (const group of chunkGroups(chunksOf(bytes, spare), GROUP_CHUNKS)) {
      const first = size / CHUNK_BYTES;
      head ??= Buffer.from(group[0]?.subarray(0, HEAD_BYTES) ?? []);
      const begun = { head, chunks: first + group.length };
      for (const chunk of group) {
        hash.update(chunk);
        check.push(chunk);
        size += chunk.length;
      }
      await storing;
      storing = scope
        .transaction((tx) => storeGroup(tx, uploadId, first, group))
        .then(() => {
          const isFull = group.at(-1)?.length === CHUNK_BYTES;
          const newest: NewestChunks = { chunks: group, giveBack: (chunk) => spare.push(chunk) };
          const isTaken = isFull && onGroup({ ...begun, evidence: check.evidenceSoFar, newest });
          if (!isTaken) spare.push(...group);
        });
      // Awaited by the next round.
      storing.catch(() => undefined);
    }
  } finally {
    // Removal must follow the last write.
    await storing;
  }
  await scope.transaction((tx) => setContent(tx, uploadId, { size, sha256: hash.digest() }));
  return { size, evidence: check.evidence };
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
  for (const [index, chunk] of chunks.entries()) {
    await tx.query(
      'INSERT INTO upload_chunks (organization_id, upload_id, n, bytes) VALUES ($1, $2, $3, $4)',
      [tx.organizationId, uploadId, first + index, chunk],
    );
  }
}

/** Exactly `CHUNK_BYTES` each, except for the last. */
async function* chunksOf(
  bytes: AsyncIterable<Uint8Array>,
  spare: Buffer<ArrayBuffer>[],
): AsyncGenerator<Buffer<ArrayBuffer>> {
  const empty = (): Buffer<ArrayBuffer> => spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
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

async function* chunkGroups<T>(chunks: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const chunk of chunks) {
    group.push(chunk);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Makes the upload available to imports. */
export async function finishUpload(
  tx: TenantTransaction,
  uploadId: string,
  found: Inspection,
): Promise<void> {
  await tx.query(
    `UPDATE uploads SET (${DESCRIPTION}) = ($3, $4, $5, $6, $7, $8, $9) WHERE organization_id = $1 AND id = $2`,
    [tx.organizationId, uploadId, ...descriptionValues(found)],
  );
}

export async function removeUpload(scope: OrganizationScope, uploadId: string): Promise<void> {
  await scope.unchecked.transaction(async (tx) => {
    const upload = [tx.organizationId, uploadId];
    // Citus can't do this by a foreign key.
    await tx.query(
      'UPDATE import_queue SET upload_id = NULL WHERE organization_id = $1 AND upload_id = $2',
      upload,
    );
    await tx.query('DELETE FROM uploads WHERE organization_id = $1 AND id = $2', upload);
  });
}
