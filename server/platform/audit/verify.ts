import type { Statements } from '../db/transaction.ts';
import { BEGINNING, sealAfter } from './chain.ts';
import {
  allOrganizations,
  countEntries,
  overdueEntry,
  recordedEnd,
  type SealedEntry,
  sealedEntries,
} from './chain-reads.ts';

/** Result of verifying one organization's chain. */
export interface ChainReport {
  organization: { id: string; name: string };
  /** Number of entries, unsealed ones included. */
  entries: number;
  /** First defect found, or null. */
  broken: string | null;
  /**
   * Hash of the last sealed entry in hexadecimal. A copy kept elsewhere proves later that no earlier entry
   * changed.
   */
  end: string;
}

/** Entries read per query. */
const PAGE_ENTRIES = 5_000;
/**
 * Servers seal entries within seconds. An older unsealed entry was kept out of the chain, or no server seals.
 */
const OVERDUE_AFTER = '5 minutes';

/**
 * Verifies the chains of all organizations. The caller runs it in one snapshot, so that concurrent sealing
 * does not matter.
 */
export async function verifyChains(db: Statements): Promise<ChainReport[]> {
  const reports: ChainReport[] = [];
  for (const organization of await allOrganizations(db)) {
    const { broken, end } = await verifyChain(db, organization.id);
    reports.push({ organization, entries: await countEntries(db, organization.id), broken, end });
  }
  return reports;
}

async function verifyChain(
  db: Statements,
  organizationId: string,
): Promise<Pick<ChainReport, 'broken' | 'end'>> {
  let end: { sequence: number; hash: Buffer } = BEGINNING;
  const stop = (broken: string | null) => ({ broken, end: end.hash.toString('hex') });
  for (;;) {
    const page = await sealedEntries(db, organizationId, end.sequence, PAGE_ENTRIES);
    for (const entry of page) {
      const fault = faultOf(end, entry);
      if (fault !== null) return stop(fault);
      end = entry;
    }
    if (page.length < PAGE_ENTRIES) break;
  }
  const recorded = (await recordedEnd(db, organizationId)) ?? BEGINNING;
  if (recorded.sequence !== end.sequence || !recorded.hash.equals(end.hash)) {
    return stop(`the chain ends at entry ${end.sequence}, not at entry ${recorded.sequence} as recorded`);
  }
  const overdue = await overdueEntry(db, organizationId, OVERDUE_AFTER);
  return stop(overdue === null ? null : `entry ${overdue} was not sealed within ${OVERDUE_AFTER}`);
}

/** Returns the defect of the entry that should follow `previous`, or null. */
function faultOf(previous: { sequence: number; hash: Buffer }, entry: SealedEntry): string | null {
  const seal = sealAfter(previous, entry);
  if (entry.sequence !== seal.sequence) return `entry ${seal.sequence} is missing`;
  if (!entry.previousHash.equals(seal.previousHash)) {
    return `entry ${entry.sequence} (${entry.id}) does not follow the entry before it`;
  }
  return entry.hash.equals(seal.hash) ? null : `entry ${entry.sequence} (${entry.id}) was changed`;
}

/** Returns one line about an organization's chain. */
export function chainLine({ organization: { name, id }, entries, broken, end }: ChainReport): string {
  const result = broken === null ? `OK, ends with ${end}` : `BROKEN: ${broken}`;
  return `${name} (${id}): ${entries} entries, ${result}`;
}
