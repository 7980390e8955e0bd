import { to as copyTo } from 'pg-copy-streams';
import type { ByteSource, ByteStream, Inspection } from '#packages/tabular/tabular.ts';
import { literalOf } from '../db/literals.ts';
import type { OrganizationScope, TenantTransaction } from '../db/scope.ts';
import type { Arrival } from './arrival.ts';
import { DESCRIPTION, type DescriptionRow, toInspection } from './description.ts';
import { CHUNK_BYTES } from './writes.ts';

/** `firstRows` is empty in older uploads. */
export interface StoredUpload extends Inspection {
  id: string;
  filename: string;
  /** In bytes. */
  size: number;
}

/** Null if unknown or not inspected. */
export async function findUpload(tx: TenantTransaction, uploadId: string): Promise<StoredUpload | null> {
  const [row] = await tx.query<DescriptionRow & { id: string; filename: string; size: number }>(
    `SELECT id, filename, size, ${DESCRIPTION} FROM uploads
     WHERE organization_id = $1 AND id = $2 AND format IS NOT NULL`,
    [tx.organizationId, uploadId],
  );
  if (row === undefined) return null;
  const { id, filename, size } = row;
  return { id, filename, size, ...toInspection(row) };
}

/** Returns whether it exists; locks it against imports and grid changes. */
export async function lockUpload(tx: TenantTransaction, uploadId: string): Promise<boolean> {
  const rows = await tx.query(
    'SELECT id FROM uploads WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [tx.organizationId, uploadId],
  );
  return rows.length > 0;
}

/** Keeps and prefetches one chunk. */
export function uploadSource(scope: OrganizationScope, uploadId: string, size: number): ByteSource {
  let kept: { n: number; bytes: Buffer } | undefined;
  const chunk = async (n: number): Promise<Buffer> => {
    if (kept?.n !== n) kept = { n, bytes: await fetchChunk(scope, uploadId, n) };
    return kept.bytes;
  };
  return {
    size,
    read: async (position, length) => {
      const end = Math.min(position + length, size);
      const parts: Buffer[] = [];
      for (let at = position; at < end; ) {
        const n = Math.floor(at / CHUNK_BYTES);
        const part = (await chunk(n)).subarray(at - n * CHUNK_BYTES, end - n * CHUNK_BYTES);
        parts.push(part);
        at += part.length;
      }
      return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    },
    stream: (from = 0) =>
      streamChunks(from, async (n) =>
        n * CHUNK_BYTES < size ? ownChunk(await fetchChunk(scope, uploadId, n)) : null,
      ),
  };
}

/** Each piece is valid until the next is requested. */
export function arrivingBytes(scope: OrganizationScope, uploadId: string, arrival: Arrival): ByteStream {
  return {
    stream: (from = 0) =>
      streamChunks(from, async (n) => {
        const bytes = await arrival.chunk(n);
        if (bytes === null || bytes === 'stored')
          return bytes && ownChunk(await fetchChunk(scope, uploadId, n));
        return { bytes, release: () => arrival.release(bytes) };
      }),
  };
}

interface LentChunk {
  bytes: Uint8Array;
  release(): void;
}

function ownChunk(bytes: Uint8Array): LentChunk {
  return { bytes, release: () => undefined };
}

/** Each piece is valid until the next is requested. */
async function* streamChunks(
  from: number,
  chunkAt: (n: number) => Promise<LentChunk | null>,
): AsyncGenerator<Uint8Array> {
  const first = Math.floor(from / CHUNK_BYTES);
  let next = chunkAt(first);
  try {
    for (let n = first; ; n++) {
      const chunk = await next;
      if (chunk === null) return;
      next = chunkAt(n + 1);
      next.catch(() => undefined);
      try {
        yield n === first ? chunk.bytes.subarray(from - first * CHUNK_BYTES) : chunk.bytes;
      } finally {
        chunk.release();
      }
    }
  } finally {
    // Releases the prefetched chunk if the reader stops early.
    next.then((ahead) => ahead?.release()).catch(() => undefined);
  }
}

/** A query would send hexadecimal text of twice the size. */
async function fetchChunk(scope: OrganizationScope, uploadId: string, n: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  await scope.transaction(async (tx) => {
    const [organization, upload] = [literalOf(tx.organizationId), literalOf(uploadId)];
    const rows = tx.client.query(
      copyTo(
        `COPY (SELECT bytes FROM upload_chunks WHERE organization_id = ${organization} AND upload_id = ${upload} AND n = ${literalOf(n)})
         TO STDOUT (FORMAT binary)`,
      ),
    );
    for await (const part of rows) parts.push(part as Buffer);
  });
  const bytes = onlyField(Buffer.concat(parts));
  if (bytes === null) throw new Error(`Chunk ${n} of upload ${uploadId} is missing`);
  return bytes;
}

/** Signature, flags and an empty extension. */
const COPY_HEADER_BYTES = 19;

/** Null without a row. */
function onlyField(copy: Buffer): Buffer | null {
  const fields = copy.readInt16BE(COPY_HEADER_BYTES);
  if (fields !== 1) return null;
  const start = COPY_HEADER_BYTES + 6;
  return copy.subarray(start, start + copy.readInt32BE(start - 4));
}
