import { crc32, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** One file of an archive. */
export interface ZipPart {
  name: string;
  data: string | Uint8Array;
  /** Size stated in the headers instead of the real one. */
  claimedSize?: number;
}

/** Returns a ZIP archive with deflated parts. */
export function zip(parts: readonly ZipPart[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((_error, chunk) => chunks.push(chunk));
  for (const { name, data, claimedSize } of parts) {
    const bytes = Buffer.from(data);
    const size = claimedSize ?? bytes.length;
    const entry: ZipInputFile = {
      filename: name,
      size,
      crc: crc32(bytes),
      compression: 8,
      mtime: '1980-01-02',
    };
    archive.add(entry);
    entry.ondata?.(null, deflateRawSync(bytes, { level: 1 }), true);
  }
  archive.end();
  return Buffer.concat(chunks);
}
