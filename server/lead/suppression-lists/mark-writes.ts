import { domainToUnicode } from 'node:url';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { announceLeads } from '../change/announce-leads.ts';
import { leadsByIdentity } from '../identity-reads.ts';
import { LEAST_ID } from '../operations/operation.ts';
import { refreshMarks } from '../store/store.ts';
import { entryKeys, type ReadEntry } from '../suppression/entry.ts';
import { type Contact, contactKeys, type EntryForms, keyAt } from '../suppression/keys.ts';
import { suppressionSecret } from '../suppression/secret-writes.ts';

/** Leads read, hashed and marked together, so that requests are answered meanwhile. */
const PAGE_LEADS = 2_000;

/** Entries whose leads are to be found, by their keys. */
interface SoughtEntries {
  keys: ReadonlySet<string>;
  forms: EntryForms;
}

/** Emails and phones are looked up in indexes; for the other kinds all leads are read. */
export function isLookedUp({ kind }: ReadEntry): boolean {
  return kind === 'email' || kind === 'phone';
}

/** Returns the leads outside the trash that have an email or phone of the entries. */
export async function leadsOfEntries(
  tx: TenantTransaction,
  entries: readonly ReadEntry[],
): Promise<Set<string>> {
  const of = (kind: ReadEntry['kind']) =>
    entries.flatMap((entry) => (entry.kind === kind ? entry.value : []));
  const found = await leadsByIdentity(tx, {
    emails: of('email').flatMap(storedSpellings),
    phones: of('phone'),
  });
  return new Set(found.values());
}

/** Returns the leads outside the trash that entries of other kinds meet, from all leads. */
export async function leadsScannedFor(
  scope: OrganizationScope,
  entries: readonly ReadEntry[],
): Promise<Set<string>> {
  const met = new Set<string>();
  const scanned = entries.filter((entry) => !isLookedUp(entry));
  if (scanned.length === 0) return met;
  const secret = await scope.transaction((tx) => suppressionSecret(tx));
  const sought = {
    keys: new Set(entryKeys(secret, scanned)),
    forms: formsOf(scanned.map((entry) => ({ ...entry, length: entry.value.length }))),
  };
  for await (const ids of leadsWithKeys(scope, sought)) for (const id of ids) met.add(id);
  return met;
}

/** An email with its domain in ASCII, and as leads hold it. */
function storedSpellings(email: string): string[] {
  const at = email.lastIndexOf('@') + 1;
  const unicode = email.slice(0, at) + domainToUnicode(email.slice(at));
  return unicode === email ? [email] : [email, unicode];
}

function formsOf(
  entries: readonly { kind: string; hash: EntryForms['hashes'][number] | null; length: number }[],
): EntryForms {
  return {
    kinds: new Set(entries.map(({ kind }) => kind)),
    hashes: [...new Set(entries.flatMap(({ hash }) => hash ?? []))],
    prefixes: [...new Set(entries.flatMap(({ kind, length }) => (kind === 'prefix' ? [length] : [])))],
  };
}

async function* leadsWithKeys(
  scope: OrganizationScope,
  { keys, forms }: SoughtEntries,
): AsyncGenerator<string[]> {
  const secret = await scope.transaction((tx) => suppressionSecret(tx));
  for await (const leads of contactsOfAll(scope, 'deleted_at IS NULL')) {
    const met = contactKeys(secret, leads, forms).flatMap(({ keys: of, places }) =>
      places.filter((_, at) => keys.has(keyAt(of, at))),
    );
    yield [...new Set(met)].flatMap((place) => leads[place]?.id ?? []);
  }
}

type StoredContact = Contact & { id: string } & Record<string, unknown>;

async function* contactsOfAll(scope: OrganizationScope, which: string): AsyncGenerator<StoredContact[]> {
  for (let after: string | undefined = LEAST_ID; after !== undefined; ) {
    const from: string = after;
    const leads = await scope.transaction((tx) =>
      tx.query<StoredContact>(
        `SELECT id, email, CASE WHEN number_valid THEN phone END AS phone FROM leads
         WHERE organization_id = $1 AND ${which} AND id > $2 ORDER BY id LIMIT ${PAGE_LEADS}`,
        [scope.organizationId, from],
      ),
    );
    yield leads;
    after = leads.length === PAGE_LEADS ? leads.at(-1)?.id : undefined;
  }
}

/** Brings the marks of leads up to date, and announces them. */
export async function markInTransaction(tx: TenantTransaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await refreshMarks(tx, ids);
  await announceLeads(tx, { aspects: ['values'], ids: [...ids] });
}

/** Brings the marks of leads up to date, a page in each transaction. */
async function markPages(scope: OrganizationScope, which: 'all' | 'marked'): Promise<void> {
  const clause = which === 'all' ? 'deleted_at IS NULL' : 'suppressed';
  for await (const leads of contactsOfAll(scope, clause)) {
    await scope.transaction((tx) =>
      markInTransaction(
        tx,
        leads.map(({ id }) => id),
      ),
    );
  }
}

/** Unmarks leads that are on no list any more, and marks all that entries meet for which all leads have to be read. */
export async function bringMarksUpToDate(scope: OrganizationScope): Promise<void> {
  const due = await scope.transaction(scanDue);
  await markPages(scope, due === null ? 'marked' : 'all');
  if (due === null) return;
  await scope.transaction((tx) =>
    tx.query('UPDATE suppression_settings SET scan_due = NULL WHERE organization_id = $1 AND scan_due = $2', [
      tx.organizationId,
      due,
    ]),
  );
}

async function scanDue(tx: TenantTransaction): Promise<string | null> {
  const [row] = await tx.query<{ due: string | null }>(
    'SELECT scan_due AS due FROM suppression_settings WHERE organization_id = $1',
    [tx.organizationId],
  );
  return row?.due ?? null;
}
