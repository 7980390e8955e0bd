import { to as copyTo } from 'pg-copy-streams';
import type { ByteSource, ByteStream, FileFormat } from '#packages/tabular/tabular.ts';
import { literalOf } from '../db/literals.ts';
import type { OrganizationScope, TenantTransaction } from '../db/scope.ts';
import type { Arrival } from './arrival.ts';
import { CHUNK_BYTES } from './writes.ts';

/** An upload that was read to its end. */
export interface StoredUpload {
  id: string;
  filename: string;
  /** Bytes. */
  size: number;
  format: FileFormat;
  columns: string[];
  preview: Record<string, string>[];
  /** Where each row of the preview stands in the file. */
  previewNumbers: number[];
  totalRows: number;
}

/** The upload, or null when the organization has none of that id or it was never read to its end. */
export async function findUpload(tx: TenantTransaction, uploadId: string): Promise<StoredUpload | null> {
  const [row] = await tx.query<{
    id: string;
    filename: string;
    size: number;
    format: FileFormat;
    columns: string[];
    preview: Record<string, string>[];
    preview_numbers: number[];
    total_rows: number;
  }>(
    `SELECT id, filename, size, format, columns, preview, preview_numbers, total_rows FROM uploads
     WHERE organization_id = $1 AND id = $2 AND format IS NOT NULL`,
    [tx.organizationId, uploadId],
  );
  if (row === undefined) return null;
  const { total_rows: totalRows, preview_numbers: previewNumbers, ...rest } = row;
  return { ...rest, previewNumbers, totalRows };
}

/** The bytes of a stored file, fetched as they are asked for; one chunk is kept, one is fetched ahead. */
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

/** The bytes of a file that is still being stored, as they come: each piece is good until the next is asked for. */
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

/** A chunk, and what is to be done once it was read. */
interface LentChunk {
  bytes: Uint8Array;
  release(): void;
}

/** A chunk whose memory is nobody else's. */
function ownChunk(bytes: Uint8Array): LentChunk {
  return { bytes, release: () => undefined };
}

/** The bytes from `from` on, each piece good until the next is asked for; `chunkAt` answers null behind the last chunk. */
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
    // Of a reader that stopped before the end: what was fetched ahead came or failed unseen.
    next.then((ahead) => ahead?.release()).catch(() => undefined);
  }
}

/** By COPY, whose bytes come as they are: the rows of a query would be text, two digits a byte. */
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

/** Signature, flags and length of an extension, which is empty: what stands before the rows of a binary COPY. */
const COPY_HEADER_BYTES = 19;

/** The field of the only row of a binary COPY of one column; null when there is no row. */
function onlyField(copy: Buffer): Buffer | null {
  const fields = copy.readInt16BE(COPY_HEADER_BYTES);
  if (fields !== 1) return null;
  const start = COPY_HEADER_BYTES + 6;
  return copy.subarray(start, start + copy.readInt32BE(start - 4));
}
