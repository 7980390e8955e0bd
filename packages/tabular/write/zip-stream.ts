import { once } from 'node:events';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

/** Rejects once the consumer has gone. */
export type Write = (bytes: Buffer) => Promise<void>;

const ZIP_VERSION = 20;
/** Sizes and checksum follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** Higher levels hardly shrink the repetitive XML. */
const DEFLATE_LEVEL = 1;
/** 1 January 1980, for reproducible bytes. */
const DOS_DATE = 0x21;

interface Entry {
  name: Buffer;
  offset: number;
  crc: number;
  size: number;
  packed: number;
}

/** Streams deflated entries up to 4 GB without buffering. */
export class ZipStream {
  readonly #write: Write;
  readonly #entries: Entry[] = [];
  #offset = 0;
  #entry: Entry | null = null;
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
  async begin(name: string): Promise<void> {
    const entry = { name: Buffer.from(name), offset: this.#offset, crc: 0, size: 0, packed: 0 };
    this.#entry = entry;
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    writeCommon(header, 4, entry, false);
    await this.#send(Buffer.concat([header, entry.name]));
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
    const entry = this.#entry;
    if (entry === null) throw new Error('No entry is open');
    this.#deflate?.end();
    await this.#packing;
    this.#entry = null;
    const descriptor = Buffer.alloc(16);
    descriptor.writeUInt32LE(0x08074b50, 0);
    writeSizes(descriptor, 4, entry);
    await this.#send(descriptor);
    this.#entries.push(entry);
  }

  async file(name: string, text: string): Promise<void> {
    await this.begin(name);
    await this.add(Buffer.from(text));
    await this.end();
  }

  /** Writes the central directory. */
  async finish(): Promise<void> {
    const start = this.#offset;
    for (const entry of this.#entries) {
      const header = Buffer.alloc(46);
      header.writeUInt32LE(0x02014b50, 0);
      header.writeUInt16LE(ZIP_VERSION, 4);
      writeCommon(header, 6, entry, true);
      header.writeUInt32LE(entry.offset, 42);
      await this.#send(Buffer.concat([header, entry.name]));
    }
    const record = Buffer.alloc(22);
    record.writeUInt32LE(0x06054b50, 0);
    record.writeUInt16LE(this.#entries.length, 8);
    record.writeUInt16LE(this.#entries.length, 10);
    record.writeUInt32LE(this.#offset - start, 12);
    record.writeUInt32LE(start, 16);
    await this.#send(record);
  }

  /** Releases an unfinished archive. */
  destroy(): void {
    this.#deflate?.destroy();
  }

  async #pass(deflate: DeflateRaw, entry: Entry): Promise<void> {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length;
      await this.#send(chunk);
    }
  }

  #send(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length;
    return this.#write(bytes);
  }
}

/** Local and central headers share these fields; only the central header has sizes. */
function writeCommon(header: Buffer, at: number, entry: Entry, withSizes: boolean): void {
  header.writeUInt16LE(ZIP_VERSION, at);
  header.writeUInt16LE(FLAGS, at + 2);
  header.writeUInt16LE(DEFLATED, at + 4);
  header.writeUInt16LE(DOS_DATE, at + 8);
  if (withSizes) writeSizes(header, at + 10, entry);
  header.writeUInt16LE(entry.name.length, at + 22);
}

function writeSizes(bytes: Buffer, at: number, { crc, packed, size }: Entry): void {
  bytes.writeUInt32LE(crc, at);
  bytes.writeUInt32LE(packed, at + 4);
  bytes.writeUInt32LE(size, at + 8);
}
