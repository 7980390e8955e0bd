import type { ByteSource } from '../source/types.ts';
import { type Extent, joinUnits, readExtents } from './extents.ts';
import { damagedXls, truncatedXls } from './xls-problem.ts';

/** Sector numbers from here on are marks: free, end of chain, sector of the table itself. */
const MARKS = 0xfffffffa;
/** Sectors of the allocation table named in the header; longer tables are named in sectors of their own. */
const TABLES_IN_HEADER = 109;

/** Whether the number is one of a sector, not a mark. */
function isSector(number: number): boolean {
  return number < MARKS;
}

/** For each sector of a compound file (or of its stream of mini sectors) the next one of its chain. */
export class AllocationTable {
  readonly #next: readonly number[];

  constructor(next: readonly number[]) {
    this.#next = next;
  }

  /** The highest number that any chain leads to; 0 when there is none. */
  get last(): number {
    return this.#next.reduce((highest, next) => (isSector(next) ? Math.max(highest, next) : highest), 0);
  }

  /**
   * The sectors of a chain in order: `count` of them, or all when left out. Throws FileProblem `broken` for a chain
   * that comes back to itself, is shorter than `count` or leads to a sector that the table does not know.
   */
  chain(first: number, count?: number): number[] {
    const sectors: number[] = [];
    const seen = new Uint8Array(this.#next.length);
    for (let sector = first; sectors.length !== count; sector = this.#next[sector] ?? MARKS) {
      if (!isSector(sector)) {
        if (count === undefined) break;
        throw damagedXls();
      }
      if (sector >= seen.length || seen[sector] === 1) throw damagedXls();
      seen[sector] = 1;
      sectors.push(sector);
    }
    return sectors;
  }
}

/**
 * Reads the allocation table of a compound file with sectors of `unit` bytes, as far as the file can have sectors.
 * Throws FileProblem: `truncated` when parts of it or sectors in use lie beyond the end, `broken` when it makes no sense.
 */
export async function readAllocationTable(
  source: ByteSource,
  header: Buffer,
  unit: number,
): Promise<AllocationTable> {
  // Sector 0 comes after the header; the last sector may be incomplete.
  const sectors = Math.max(1, Math.ceil(source.size / unit) - 1);
  const tables = Math.ceil(sectors / (unit / 4));
  const parts = (await tableSectors(source, header, unit, tables)).slice(0, tables);
  if (parts.length === 0) throw damagedXls();
  if (parts.some((part) => part >= sectors)) throw truncatedXls();
  const table = new AllocationTable(numbersOf(await readExtents(source, sectorExtents(parts, unit))));
  if (table.last >= sectors) throw truncatedXls();
  return table;
}

/** The extents of sectors of `unit` bytes in the file. */
export function sectorExtents(sectors: readonly number[], unit: number): Extent[] {
  return joinUnits(
    sectors.map((sector) => (sector + 1) * unit),
    unit,
  );
}

/** The numbers of four bytes, little-endian, that make up a table. */
export function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));
}

/** The sectors that hold the table: named in the header, the further ones in a chain of sectors with names. */
async function tableSectors(
  source: ByteSource,
  header: Buffer,
  unit: number,
  most: number,
): Promise<number[]> {
  const parts = numbersOf(header.subarray(76, 76 + TABLES_IN_HEADER * 4)).filter(isSector);
  const seen = new Set<number>();
  for (let more = header.readUInt32LE(68); isSector(more) && parts.length < most; ) {
    if (seen.has(more)) throw damagedXls();
    seen.add(more);
    const numbers = numbersOf(await readExtents(source, sectorExtents([more], unit)));
    more = numbers.pop() ?? MARKS;
    const named = numbers.filter(isSector);
    if (named.length === 0) throw damagedXls();
    parts.push(...named);
  }
  return parts;
}
