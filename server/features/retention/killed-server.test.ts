import pg from 'pg';
import { expect, test } from 'vitest';
import { organizationScope } from '#server/platform/db/scope.ts';
import { makeLead } from '#tests/support/calls.ts';
import type { Client } from '#tests/support/client.ts';
import { setKillStage } from '#tests/support/kill-stage.ts';
import { wrongCountsIn } from '#tests/support/lead-stats.ts';
import { giveRules, runsOf } from '#tests/support/retention.ts';
import { compactSegments } from '#tests/support/segments.ts';
import { insertStored } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

const stage = setKillStage();
const { start } = stage;

const work = () => stage.owner.query("SELECT graphile_worker.add_job('work_on_retention', '{}')");
const statusIs = (client: Client, wanted: string) =>
  until(`the run is ${wanted}`, async () => {
    const [run] = await runsOf(client);
    return run?.status === wanted ? run : null;
  });

test('a run goes on after its server was killed, and takes and erases each lead once', async () => {
  const { server, client } = await start();
  for (const name of ['a', 'b', 'c']) await makeLead(client, { email: `${name}@mail.example` });
  await giveRules(client, { action: 'erase' });
  await stage.owner.query("SELECT graphile_worker.add_job('begin_retention', '{}')");
  await until('the run was made', async () => (await runsOf(client)).length === 1);
  await statusIs(client, 'completed');
  // Nothing is a day old: the night is made later, and its last lead is held.
  await stage.owner.query(
    "UPDATE retention_runs SET status = 'waiting', started_at = now() + interval '2 days'",
  );
  await stage.owner.query('BEGIN');
  await stage.owner.query('SELECT FROM leads FOR UPDATE');
  await work();
  await statusIs(client, 'running');
  await server.end('SIGKILL');
  await stage.owner.query('ROLLBACK');
  const next = await start();
  await work();
  expect(await statusIs(next.client, 'grace')).toMatchObject({ leads: 3 });
  await stage.owner.query("UPDATE retention_runs SET grace_ends_at = now() - interval '1 second'");
  await work();
  expect(await statusIs(next.client, 'completed')).toMatchObject({ leads: 3, final: 3 });
  const { rows } = await stage.owner.query<{ id: string }>(
    'SELECT id FROM organizations o WHERE EXISTS (SELECT FROM retention_runs r WHERE r.organization_id = o.id)',
  );
  expect(await wrongCountsIn(stage.owner, rows[0]?.id ?? '')).toEqual([]);
  expect((await stage.owner.query('SELECT FROM leads')).rows).toEqual([]);
});

const LEADS = 6_000;

/** Returns how many rows of the index and of its log have the name. */
async function rowsWithName(): Promise<{ log: number; segments: number; texts: number }> {
  const { rows } = await stage.owner.query<{ log: number; segments: number; texts: number }>(
    `SELECT (SELECT count(*)::int FROM lead_change_log WHERE (was).search_text LIKE '%quillfeather%') AS log,
       (SELECT count(*)::int FROM lead_segments WHERE position('quillfeather'::bytea IN dictionary) > 0) AS segments,
       (SELECT count(*)::int FROM lead_search WHERE search_text LIKE '%quillfeather%') AS texts`,
  );
  return rows[0] ?? { log: 0, segments: 0, texts: 0 };
}

test('no text of the persons stays in the index after a server was killed between two batches', async () => {
  const { server, client } = await start();
  const { body } = await client.get<{ organizationId: string }>('/api/user');
  const pool = new pg.Pool({ connectionString: stage.settings['DATABASE_URL'] });
  await insertStored(
    pool,
    body.organizationId,
    'organization_id, id, created_at, first_name, email',
    `SELECT $1::uuid, gen_random_uuid(), now() - interval '9 days', 'Quillfeather', n || '@mail.example'
     FROM generate_series(1, $2::int) AS n`,
    [LEADS],
  );
  await compactSegments(organizationScope(pool, body.organizationId), LEADS / 3);
  expect(await rowsWithName()).toEqual({ log: 0, segments: 2, texts: LEADS });
  await giveRules(client, { action: 'anonymise', graceDays: 0 });
  await stage.owner.query('BEGIN');
  await stage.owner.query('SELECT FROM leads ORDER BY id LIMIT 1 FOR UPDATE');
  await pool.query("SELECT graphile_worker.add_job('begin_retention', '{}')");
  await until('a batch is committed', async () => ((await runsOf(client))[0]?.leads ?? 0) > 0);
  await server.end('SIGKILL');
  await stage.owner.query('ROLLBACK');
  await pool.end();
  expect(await rowsWithName()).toMatchObject({ log: 3_000, texts: 1_000 });
  const next = await start();
  await work();
  expect(await statusIs(next.client, 'completed')).toMatchObject({ leads: LEADS, final: LEADS });
  expect(await rowsWithName()).toEqual({ log: 0, segments: 0, texts: 0 });
});
