import { open, stat } from 'node:fs/promises';
import type { ByteSource } from '#packages/tabular/tabular.ts';

/** Streams bytes in chunks of the sizes given, over and over. */
export function chunkedSource(bytes: Uint8Array, sizes: readonly number[]): ByteSource {
  return {
    size: bytes.length,
    async read(position, length) {
      return bytes.slice(position, position + length);
    },
    async *stream(from = 0) {
      let at = from;
      for (let turn = 0; at < bytes.length; turn += 1) {
        const length = Math.max(1, sizes[turn % sizes.length] ?? 1);
        yield bytes.slice(at, at + length);
        at += length;
      }
    },
  };
}

/** Streams a file on disk in chunks of 1 MB. */
export async function fileSource(path: string): Promise<ByteSource> {
  const { size } = await stat(path);
  const read = async (position: number, length: number) => {
    const file = await open(path);
    try {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  };
  return {
    size,
    read,
    async *stream(from = 0) {
      for (let at = from; at < size; at += 1024 * 1024) yield await read(at, 1024 * 1024);
    },
  };
}
