import type { ByteSource, FileFormat } from '../imports/pipeline/types.ts';
import type { OrganizationScope, TenantTransaction } from '../security/scope.ts';
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
    stream: (from = 0) => streamChunks(scope, uploadId, size, from),
  };
}

async function* streamChunks(
  scope: OrganizationScope,
  uploadId: string,
  size: number,
  from: number,
): AsyncGenerator<Uint8Array> {
  const first = Math.floor(from / CHUNK_BYTES);
  const end = Math.ceil(size / CHUNK_BYTES);
  let next = first < end ? fetchChunk(scope, uploadId, first) : undefined;
  for (let n = first; next !== undefined; n++) {
    const bytes = await next;
    next = n + 1 < end ? fetchChunk(scope, uploadId, n + 1) : undefined;
    // Should the reader stop here, the fetch ahead fails or succeeds unseen.
    next?.catch(() => undefined);
    yield n === first ? bytes.subarray(from - first * CHUNK_BYTES) : bytes;
  }
}

async function fetchChunk(scope: OrganizationScope, uploadId: string, n: number): Promise<Buffer> {
  const [row] = await scope.transaction((tx) =>
    tx.query<{ bytes: Buffer }>(
      'SELECT bytes FROM upload_chunks WHERE organization_id = $1 AND upload_id = $2 AND n = $3',
      [tx.organizationId, uploadId, n],
    ),
  );
  if (row === undefined) throw new Error(`Chunk ${n} of upload ${uploadId} is missing`);
  return row.bytes;
}
