import { once } from 'node:events';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** Rejects once the consumer has gone. */
export type Write = (bytes: Buffer) => Promise<void>;

const DEFLATED = 8;
/** Higher levels hardly shrink the repetitive XML. */
const DEFLATE_LEVEL = 1;
/** The earliest that a ZIP can hold, for reproducible bytes. */
const MTIME = new Date(1980, 0, 1);
/** fflate would truncate a larger offset silently. */
const MAX_BYTES = 2 ** 32 - 1;

/** Streams deflated entries up to 4 GB without buffering: fflate writes the format, the faster zlib deflates. */
export class ZipStream {
  readonly #write: Write;
  /** Output that waits for `write`. */
  readonly #ready: Uint8Array[] = [];
  readonly #zip = new Zip((error, bytes) => {
    if (error) throw error;
    this.#ready.push(bytes);
  });
  #bytes = 0;
  #entry: ZipInputFile | null = null;
  #deflate: DeflateRaw | null = null;
  #packing: Promise<void> = Promise.resolve();

  constructor(write: Write) {
    this.#write = write;
  }

  /** Uncompressed bytes of the open entry. */
  get entrySize(): number {
    return this.#entry?.size ?? 0;
  }

  /** The previous entry must have ended. */
  begin(name: string): void {
    const entry = { filename: name, size: 0, crc: 0, compression: DEFLATED, mtime: MTIME };
    this.#entry = entry;
    this.#zip.add(entry);
    const deflate = createDeflateRaw({ level: DEFLATE_LEVEL, chunkSize: 64 * 1024 });
    this.#deflate = deflate;
    this.#packing = this.#pass(deflate, entry);
    // `add` and `end` report the failure.
    this.#packing.catch(() => undefined);
  }

  async add(bytes: Buffer): Promise<void> {
    const [entry, deflate] = [this.#entry, this.#deflate];
    if (entry === null || deflate === null) throw new Error('No entry is open');
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), this.#packing]);
  }

  async end(): Promise<void> {
    this.#deflate?.end();
    await this.#packing;
    this.#entry?.ondata?.(null, new Uint8Array(), true);
    this.#entry = null;
    await this.#send();
  }

  async file(name: string, text: string): Promise<void> {
    this.begin(name);
    await this.add(Buffer.from(text));
    await this.end();
  }

  /** Writes the central directory. */
  async finish(): Promise<void> {
    this.#zip.end();
    await this.#send();
  }

  /** Releases an unfinished archive. */
  destroy(): void {
    this.#deflate?.destroy();
  }

  async #pass(deflate: DeflateRaw, entry: ZipInputFile): Promise<void> {
    for await (const chunk of deflate as AsyncIterable<Buffer<ArrayBuffer>>) {
      entry.ondata?.(null, chunk, false);
      await this.#send();
    }
  }

  async #send(): Promise<void> {
    for (const { buffer, byteOffset, length } of this.#ready.splice(0)) {
      this.#bytes += length;
      if (this.#bytes > MAX_BYTES) throw new RangeError('A ZIP archive ends at 4 GB');
      await this.#write(Buffer.from(buffer, byteOffset, length));
    }
  }
}
