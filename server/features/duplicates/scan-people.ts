import { findDuplicates, type LinkedPair, type LinkedPerson, People } from '#packages/linkage/linkage.ts';
import { loadCustomFields } from '../../lead/custom-fields/reads.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { type ComparedLead, readCompared } from './reads.ts';

/** Leads read by one statement. */
const PAGE = 5_000;
/** Bytes of a lead's id, and of the hash of what is compared. */
const ID_BYTES = 16;

/** The leads of an organization that were compared, in order of their ids. */
export interface ComparedLeads {
  idOf(place: number): string;
  hashOf(place: number): bigint;
  pairs: LinkedPair[];
}

/** Reads all leads of an organization, a page a transaction, and finds pairs that are likely the same person. */
export async function comparePeople(scope: OrganizationScope): Promise<ComparedLeads> {
  const fields = (await scope.transaction(loadCustomFields)).map(({ name }) => name);
  const people = new People(fields);
  let ids = new Uint8Array(PAGE * ID_BYTES);
  let hashes = new BigInt64Array(PAGE);
  for (let after: string | null = null; ; ) {
    const rows: ComparedLead[] = await scope.transaction((tx) => readCompared(tx, after, PAGE));
    while ((people.length + rows.length) * ID_BYTES > ids.length) {
      ids = copied(new Uint8Array(ids.length * 2), ids);
      hashes = copied(new BigInt64Array(hashes.length * 2), hashes);
    }
    for (const row of rows) {
      ids.set(Buffer.from(row.id.replaceAll('-', ''), 'hex'), people.length * ID_BYTES);
      hashes[people.length] = BigInt(row.hash);
      people.add(personOf(row, fields));
    }
    after = rows.at(-1)?.id ?? null;
    if (rows.length < PAGE) break;
  }
  const { pairs } = findDuplicates(people);
  return {
    pairs,
    idOf: (place) =>
      Buffer.from(ids.subarray(place * ID_BYTES, (place + 1) * ID_BYTES))
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    hashOf: (place) => hashes[place] ?? 0n,
  };
}

function copied<T extends Uint8Array | BigInt64Array>(to: T, from: T): T {
  (to as Uint8Array).set(from as Uint8Array);
  return to;
}

function personOf(row: ComparedLead, fields: readonly string[]): LinkedPerson {
  const fold = (value: string | null) => (value === null ? '' : foldText(value));
  return {
    firstName: fold(row.first_name),
    lastName: fold(row.last_name),
    email: fold(row.email),
    phone: fold(row.phone),
    address: fold(row.address),
    city: fold(row.city),
    postcode: fold(row.postcode),
    others: fields.map((name) => {
      const value = row.custom_data[name];
      return value === null || value === undefined ? '' : foldText(String(value));
    }),
  };
}
