import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { signUp } from '#tests/support/client.ts';
import { nodeUrls, ON_CLUSTER } from '#tests/support/cluster.ts';

/** Milliseconds that a client waits; by default, Citus looks for such transactions every minute. */
const ANSWERED_WITHIN_MS = 45_000;

test.runIf(ON_CLUSTER)(
  'writes go on after a worker died between the two phases of a commit',
  async () => {
    const app = await startTestApp();
    const ada = await signUp(app.url);
    await makeLead(ada, { email: 'before@example.com' });
    const [, ...workers] = nodeUrls(app.context.db.urls.owner);
    for (const [n, url] of workers.entries()) {
      await leavePrepared(url, n);
      // A transaction that is still there would keep the test's database.
      onTestFinished(() =>
        onWorker(url, (worker) => worker.query(`ROLLBACK PREPARED '${nameOf(n)}'`)).catch(() => undefined),
      );
    }
    await makeLead(ada, { email: 'after@example.com' });
    expect((await ada.get<{ total: number }>('/api/leads?limit=1')).body.total).toBe(2);
    await app.close();
  },
  ANSWERED_WITHIN_MS,
);

/** Prepares a transaction as the coordinator does, which locks the leads of a worker and of which the coordinator knows nothing. */
function leavePrepared(url: string, n: number): Promise<void> {
  return onWorker(url, async (worker) => {
    await worker.query(
      'SET citus.override_table_visibility = off; SET citus.enable_manual_changes_to_shards = on',
    );
    const { rows } = await worker.query<{ shards: string }>(
      "SELECT string_agg(oid::regclass::text, ', ') AS shards FROM pg_class WHERE relname ~ '^leads_[0-9]+$' AND relkind = 'r'",
    );
    await worker.query(`BEGIN; LOCK TABLE ${rows[0]?.shards} IN SHARE MODE`);
    await worker.query(`PREPARE TRANSACTION '${nameOf(n)}'`);
  });
}

/** Name that Citus gives: node group of the coordinator, process, transaction, connection. */
function nameOf(n: number): string {
  return `citus_0_1_${n + 1}_${n}`;
}

async function onWorker(url: string, work: (worker: pg.Client) => Promise<unknown>): Promise<void> {
  const worker = new pg.Client({ connectionString: url });
  await worker.connect();
  try {
    await work(worker);
  } finally {
    await worker.end();
  }
}
