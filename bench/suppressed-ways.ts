// Tries people on a suppression list through each way in, in other spellings than those of the list: plain entries, hashes, domains and
// prefixes. Prints how many were tried and how many got in. Argument: people.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import type { BulkAction, BulkOperation } from '#contract/bulk.ts';
import { verifyFile } from '#server/features/backup/read-file.ts';
import { restoreOrganization } from '#server/features/backup/restore-organization.ts';
import { writeBackup } from '#server/features/backup/write-file.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { call, endOfBulk, runBulkCall } from '#tests/support/calls.ts';
import { type Client, clientOf, eventsOf } from '#tests/support/client.ts';
import { csvFile, importLeads, postCheck, uploadFile } from '#tests/support/imports.ts';
import { endedQueue, queueFiles } from '#tests/support/queue.ts';
import { undoneImport } from '#tests/support/undo.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { print } from './support/importing.ts';
import { machineLine } from './support/machine.ts';
import { type OpposedPerson, opposedPeople } from './support/opposed-people.ts';
import { CREDENTIALS, startBenchServer } from './support/server.ts';

const people = opposedPeople(Number(process.argv[2] ?? 10_000));
const HEADER = ['email', 'phone', 'country', 'name'] as const;
const PLAN = { fieldMapping: { email: 'email', phone: 'phone', country: 'country', name: 'firstName' } };
const BY_ID = { mode: 'update', matchField: 'id' } as const;
const ID_PLAN = { fieldMapping: { ...PLAN.fieldMapping, id: 'id' }, importMode: BY_ID };
const AT_ONCE = 8;
const CELLS_AT_ONCE = 2_000;
const PASSPHRASE = 'twelve wild geese';
const secretKey = randomBytes(32);

let owner: pg.Client;
let client: Client;
let organization: { id: string; name: string };
/** Spells the people in another way each time. */
let spelling = 0;

const database = await startBenchDatabase();
try {
  ({ owner } = database);
  const settings = { API_RATE_LIMIT: '10000000', SECRET_KEY: secretKey.toString('base64') };
  const server = await startBenchServer({ databaseUrl: database.url, settings });
  try {
    client = clientOf(server.url);
    await client.post('/api/login', CREDENTIALS);
    const { rows } = await owner.query<typeof organization>('SELECT id, name FROM organizations');
    organization = rows[0] ?? { id: '', name: '' };
    print(`${machineLine()}\n${people.length} people\n\n| way in | tried | got in |\n|---|---|---|`);
    await tryAll(server.url);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

async function tryAll(url: string): Promise<void> {
  const deletion = await deletedPeople();
  const changed = await changedPeople();
  await list(people);
  await tryImports();
  await tryCalls(url, await otherLeads(AT_ONCE));
  await tryChanges(await otherLeads(people.length));
  await way('restore', people.length, async () => {
    await eachOf(await idsOf('deleted_at IS NOT NULL'), (id) =>
      call(client, 'POST', `/api/leads/${id}/restore`),
    );
  });
  await way('restore of many', people.length, () => bulk({ filter: { bin: 'true' } }, { type: 'restore' }));
  await way('undo of a deletion', people.length, async () => {
    const { body } = await client.post<BulkOperation>(`/api/leads/bulk/${deletion}/undo`);
    await endOfBulk(client, body.id);
  });
  await way('undo of an import', people.length, () => undoneImport(client, changed));
  await tryStored();
}

/** Returns the ids of leads outside the bin, oldest first; with a condition, only of matching leads. */
async function idsOf(condition = 'deleted_at IS NULL'): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT id FROM leads WHERE organization_id = $1 AND ${condition} ORDER BY id`,
    [organization.id],
  );
  return rows.map(({ id }) => id);
}

/** Tries a way, and counts leads outside the bin that are people on the list; with `which`, only some of them. */
async function way(
  name: string,
  tried: number,
  attempt: () => Promise<unknown>,
  which = 'true',
): Promise<void> {
  spelling++;
  await attempt();
  const { rows } = await owner.query<{ inside: number }>(
    `SELECT count(*)::int AS inside FROM leads
     WHERE deleted_at IS NULL AND (email = ANY ($1) OR number_valid AND phone = ANY ($1)) AND ${which}`,
    [people.map(({ identity }) => identity)],
  );
  print(`| ${name} | ${tried} | ${rows[0]?.inside} |`);
}

async function eachOf<T>(
  items: readonly T[],
  work: (item: T, lane: number) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
    for (const item of left) await work(item, lane);
  });
  await Promise.all(lanes);
}

async function bulk(selection: Parameters<typeof runBulkCall>[1], action: BulkAction): Promise<string> {
  return (await runBulkCall(client, selection, action)).id;
}

function cellsOf(person: OpposedPerson): string[] {
  const { email, phone, country } = person.cells(spelling);
  return [email, phone, country];
}

function rowsOf(some: readonly OpposedPerson[]): string[][] {
  return some.map((person) => [...cellsOf(person), 'Ada']);
}

function importPeople(): Promise<unknown> {
  return importLeads(client, csvFile([HEADER, ...rowsOf(people)]), PLAN);
}

/** Returns an operation that moved the people to the bin. */
async function deletedPeople(): Promise<string> {
  await importPeople();
  return bulk({ filter: {} }, { type: 'delete' });
}

/** Returns an import that gave the people's leads other emails and phones. */
async function changedPeople(): Promise<string> {
  await importPeople();
  const rows = (await idsOf()).map((id, n) => [
    `changed.${n}@else.example`,
    `+4915125${String(n).padStart(6, '0')}`,
    'Germany',
    'Ada',
    id,
  ]);
  return (await importLeads(client, csvFile([[...HEADER, 'id'], ...rows]), ID_PLAN)).importId;
}

/** Returns ids of new leads that are on no list. */
async function otherLeads(count: number): Promise<string[]> {
  const name = `other.${spelling}`;
  const rows = Array.from({ length: count }, (_, n) => [`${name}.${n}@else.example`, '', '', 'Ada']);
  await importLeads(client, csvFile([HEADER, ...rows]), PLAN);
  return idsOf(`deleted_at IS NULL AND email LIKE '${name}.%'`);
}

async function list(some: readonly OpposedPerson[]): Promise<void> {
  const { body } = await client.post<{ id: string }>('/api/suppression-lists', {
    name: `Opposed ${spelling}`,
  });
  const entries = [...new Set(some.map(({ entry }) => entry))];
  const added = await client.post<{ invalid: unknown[] }>('/api/suppressions', { listId: body.id, entries });
  if (added.body.invalid.length > 0) throw new Error(JSON.stringify(added.body.invalid.slice(0, 3)));
}

async function tryImports(): Promise<void> {
  await way('wizard import', people.length, importPeople);
  await way('Multi-File Import', people.length, async () => {
    const half = people.length / 2;
    const parts = [people.slice(0, half), people.slice(half)];
    await queueFiles(client, ...parts.map((part, n) => csvFile([HEADER, ...rowsOf(part)], `${n}.csv`)));
    await endedQueue(client);
  });
  await way('Fix Rows', people.length, async () => {
    const rows = people.map((_, n) => [`fixed.${n}@else.example`, '', '', 'Ada']);
    const { uploadId } = await uploadFile(client, csvFile([HEADER, ...rows]));
    await eventsOf(await postCheck(client, uploadId, { ...PLAN, grid: true }));
    const edits = people.flatMap((person, n) =>
      cellsOf(person).map((value, at) => ({ row: n + 2, column: HEADER[at], value })),
    );
    for (let at = 0; at < edits.length; at += CELLS_AT_ONCE) {
      const body = { edits: edits.slice(at, at + CELLS_AT_ONCE) };
      const { status } = await client.post(`/api/import-grids/${uploadId}/edit`, body);
      if (status !== 200) throw new Error(`The grid answered ${status}`);
    }
    await importLeads(client, uploadId, PLAN);
  });
}

function typed(person: OpposedPerson): Record<string, string> {
  return Object.fromEntries(Object.entries(person.cells(spelling)).filter(([, text]) => text !== ''));
}

async function tryCalls(url: string, leads: readonly string[]): Promise<void> {
  const token = await client.post<{ fullToken: string }>('/api/tokens', {
    name: 'bench',
    scopes: 'read,write',
  });
  const headers = { authorization: `Bearer ${token.body.fullToken}`, 'content-type': 'application/json' };
  const send = (method: string, path: string, body: unknown) =>
    fetch(`${url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) }).then((reply) =>
      reply.text(),
    );
  const { rows } = await owner.query<{ email: string }>('SELECT email FROM leads WHERE id = ANY ($1)', [
    leads,
  ]);
  await way('new lead of the form', people.length, () =>
    eachOf(people, (one) => client.post('/api/leads', typed(one))),
  );
  await way('edit of a cell', people.length, () =>
    eachOf(people, (one, lane) => call(client, 'PATCH', `/api/leads/${leads[lane]}`, typed(one))),
  );
  await way('public API, one lead', people.length, () =>
    eachOf(people, (one) => send('POST', '/leads', typed(one))),
  );
  await way('public API, batch', people.length, async () => {
    for (let at = 0; at < people.length; at += 1_000) {
      await send('POST', '/leads/batch', { leads: people.slice(at, at + 1_000).map(typed) });
    }
  });
  await way('public API, update', people.length, () =>
    eachOf(people, (one, lane) =>
      send('PATCH', '/leads', { identifier: { email: rows[lane]?.email }, data: typed(one) }),
    ),
  );
}

async function tryChanges(leads: readonly string[]): Promise<void> {
  await way('update import', people.length, async () => {
    const rows = rowsOf(people).map((row, n) => [...row, leads[n] ?? '']);
    await importLeads(client, csvFile([[...HEADER, 'id'], ...rows]), ID_PLAN);
  });
  const national = people.filter(({ country }) => country !== '');
  const rows = national.map((person, n) => [
    `national.${n}@else.example`,
    person.cells(3).phone,
    '',
    person.country,
  ]);
  await importLeads(client, csvFile([HEADER, ...rows]), PLAN);
  await way('country set for many', national.length, async () => {
    for (const value of new Set(national.map(({ country }) => country))) {
      const ids = await idsOf(`first_name = '${value}'`);
      await bulk({ ids }, { type: 'setField', field: 'country', value });
    }
  });
}

/** Leads that were there before the list are marked; merged and restored ones have to be, too. */
async function tryStored(): Promise<void> {
  const { body } = await client.get<{ id: string; isDefault: boolean }[]>('/api/suppression-lists');
  for (const { id, isDefault } of body)
    if (!isDefault) await call(client, 'DELETE', `/api/suppression-lists/${id}`);
  await bulk({ filter: {} }, { type: 'delete' });
  await importPeople();
  const merged = await idsOf();
  const others = await otherLeads(people.length);
  await list(people);
  const unmarked = 'NOT suppressed';
  await way('on the list later', people.length, async () => undefined, unmarked);
  const backup = join(database.folder, 'organization.backup');
  const pool = openPool(database.url, 2, () => undefined);
  await writeBackup(pool, backup, { organization, passphrase: PASSPHRASE, secretKey, product: 'bench' });
  await pool.end();
  await way(
    'merge',
    people.length,
    () =>
      eachOf([...merged.entries()], ([n, mergeId]) =>
        client.post('/api/duplicates/merge', {
          keepId: others[n],
          leadIds: [mergeId],
          take: ['email', 'phone'],
        }),
      ),
    unmarked,
  );
  await way(
    'restore of one organization',
    people.length,
    async () => {
      const source = { path: backup, passphrase: PASSPHRASE, ...(await verifyFile(backup, PASSPHRASE)) };
      await restoreOrganization(database.url, source, secretKey);
    },
    unmarked,
  );
}
