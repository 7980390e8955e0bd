import { customerKey } from '../sales/customer-key.ts';
import { heldFilter } from './filter-writes.ts';
import { type Contact, contactKeys, type EntryForms, type HashName, keyAt } from './keys.ts';
import { type AskingTransaction, suppressionSecret } from './secret-writes.ts';

/** Names of the lists that an email and a phone are on. */
export interface Hit {
  email: string[];
  phone: string[];
}

export const NO_HIT: Hit = { email: [], phone: [] };

export function isHit({ email, phone }: Hit): boolean {
  return email.length + phone.length > 0;
}

/** Returns the names of all lists of a hit, each once. */
export function listsOf({ email, phone }: Hit): string[] {
  return [...new Set([...email, ...phone])];
}

/** Returns the names of all lists of several hits, each once. */
export function listsOfHits(hits: Iterable<Hit>): string[] {
  return [...new Set([...hits].flatMap(listsOf))];
}

/** Returns the ISO code of the country by which numbers without a country code are read. */
export async function defaultCountryOf(tx: AskingTransaction): Promise<string | null> {
  const [held] = await tx.query<{ country: string | null }>(
    'SELECT default_country AS country FROM suppression_settings WHERE organization_id = $1',
    [tx.organizationId],
  );
  return held?.country ?? null;
}

/**
 * Keeps lists as they are until the transaction ends, so that a lead which is written and an entry which is added at the same
 * moment don't miss each other.
 */
export async function holdLists(tx: AskingTransaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [lockName(tx)]);
}

/** Waits for transactions that hold the lists. */
export async function lockLists(tx: AskingTransaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockName(tx)]);
}

function lockName({ organizationId }: AskingTransaction): string {
  return `suppression:${organizationId}`;
}

/** Lists to ask: those for everyone, and with `customer` those of this customer; or all. */
export interface AskedLists {
  customer?: string | undefined;
  all?: true;
}

/** Which entries an organization has; null for none. The transaction must hold the lists. */
export async function entryForms(tx: AskingTransaction, lists: AskedLists = {}): Promise<EntryForms | null> {
  const rows = await tx.query<{ kind: string; hash: HashName | ''; length: number; customer: string | null }>(
    `SELECT DISTINCT c.kind, c.hash, c.length, l.customer_number AS customer
     FROM suppression_counts c JOIN suppression_lists l ON l.organization_id = $1 AND l.id = c.list_id
     WHERE c.organization_id = $1 AND c.entries > 0`,
    [tx.organizationId],
  );
  const asked = rows.filter((row) => isAsked(row.customer, lists));
  if (asked.length === 0) return null;
  return {
    kinds: new Set(asked.map(({ kind }) => kind)),
    hashes: [...new Set(asked.flatMap(({ hash }) => (hash === '' ? [] : [hash])))],
    prefixes: [...new Set(asked.flatMap(({ kind, length }) => (kind === 'prefix' ? [length] : [])))],
  };
}

function isAsked(ofList: string | null, { customer, all }: AskedLists): boolean {
  if (ofList === null || all) return true;
  return customer !== undefined && customerKey(ofList) === customerKey(customer);
}

/**
 * Returns, for each contact, the lists that it is on, and keeps them from changing until the transaction ends. The one question of
 * every way into and out of the leads.
 */
export async function askLists(
  tx: AskingTransaction,
  contacts: readonly Contact[],
  asked: AskedLists = {},
): Promise<Hit[]> {
  if (contacts.length === 0) return [];
  await holdLists(tx);
  const forms = await entryForms(tx, asked);
  if (forms === null) return contacts.map(() => NO_HIT);
  const keys = contactKeys(await suppressionSecret(tx), contacts, forms);
  const filter = await heldFilter(tx);
  const sought = keys.flatMap(({ keys, places, field }) =>
    places.flatMap((place, at) =>
      filter !== null && !filter.mayHold(keys, at) ? [] : [{ place, field, key: keyAt(keys, at) }],
    ),
  );
  const hits = contacts.map(() => NO_HIT);
  if (sought.length === 0) return hits;
  const lists = await listsOfKeys(tx, [...new Set(sought.map(({ key }) => key))], asked);
  for (const { place, field, key } of sought) {
    const names = lists.get(key);
    const hit = hits[place];
    if (names === undefined || hit === undefined) continue;
    hits[place] = { ...hit, [field]: [...new Set([...hit[field], ...names])] };
  }
  return hits;
}

/** Names of the lists that entries with these keys are on, by key. */
export async function listsOfKeys(
  tx: AskingTransaction,
  keys: readonly string[],
  asked: AskedLists = {},
): Promise<Map<string, string[]>> {
  const rows = await tx.query<{ key: string; name: string; customer: string | null }>(
    // Each key is looked up by itself, in the order of the index: for many of them the planner would rather read all entries.
    `SELECT replace(e.key::text, '-', '') AS key, l.name, l.customer_number AS customer
     FROM (SELECT unnest($2::uuid[]) AS key ORDER BY 1) k
     CROSS JOIN LATERAL (
       SELECT s.key, s.list_id FROM suppressions s
       WHERE s.organization_id = $1 AND s.key = k.key AND (s.expires_at IS NULL OR s.expires_at > now()) OFFSET 0
     ) e
     JOIN suppression_lists l ON l.organization_id = $1 AND l.id = e.list_id
     ORDER BY l.name`,
    [tx.organizationId, keys],
  );
  const lists = new Map<string, string[]>();
  for (const { key, name, customer: ofList } of rows) {
    if (isAsked(ofList, asked)) lists.set(key, [...(lists.get(key) ?? []), name]);
  }
  return lists;
}
