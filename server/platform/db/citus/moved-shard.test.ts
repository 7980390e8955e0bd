import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { signUp } from '#tests/support/client.ts';
import { ON_CLUSTER } from '#tests/support/cluster.ts';

const MOVE = `
  SELECT citus_move_shard_placement(p.shardid, f.nodename, f.nodeport, t.nodename, t.nodeport, 'force_logical')
  FROM pg_dist_placement p JOIN pg_dist_node f USING (groupid)
    JOIN pg_dist_node t ON t.groupid <> p.groupid AND t.shouldhaveshards
  WHERE p.shardid = get_shard_id_for_distribution_column('leads', $1::uuid) LIMIT 1`;

test.runIf(ON_CLUSTER)('an organization moves to another worker while it gets leads', async () => {
  const app = await startTestApp();
  const ada = await signUp(app.url);
  const owner = new pg.Client({ connectionString: app.context.db.urls.owner });
  await owner.connect();
  let isMoved = false;
  const move = owner.query(MOVE, [ada.user.organizationId]).finally(() => {
    isMoved = true;
  });
  let made = 0;
  while (!isMoved) await makeLead(ada, { email: `lead-${made++}@example.com` });
  expect((await move).rowCount).toBe(1);
  await makeLead(ada, { email: 'after@example.com' });
  expect((await ada.get<{ total: number }>('/api/leads?limit=1')).body.total).toBe(made + 1);
  await owner.end();
  await app.close();
});
