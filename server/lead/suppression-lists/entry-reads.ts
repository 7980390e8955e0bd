import type pg from 'pg';
import type { Suppression, SuppressionList } from '#contract/suppressions.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { entryKeys, type ReadEntry, readEntry } from '../suppression/entry.ts';
import { type Contact, contactKeys, keyAt } from '../suppression/keys.ts';
import { suppressionSecret } from '../suppression/secret-writes.ts';
import {
  type AskedLists,
  defaultCountryOf,
  entryForms,
  holdLists,
  listsOfKeys,
} from '../suppression/suppression-reads.ts';
import { loadLists } from './list-writes.ts';

interface EntriesQuery {
  listId?: string | undefined;
  kind?: Suppression['kind'] | undefined;
  search?: string | undefined;
  limit: number;
  offset: number;
}

/** Returns a page of entries, newest first, and how many there are. */
export async function findEntries(
  tx: TenantTransaction,
  { search, limit, offset, ...query }: EntriesQuery,
): Promise<{ entries: Suppression[]; total: number }> {
  const [listId, kind] = [query.listId ?? null, query.kind ?? null];
  const keys = search === undefined ? null : await keysMeeting(tx, search);
  const where = `organization_id = $1 AND ($2::uuid IS NULL OR list_id = $2) AND ($3::text IS NULL OR kind = $3)
    AND ($4::uuid[] IS NULL OR key = ANY ($4))`;
  const rows = await tx.query<
    Omit<Suppression, 'createdAt' | 'expiresAt'> & { createdAt: Date; expiresAt: Date | null }
  >(
    `SELECT id, list_id AS "listId", kind, hint, hash, reason, source, expires_at AS "expiresAt",
       created_at AS "createdAt", created_by_name AS "createdBy"
     FROM suppressions WHERE ${where} ORDER BY id DESC LIMIT $5 OFFSET $6`,
    [tx.organizationId, listId, kind, keys, limit, offset],
  );
  return {
    entries: rows.map(({ createdAt, expiresAt, ...entry }) => ({
      ...entry,
      expiresAt: expiresAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    })),
    total:
      keys === null
        ? await countedEntries(tx, { listId, kind })
        : await countKeys(tx, where, [listId, kind, keys]),
  };
}

/** The counts of lists: millions of entries would take seconds to count. */
async function countedEntries(
  tx: TenantTransaction,
  { listId, kind }: { listId: string | null; kind: string | null },
): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `SELECT coalesce(sum(entries), 0)::int AS total FROM suppression_counts
     WHERE organization_id = $1 AND ($2::uuid IS NULL OR list_id = $2) AND ($3::text IS NULL OR kind = $3)`,
    [tx.organizationId, listId, kind],
  );
  return row?.total ?? 0;
}

async function countKeys(tx: TenantTransaction, where: string, values: readonly unknown[]): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM suppressions WHERE ${where}`,
    [tx.organizationId, ...values],
  );
  return row?.total ?? 0;
}

/** Returns the keys of the entry with this value, and of the entries that meet this email or phone. */
async function keysMeeting(tx: TenantTransaction, text: string): Promise<string[]> {
  const entry = await readGiven(tx, text);
  if ('problem' in entry) return [];
  return (await keysOfEntries(tx, [entry], { all: true })).flat();
}

async function readGiven(tx: TenantTransaction, text: string): Promise<ReturnType<typeof readEntry>> {
  return readEntry(text, await defaultCountryOf(tx));
}

async function keysOfEntries(
  tx: TenantTransaction,
  entries: readonly ReadEntry[],
  asked: AskedLists,
): Promise<string[][]> {
  const forms = await entryForms(tx, asked);
  if (forms === null) return entries.map(() => []);
  const secret = await suppressionSecret(tx);
  const keys = entryKeys(secret, entries).map((own) => new Set([own]));
  for (const met of contactKeys(secret, entries.map(contactOfEntry), forms)) {
    for (const [at, place] of met.places.entries()) keys[place]?.add(keyAt(met.keys, at));
  }
  return keys.map((of) => [...of]);
}

function contactOfEntry({ kind, value }: ReadEntry): Contact {
  return { email: kind === 'email' ? value : null, phone: kind === 'phone' ? value : null };
}

export interface CheckedEntry {
  entry: string;
  suppressed: boolean;
  lists: string[];
}

/** Answers for each entry whether it is on a list, and on which. */
export async function checkEntries(
  tx: TenantTransaction,
  given: readonly string[],
  asked: AskedLists,
): Promise<CheckedEntry[]> {
  await holdLists(tx);
  const defaultCountry = await defaultCountryOf(tx);
  const read = given.map((text) => readEntry(text, defaultCountry));
  const keys = await keysOfEntries(
    tx,
    read.flatMap((entry) => ('problem' in entry ? [] : [entry])),
    asked,
  );
  const lists = await listsOfKeys(tx, [...new Set(keys.flat())], asked);
  let at = 0;
  return given.map((entry, index) => {
    const found = read[index];
    const of = found === undefined || 'problem' in found ? [] : (keys[at++] ?? []);
    const names = [...new Set(of.flatMap((key) => lists.get(key) ?? []))];
    return { entry, suppressed: names.length > 0, lists: names };
  });
}

/** Returns the list with this id, by default `Do not contact`, or undefined. */
export async function findList(
  tx: TenantTransaction,
  id: string | undefined,
): Promise<SuppressionList | undefined> {
  const lists = await loadLists(tx);
  return id === undefined
    ? lists.find(({ isDefault }) => isDefault)
    : lists.find((list) => list.id === id.toLowerCase());
}

/** Returns the organizations that have expired entries. */
export async function organizationsWithExpired(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    'SELECT DISTINCT organization_id AS id FROM suppressions WHERE expires_at <= now()',
  );
  return rows.map(({ id }) => id);
}
