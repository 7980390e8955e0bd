import { asBuffer } from '../source/byte-source.ts';
import type { ByteSource } from '../source/types.ts';
import { AllocationTable, numbersOf, readAllocationTable, sectorExtents } from './allocation-table.ts';
import { CompoundStream } from './compound-stream.ts';
import { joinUnits, readExtents } from './extents.ts';
import { damagedXls, truncatedXls } from './xls-problem.ts';

interface DirectoryEntry {
  name: string;
  kind: 'storage' | 'stream' | 'root';
  /** For the root, that of the mini stream. */
  first: number;
  /** In bytes. */
  size: number;
}

const ENTRY_BYTES = 128;
const NAME_BYTES = 64;
const NONE = 0xffffffff;
const KINDS = new Map<number, DirectoryEntry['kind']>([
  [1, 'storage'],
  [2, 'stream'],
  [5, 'root'],
]);

/**
 * Keys are upper-case, because names ignore case. Skips embedded workbooks, which live in storages.
 * @throws FileProblem `broken` without a root or for a cyclic tree
 */
function readDirectory(bytes: Buffer): { root: DirectoryEntry; entries: Map<string, DirectoryEntry> } {
  const root = entryAt(bytes, 0);
  if (root?.kind !== 'root') throw damagedXls();
  const entries = new Map<string, DirectoryEntry>();
  const seen = new Set<number>();
  const waiting = [bytes.readUInt32LE(76)];
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (number === NONE) continue;
    const at = number * ENTRY_BYTES;
    if (at + ENTRY_BYTES > bytes.length || seen.has(number)) throw damagedXls();
    seen.add(number);
    const entry = entryAt(bytes, at);
    if (entry !== null) entries.set(entry.name.toUpperCase(), entry);
    waiting.push(bytes.readUInt32LE(at + 68), bytes.readUInt32LE(at + 72));
  }
  return { root, entries };
}

/** Null for an unused entry. */
function entryAt(bytes: Buffer, at: number): DirectoryEntry | null {
  if (at + ENTRY_BYTES > bytes.length) return null;
  const kind = KINDS.get(bytes.readUInt8(at + 66));
  if (kind === undefined) return null;
  const length = Math.min(bytes.readUInt16LE(at + NAME_BYTES), NAME_BYTES);
  return {
    name: bytes.toString('utf16le', at, at + Math.max(0, length - 2)),
    kind,
    first: bytes.readUInt32LE(at + 116),
    size: bytes.readUInt32LE(at + 120),
  };
}

const HEADER_BYTES = 512;
const MINI_BYTES = 64;
/** No workbook has a hundred thousand entries. */
const DIRECTORY_LIMIT = 16 * 1024 * 1024;

/** The container of XLS and of encrypted workbooks. */
export class CompoundFile {
  readonly #source: ByteSource;
  readonly #header: Buffer;
  readonly #table: AllocationTable;
  readonly #root: DirectoryEntry;
  readonly #entries: Map<string, DirectoryEntry>;

  private constructor(
    source: ByteSource,
    header: Buffer,
    table: AllocationTable,
    directory: { root: DirectoryEntry; entries: Map<string, DirectoryEntry> },
  ) {
    this.#source = source;
    this.#header = header;
    this.#table = table;
    this.#root = directory.root;
    this.#entries = directory.entries;
  }

  /** @throws FileProblem `truncated` if used sectors lie beyond the end, `broken` if inconsistent */
  static async open(source: ByteSource): Promise<CompoundFile> {
    const header = asBuffer(await source.read(0, HEADER_BYTES));
    if (header.length < HEADER_BYTES) throw truncatedXls();
    const unit = sectorBytes(header);
    const table = await readAllocationTable(source, header, unit);
    const sectors = table.chain(header.readUInt32LE(48));
    if (sectors.length === 0 || sectors.length * unit > DIRECTORY_LIMIT) throw damagedXls();
    const directory = readDirectory(await readExtents(source, sectorExtents(sectors, unit)));
    return new CompoundFile(source, header, table, directory);
  }

  /** Ignores case. */
  has(name: string): boolean {
    return this.#entries.has(name.toUpperCase());
  }

  /**
   * Null for an unknown name.
   * @throws FileProblem as `open` does
   */
  async stream(name: string): Promise<CompoundStream | null> {
    const entry = this.#entries.get(name.toUpperCase());
    if (entry?.kind !== 'stream') return null;
    return entry.size < this.#header.readUInt32LE(56) ? this.#miniStream(entry) : this.#sectorStream(entry);
  }

  #sectorStream({ first, size }: DirectoryEntry): CompoundStream {
    const unit = sectorBytes(this.#header);
    if (size > this.#source.size) throw damagedXls();
    const sectors = this.#table.chain(first, Math.ceil(size / unit));
    return new CompoundStream(this.#source, sectorExtents(sectors, unit), size);
  }

  /** Small streams live in the root's mini sectors. */
  async #miniStream({ first, size }: DirectoryEntry): Promise<CompoundStream> {
    const unit = sectorBytes(this.#header);
    const root = this.#sectorStream(this.#root);
    const tables = this.#table.chain(this.#header.readUInt32LE(60));
    const table = new AllocationTable(
      numbersOf(await readExtents(this.#source, sectorExtents(tables, unit))),
    );
    const positions = table.chain(first, Math.ceil(size / MINI_BYTES)).map((sector) => {
      const [place] = root.locate(sector * MINI_BYTES, MINI_BYTES);
      if (place === undefined) throw damagedXls();
      return place.position;
    });
    return new CompoundStream(this.#source, joinUnits(positions, MINI_BYTES), size);
  }
}

/** 512 or 4,096 bytes. */
function sectorBytes(header: Buffer): number {
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw damagedXls();
  return 2 ** shift;
}
