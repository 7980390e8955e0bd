import type { ByteSource } from '../source/types.ts';
import { type Extent, joinUnits, readExtents } from './extents.ts';
import { damagedXls, truncatedXls } from './xls-problem.ts';

/** First of the special sector numbers: free, end of chain, sector of the table itself. */
const FIRST_SPECIAL_SECTOR = 0xfffffffa;
/** Sectors of the allocation table that the header lists; sectors of their own list the rest. */
const TABLES_IN_HEADER = 109;

/** Returns whether the number is a sector, not a special value. */
function isSector(number: number): boolean {
  return number < FIRST_SPECIAL_SECTOR;
}

/** Next sector in the chain for each sector of a compound file or of its mini stream. */
export class AllocationTable {
  readonly #next: readonly number[];

  constructor(next: readonly number[]) {
    this.#next = next;
  }

  /** Highest sector that any chain reaches, or 0 without one. */
  get last(): number {
    return this.#next.reduce((highest, next) => (isSector(next) ? Math.max(highest, next) : highest), 0);
  }

  /**
   * Returns the first `count` sectors of a chain in order, or all of them without `count`.
   * @throws FileProblem `broken` for a cyclic chain, one shorter than `count`, or one that leads outside the
   * table
   */
  chain(first: number, count?: number): number[] {
    const sectors: number[] = [];
    const seen = new Uint8Array(this.#next.length);
    for (let sector = first; sectors.length !== count; sector = this.#next[sector] ?? FIRST_SPECIAL_SECTOR) {
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
 * Reads the allocation table of a compound file with sectors of `unit` bytes, up to the number of sectors the
 * file can have.
 * @throws FileProblem `truncated` if parts of the table or sectors in use lie beyond the end of the file,
 * `broken` if the table is inconsistent
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

/** Returns the extents of sectors of `unit` bytes in the file. */
export function sectorExtents(sectors: readonly number[], unit: number): Extent[] {
  return joinUnits(
    sectors.map((sector) => (sector + 1) * unit),
    unit,
  );
}

/** Reads little-endian 32-bit numbers. */
export function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));
}

/**
 * Returns the sectors that hold the table: those listed in the header, then those listed in a chain of
 * further sectors.
 */
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
    more = numbers.pop() ?? FIRST_SPECIAL_SECTOR;
    const named = numbers.filter(isSector);
    if (named.length === 0) throw damagedXls();
    parts.push(...named);
  }
  return parts;
}
