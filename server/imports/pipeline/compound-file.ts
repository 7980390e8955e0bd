import { asBuffer } from './byte-source.ts';
import { FileProblem } from './file-problem.ts';
import type { ByteSource } from './types.ts';

const HEADER_BYTES = 512;
const FREE = 0xffffffff;
/** Sector numbers from here on are marks: free, end of chain, sector of the table itself. */
const MARKS = 0xfffffffa;
const ENTRY_BYTES = 128;
/** Sectors of the allocation table named in the header; longer tables are named in sectors of their own. */
const TABLES_IN_HEADER = 109;

/**
 * The names of the streams and storages in a compound file (the container of XLS, and of workbooks with a password),
 * read from its allocation table and directory alone. Throws FileProblem: `truncated` when sectors in use lie
 * beyond the end of the file, `broken` when the tables make no sense.
 */
export async function compoundNames(source: ByteSource): Promise<Set<string>> {
  const header = asBuffer(await source.read(0, HEADER_BYTES));
  if (header.length < HEADER_BYTES) throw truncated();
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw damaged();
  const sectors = new Sectors(source, 2 ** shift);
  const table = await readTable(header, sectors);
  const last = table.reduce((highest, next) => (next < MARKS ? Math.max(highest, next) : highest), 0);
  if ((last + 1) * 2 ** shift >= source.size) throw truncated();
  return readNames(sectors, table, header.readUInt32LE(48));
}

class Sectors {
  readonly size: number;
  readonly #source: ByteSource;

  constructor(source: ByteSource, size: number) {
    this.#source = source;
    this.size = size;
  }

  /** The most sectors the file can have. */
  get limit(): number {
    return Math.ceil(this.#source.size / this.size);
  }

  async read(number: number): Promise<Buffer> {
    if (number >= this.limit) throw truncated();
    const bytes = asBuffer(await this.#source.read((number + 1) * this.size, this.size));
    if (bytes.length < this.size) throw truncated();
    return bytes;
  }

  async numbers(sector: number): Promise<number[]> {
    const bytes = await this.read(sector);
    return Array.from({ length: this.size / 4 }, (_, index) => bytes.readUInt32LE(index * 4));
  }
}

/** The allocation table: for each sector the next of its chain. */
async function readTable(header: Buffer, sectors: Sectors): Promise<number[]> {
  const parts = Array.from({ length: TABLES_IN_HEADER }, (_, index) => header.readUInt32LE(76 + index * 4));
  let more = header.readUInt32LE(68);
  for (let count = 0; more < MARKS; count += 1) {
    if (count > sectors.limit) throw damaged();
    const numbers = await sectors.numbers(more);
    more = numbers.pop() ?? FREE;
    parts.push(...numbers);
  }
  const table: number[] = [];
  for (const part of parts) {
    if (part >= MARKS) continue;
    if (table.length > sectors.limit + sectors.size) throw damaged();
    table.push(...(await sectors.numbers(part)));
  }
  return table;
}

async function readNames(sectors: Sectors, table: readonly number[], first: number): Promise<Set<string>> {
  const names = new Set<string>();
  const seen = new Set<number>();
  for (let sector = first; sector < MARKS; sector = table[sector] ?? FREE) {
    if (seen.has(sector)) throw damaged();
    seen.add(sector);
    const bytes = await sectors.read(sector);
    for (let at = 0; at < bytes.length; at += ENTRY_BYTES) {
      const length = Math.min(bytes.readUInt16LE(at + 64), 64);
      if (length >= 2) names.add(bytes.toString('utf16le', at, at + length - 2));
    }
  }
  return names;
}

function truncated(): FileProblem {
  return new FileProblem('truncated', 'The workbook is cut short. Save or upload it again.');
}

function damaged(): FileProblem {
  return new FileProblem('broken', 'The workbook is damaged and cannot be read.');
}
