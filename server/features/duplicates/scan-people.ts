import { findDuplicates, People, type ScoredPair, shiftOf } from '#packages/linkage/linkage.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { personOf } from '../../lead/similar/compared-lead.ts';
import { uuidAt, uuidBytes } from '../../lead/similar/index-entries.ts';
import { readComparedPage } from '../../lead/similar/similar-reads.ts';
import type { ScanResult } from '../../lead/similar/similar-writes.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { readAnswers } from './answer-reads.ts';
import type { ComparedPlaces } from './pair-writes.ts';

/** Leads read by one statement. */
const PAGE = 5_000;
const ID_BYTES = 16;

/** The leads of an organization that were compared, in order of their ids. */
interface ComparedLeads extends ScanResult, ComparedPlaces<ScoredPair> {
  pairs: ScoredPair[];
  /** Bits that answers added to the evidence of every pair. */
  shift: number;
}

/** Reads all leads of an organization, a page a transaction, and finds pairs that are likely the same person. */
export async function comparePeople(scope: OrganizationScope): Promise<ComparedLeads> {
  const fields = (await scope.transaction(loadCustomFields)).map(({ name }) => name);
  const people = new People(fields);
  let ids = Buffer.alloc(PAGE * ID_BYTES);
  let hashes = new BigInt64Array(PAGE);
  for (let after: string | null = null; ; ) {
    const rows = await scope.transaction((tx) => readComparedPage(tx, after, PAGE));
    if (people.length + rows.length > hashes.length) {
      ids = Buffer.concat([ids], ids.length * 2);
      const grown = new BigInt64Array(hashes.length * 2);
      grown.set(hashes);
      hashes = grown;
    }
    for (const row of rows) {
      ids.set(uuidBytes(row.id), people.length * ID_BYTES);
      hashes[people.length] = BigInt(row.hash);
      people.add(personOf(row, fields));
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < PAGE) break;
  }
  const shift = shiftOf(await scope.transaction(readAnswers));
  const { pairs, stored, ...found } = findDuplicates(people, shift);
  return {
    ...{ ...found, pairs, shift, model: stored, leads: people.length },
    ids,
    uuidOf: (row) => uuidAt(ids, row * ID_BYTES),
    hashOf: (row) => String(hashes[row]),
  };
}
