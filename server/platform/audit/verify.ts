import type { Statements } from '../db/transaction.ts';
import { BEGINNING, redactedContent, sealAfter } from './chain.ts';
import {
  allOrganizations,
  countEntries,
  overdueEntry,
  recordedEnd,
  reportedRedactions,
  type SealedEntry,
  sealedEntries,
} from './chain-reads.ts';

export interface ChainReport {
  organization: { id: string; name: string };
  /** Includes unsealed entries. */
  entries: number;
  /** First defect. */
  broken: string | null;
  /** Hex hash of the last sealed entry. An external copy proves that earlier entries are unchanged. */
  end: string;
}

const PAGE_ENTRIES = 5_000;
/** Servers seal within seconds, so an older unsealed entry is suspicious. */
const OVERDUE_AFTER = '5 minutes';

/** Run it in one snapshot, because sealing continues. */
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
  const redacted = await reportedRedactions(db, organizationId);
  const stop = (broken: string | null) => ({ broken, end: end.hash.toString('hex') });
  for (;;) {
    const page = await sealedEntries(db, organizationId, end.sequence, PAGE_ENTRIES);
    for (const entry of page) {
      const fault = faultOf(end, entry, redacted);
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

/** Null without a defect. */
function faultOf(
  previous: { sequence: number; hash: Buffer },
  entry: SealedEntry,
  redacted: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const seal = sealAfter(previous, entry);
  if (entry.sequence !== seal.sequence) return `entry ${seal.sequence} is missing`;
  if (!entry.previousHash.equals(seal.previousHash)) {
    return `entry ${entry.sequence} (${entry.id}) does not follow the entry before it`;
  }
  if (entry.hash.equals(seal.hash)) return null;
  const contents = redacted.get(entry.id);
  if (contents?.has(redactedContent(entry).toString('hex'))) return null;
  return `entry ${entry.sequence} (${entry.id}) was changed`;
}

export function chainLine({ organization: { name, id }, entries, broken, end }: ChainReport): string {
  const result = broken === null ? `OK, ends with ${end}` : `BROKEN: ${broken}`;
  return `${name} (${id}): ${entries} entries, ${result}`;
}
