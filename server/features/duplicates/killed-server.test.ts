import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import { call, endOfBulk, runBulkCall } from '#tests/support/calls.ts';
import type { Client } from '#tests/support/client.ts';
import { everyTable } from '#tests/support/every-table.ts';
import { type HeldBatches, holdBatches } from '#tests/support/held-batches.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { setKillStage } from '#tests/support/kill-stage.ts';
import { wrongCountsIn, wrongSearchesIn } from '#tests/support/lead-stats.ts';
import { until } from '#tests/support/until.ts';

const FIRST = [
  'Ana',
  'Leo',
  'Zoe',
  'Ivo',
  'Mia',
  'Ugo',
  'Pia',
  'Tim',
  'Eva',
  'Max',
  'Lea',
  'Jan',
  'Ida',
  'Kai',
  'Una',
];
const LAST = [
  'Holt',
  'Marsh',
  'Kern',
  'Wolf',
  'Bell',
  'Rust',
  'Acre',
  'Voss',
  'Lund',
  'Pike',
  'Dorn',
  'Hale',
  'Moor',
  'Quist',
];
/** More than two batches of merges. */
const GROUPS = FIRST.length * LAST.length;

const stage = setKillStage();
let pool: pg.Pool;

beforeEach(() => {
  pool = new pg.Pool({ connectionString: stage.settings['DATABASE_URL'] });
});
afterEach(() => pool.end());

/** Imports two leads a person, some with notes, some sold. */
async function storePeople(client: Client): Promise<void> {
  const header = ['firstName', 'lastName', 'address', 'city', 'postcode', 'email', 'tags', 'note'];
  const rows = ['one', 'two'].flatMap((site) =>
    Array.from({ length: GROUPS }, (_, n) => {
      const name = [FIRST[n % FIRST.length] ?? '', LAST[Math.floor(n / FIRST.length)] ?? ''];
      const place = [`${n + 1} Elm Road`, `Town ${n % 30}`, String(10_000 + n)];
      const own = [site === 'two' && n % 5 === 0 ? 'sold' : site, n % 3 === 0 ? `note ${site} ${n}` : ''];
      return [...name, ...place, `p${n}@${site}.example`, ...own];
    }),
  );
  const fieldMapping = Object.fromEntries(header.map((name) => [name, name]));
  await importLeads(client, csvFile([header, ...rows]), { fieldMapping });
  await runBulkCall(client, { filter: { tags: 'sold' } }, { type: 'markSold', customerNumber: 'C-1' });
}

/** Lets one batch of the operation through, then waits until a lock blocks the next batch in the middle of its work. */
async function holdWithinSecond(client: Client, id: string, held: HeldBatches): Promise<void> {
  await until('a batch is committed', async () => {
    await held.letThrough();
    return (await client.get<BulkOperation>(`/api/leads/bulk/${id}`)).body.done > 0;
  });
  await stage.owner.query('BEGIN');
  await stage.owner.query('LOCK TABLE lead_merges IN SHARE MODE');
  await held.release();
  await until('a batch waits within its work', async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_locks WHERE NOT granted AND relation = 'lead_merges'::regclass",
    );
    return (rowCount ?? 0) > 0;
  });
}

test('a merge of all and its undo, each with its server killed within a batch: both go on, and every table is as before', async () => {
  const first = await stage.start();
  const { body: user } = await first.client.get<{ organizationId: string }>('/api/user');
  await storePeople(first.client);
  await until('all groups are found', async () => {
    const { body } = await first.client.get<{ total: number }>('/api/duplicates?band=certain');
    return body.total === GROUPS;
  });
  const tables = () => everyTable(pool, user.organizationId);
  const before = await tables();

  const merging = await holdBatches(stage.owner, user.organizationId);
  const { body: operation } = await call<BulkOperation>(first.client, 'POST', '/api/duplicates/merge-all', {
    band: 'certain',
  });
  await holdWithinSecond(first.client, operation.id, merging);
  await first.server.end('SIGKILL');
  await stage.owner.query('ROLLBACK');
  const second = await stage.start();
  expect(await endOfBulk(second.client, operation.id)).toMatchObject({
    ...{ status: 'completed', changed: GROUPS, refused: 0 },
  });
  expect(await wrongCountsIn(pool, user.organizationId)).toEqual([]);

  const undoing = await holdBatches(stage.owner, user.organizationId);
  const { body: undo } = await second.client.post<BulkOperation>(`/api/leads/bulk/${operation.id}/undo`);
  await holdWithinSecond(second.client, undo.id, undoing);
  await second.server.end('SIGKILL');
  await stage.owner.query('ROLLBACK');
  const third = await stage.start();
  expect(await endOfBulk(third.client, undo.id)).toMatchObject({
    ...{ status: 'completed', changed: GROUPS, refused: 0 },
  });
  // The pairs come back with the next comparison of changed leads.
  await expect.poll(tables, { timeout: 60_000 }).toEqual(before);
  expect(await wrongCountsIn(pool, user.organizationId)).toEqual([]);
  expect(await wrongSearchesIn(pool, user.organizationId)).toEqual([]);
});
