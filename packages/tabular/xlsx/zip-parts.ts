import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import yauzl from 'yauzl';
import { asBuffer } from '../source/byte-source.ts';
import { FileProblem } from '../source/file-problem.ts';
import { encrypted } from '../source/other-formats.ts';
import type { ByteSource } from '../source/types.ts';

/** Twenty times the largest upload. */
const TOTAL_LIMIT = 2 * 1024 ** 3;
/** Larger parts may unpack to RATIO_LIMIT times their packed size; sheets reach 20 to 60. */
const RATIO_FROM = 50 * 1024 ** 2;
const RATIO_LIMIT = 200;
const PART_LIMIT = 10_000;

const STORED = 0;
const DEFLATED = 8;

/** Counts unpacked bytes, whatever the headers claim. */
export class UnpackBudget {
  #spent = 0;

  /** @throws FileProblem `too_large_unpacked` over 2 GB */
  spend(bytes: number): void {
    this.#spent += bytes;
    if (this.#spent > TOTAL_LIMIT) throw unpackedTooLarge();
  }
}

function unpackedTooLarge(): FileProblem {
  return new FileProblem(
    'too_large_unpacked',
    'The workbook unpacks to far more data than allowed. Save it as .csv and upload that.',
  );
}

/** Never unpacks to disk. */
export class ZipParts {
  readonly #reader: SourceReader;
  readonly #zip: yauzl.ZipFile;
  readonly #entries: Map<string, yauzl.Entry>;

  private constructor(reader: SourceReader, zip: yauzl.ZipFile, entries: Map<string, yauzl.Entry>) {
    this.#reader = reader;
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws FileProblem `truncated` without a central directory, `broken` for an invalid one */
  static async open(source: ByteSource): Promise<ZipParts> {
    const reader = new SourceReader(source);
    try {
      const options = { autoClose: false, lazyEntries: true };
      const zip = await yauzl.fromRandomAccessReaderPromise(reader, source.size, options);
      const entries = new Map<string, yauzl.Entry>();
      for await (const entry of zip.eachEntry()) {
        entries.set(partKey(entry.fileName), entry);
        if (entries.size > PART_LIMIT) throw damaged();
      }
      return new ZipParts(reader, zip, entries);
    } catch (error) {
      throw reader.failure ?? asProblem(error);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(partKey(name));
  }

  /**
   * Verifies the checksum at the end.
   * @throws FileProblem `broken`, `truncated`, `encrypted`, or `too_large_unpacked`
   */
  async *read(name: string, budget: UnpackBudget): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(partKey(name));
    if (entry === undefined) throw damaged();
    if (entry.isEncrypted()) throw encrypted();
    let size = 0;
    let checksum = 0;
    for await (const chunk of this.#unpack(entry)) {
      size += chunk.length;
      budget.spend(chunk.length);
      if (size > RATIO_FROM && size > entry.compressedSize * RATIO_LIMIT) throw unpackedTooLarge();
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (checksum !== entry.crc32) throw damaged();
  }

  async *#unpack(entry: yauzl.Entry): AsyncGenerator<Buffer> {
    const method = entry.compressionMethod;
    if (method !== STORED && method !== DEFLATED) throw damaged();
    let packed: Readable | undefined;
    try {
      packed = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false });
      yield* method === STORED ? packed : inflate(packed);
    } catch (error) {
      throw this.#reader.failure ?? asProblem(error);
    } finally {
      packed?.destroy();
    }
  }
}

const READ_BYTES = 256 * 1024;

/** Like Excel, accepts any case and slash. */
function partKey(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}

/** With zlib's default of 16 KB, chunk handling costs more than inflating. */
async function* inflate(packed: Readable): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: 64 * 1024 });
  packed.once('error', (error) => inflater.destroy(error));
  try {
    yield* packed.pipe(inflater);
  } finally {
    inflater.destroy();
  }
}

/** Separates source failures from archive defects. */
class SourceReader extends yauzl.RandomAccessReader {
  failure: unknown;
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#range(start, end), { objectMode: false });
  }

  async *#range(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const bytes = await this.#source.read(at, Math.min(READ_BYTES, end - at)).catch((error: unknown) => {
        this.failure = error;
        throw error;
      });
      if (bytes.length === 0) return;
      yield asBuffer(bytes);
      at += bytes.length;
    }
  }
}

function damaged(error?: unknown): FileProblem {
  return new FileProblem(
    'broken',
    "The workbook is damaged and can't be read. Open it in Excel or LibreOffice, save it as .xlsx and upload it again.",
    { cause: error },
  );
}

/** Only messages distinguish yauzl's and zlib's errors. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FileProblem) return error;
  if (error.message.includes('strong encryption')) return encrypted();
  const short = /End of central directory|unexpected (?:EOF|end of file)|overflows file bounds/;
  if (!short.test(error.message)) return damaged(error);
  const message = 'The file looks incomplete. Save it again and retry.';
  return new FileProblem('truncated', message, { cause: error });
}
