import { accessSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { erase } from '#tests/support/erasures.ts';
import { checkGrid } from '#tests/support/grids.ts';
import { csvFile, importLeads, uploadFile } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';
import { compactSegments } from '#tests/support/segments.ts';

// After an erasure and a vacuum, no byte of the person is left in any table or file of the database.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

const NAME = 'Quillfeather';
const EMAIL = 'zaphira@quill.example';
const PHONE = '+4915198765432';
const SPELLINGS = [NAME, NAME.toLowerCase(), EMAIL, '15198765432'];
/** In all forms in which PostgreSQL or a file may have them. */
const NEEDLES = SPELLINGS.flatMap((text) => [
  Buffer.from(text),
  Buffer.from(text, 'utf16le'),
  Buffer.from(Buffer.from(text).toString('hex')),
]);

async function fillEveryPlace(): Promise<void> {
  const program = programOf(app.url, await tokenFor(user));
  const person = { firstName: 'Zaphira', lastName: NAME, email: EMAIL, phone: PHONE };
  await program.call('POST', '/leads', person, { 'Idempotency-Key': 'k1' });
  const { body } = await user.get<{ leads: { id: string }[] }>(`/api/leads?search=${EMAIL}`);
  const id = body.leads[0]?.id ?? '';
  await call(user, 'PATCH', `/api/leads/${id}`, { lastName: 'Other', city: 'Bonn' });
  await call(user, 'PATCH', `/api/leads/${id}`, { lastName: NAME });
  await call(user, 'POST', `/api/leads/${id}/notes`, { text: `${NAME} called` });
  const merged = await makeLead(user, { email: 'zaphira+1@quill.example', lastName: NAME });
  await call(user, 'POST', '/api/duplicates/merge', { keepId: id, leadIds: [merged.id] });
  const former = await makeLead(user, {
    email: 'former@x.example',
    lastName: 'Former',
    tags: [`was ${EMAIL}`],
  });
  const friend = await makeLead(user, {
    ...{
      email: 'friend@x.example',
      address: `with ${EMAIL}`,
      source: EMAIL,
      brand: `of ${EMAIL}`,
      tags: [EMAIL],
    },
  });
  await call(user, 'POST', `/api/leads/${friend.id}/notes`, { text: `Friend of Zaphira ${NAME}, ${PHONE}` });
  await call(user, 'POST', '/api/views', {
    name: 'Z',
    filter: { search: EMAIL },
    columns: null,
    shared: false,
  });
  await runBulkCall(user, { filter: { search: EMAIL } }, { type: 'note', text: `call 0151 98765432` });
  await call(user, 'POST', '/api/leads/mark-sold', {
    ...{ identifiers: [EMAIL, '+49 151 98765432'], identifierType: 'email', customerNumber: 'C7' },
    ...{ price: '5', currency: 'EUR' },
  });
  const others = Array.from({ length: 500 }, (_, n) => [`other-${n}@x.example`, '', `Name ${n}`]);
  const rows = [['email', 'phone', 'name'], ...others, [EMAIL, '0151 98765432', NAME]];
  const plan = { fieldMapping: { email: 'email', phone: 'phone', name: 'firstName' } };
  await importLeads(user, csvFile(rows, `${EMAIL}.csv`), plan);
  const { uploadId } = await uploadFile(user, csvFile(rows, 'open.csv'));
  await checkGrid(user, uploadId, plan);
  const noted = await runBulkCall(user, { ids: [former.id] }, { type: 'note', text: `not ${EMAIL}` });
  await compactSegments(scopeOf(app.context, user.user.organizationId), 50);
  await call(user, 'PATCH', `/api/leads/${friend.id}`, { city: 'Oslo' });
  // Their index still has the texts.
  await runUndoCall(user, noted.id);
  await call(user, 'PATCH', `/api/leads/${former.id}`, { tags: [] });
  await app.context.db.owner.query('ANALYZE');
}

/** All but the tables that the cluster's databases share, which other tests use at the same time. */
async function ownTables(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `SELECT string_agg(c.oid::regclass::text, ', ') AS names FROM pg_class c
     WHERE c.relkind = 'r' AND NOT c.relisshared AND c.relpersistence = 'p' AND c.relnamespace <> 'pg_toast'::regnamespace`,
  );
  return rows[0]?.names ?? '';
}

async function tablesWith(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('information_schema') ORDER BY 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const parts: Buffer[] = [];
    for await (const part of client.query(copyTo(`COPY (SELECT * FROM ${name}) TO STDOUT`)))
      parts.push(part as Buffer);
    found.push(...held(Buffer.concat(parts)).map((text) => `${text} in ${name}`));
  }
  return found;
}

function held(bytes: Buffer): string[] {
  return NEEDLES.filter((needle) => bytes.includes(needle)).map(String);
}

async function filesWith(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ folder: string; oid: string }>(
    "SELECT current_setting('data_directory') AS folder, oid FROM pg_database WHERE datname = current_database()",
  );
  const folder = join(rows[0]?.folder ?? '', 'base', rows[0]?.oid.toString() ?? '');
  accessSync(folder);
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    // A temporary table may have ended since.
    const bytes = await readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    found.push(...held(bytes).map((text) => `${text} in ${name}`));
  }
  return found;
}

test('name, email and phone are in no table and no file after a checkpoint and a vacuum', async () => {
  await fillEveryPlace();
  const client = await app.context.db.owner.connect();
  try {
    await client.query('CHECKPOINT');
    const before = (await tablesWith(client)).join('\n');
    for (const table of ['lead_bitmaps', 'lead_change_log', 'lead_stats', 'pg_statistic'])
      expect(before).toContain(table);
    expect((await filesWith(client)).length).toBeGreaterThan(10);
    const erasure = await erase(user, { email: EMAIL });
    const places = erasure.found.map(({ place }) => place);
    expect(places).toEqual([
      ...['leads', 'trash', 'notes', 'timeline', 'sales', 'reports', 'uploads', 'grids', 'audit', 'views'],
      ...['replies', 'operations'],
    ]);
    expect(await tablesWith(client)).toEqual([]);
    await client.query(`VACUUM FULL ${await ownTables(client)}`);
    await client.query('CHECKPOINT');
    expect(await tablesWith(client)).toEqual([]);
    expect(await filesWith(client)).toEqual([]);
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
    expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
  } finally {
    client.release();
  }
});
