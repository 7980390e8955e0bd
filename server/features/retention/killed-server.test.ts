import { expect, test } from 'vitest';
import { makeLead } from '#tests/support/calls.ts';
import type { Client } from '#tests/support/client.ts';
import { setKillStage } from '#tests/support/kill-stage.ts';
import { wrongCountsIn } from '#tests/support/lead-stats.ts';
import { giveRules, runsOf } from '#tests/support/retention.ts';
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
