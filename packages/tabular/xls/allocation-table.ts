import type { ByteSource } from '../source/types.ts';
import { type Extent, joinUnits, readExtents } from './extents.ts';
import { damagedXls, truncatedXls } from './xls-problem.ts';

/** Free, end of chain, or sector of the table. */
const FIRST_SPECIAL_SECTOR = 0xfffffffa;
/** A chain lists further table sectors. */
const TABLES_IN_HEADER = 109;

function isSector(number: number): boolean {
  return number < FIRST_SPECIAL_SECTOR;
}

/** Next sector of each sector. */
export class AllocationTable {
  readonly #next: readonly number[];

  constructor(next: readonly number[]) {
    this.#next = next;
  }

  /** Highest sector of any chain, or 0. */
  get last(): number {
    return this.#next.reduce((highest, next) => (isSector(next) ? Math.max(highest, next) : highest), 0);
  }

  /**
   * Returns the first `count` sectors, or all.
   * @throws FileProblem `broken` for a cyclic, short or stray chain
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
 * `unit`: bytes per sector.
 * @throws FileProblem `truncated` if used sectors lie beyond the end, `broken` if inconsistent
 */
export async function readAllocationTable(
  source: ByteSource,
  header: Buffer,
  unit: number,
): Promise<AllocationTable> {
  // Sector 0 follows the header.
  const sectors = Math.max(1, Math.ceil(source.size / unit) - 1);
  const tables = Math.ceil(sectors / (unit / 4));
  const parts = (await tableSectors(source, header, unit, tables)).slice(0, tables);
  if (parts.length === 0) throw damagedXls();
  if (parts.some((part) => part >= sectors)) throw truncatedXls();
  const table = new AllocationTable(numbersOf(await readExtents(source, sectorExtents(parts, unit))));
  if (table.last >= sectors) throw truncatedXls();
  return table;
}

export function sectorExtents(sectors: readonly number[], unit: number): Extent[] {
  return joinUnits(
    sectors.map((sector) => (sector + 1) * unit),
    unit,
  );
}

/** Little-endian, 32 bits. */
export function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));
}

/** Returns the header's table sectors, then a chain of further sectors. */
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
