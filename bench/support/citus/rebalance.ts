import type pg from 'pg';
import type { DisturbanceReport } from './under-load.ts';

/** Shards of the leads on a worker; those of an organization's other tables are always beside them. */
const SHARDS_ON = `
  SELECT count(*)::int AS shards
  FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node n USING (groupid)
  WHERE s.logicalrelid = 'leads'::regclass AND n.nodename = $1 AND n.nodeport = $2`;

/** Rebalances the cluster onto a worker that was added, and waits for the end. */
export async function rebalance(coordinator: pg.Client, added: URL): Promise<DisturbanceReport> {
  const worker = [added.hostname, Number(added.port)];
  const started = performance.now();
  await coordinator.query('SELECT citus_rebalance_start()');
  await coordinator.query('SELECT citus_rebalance_wait()');
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await coordinator.query<{ state: string }>(
    'SELECT state FROM citus_rebalance_status() ORDER BY job_id DESC LIMIT 1',
  );
  const state = rows[0]?.state ?? 'unknown';
  const placed = await coordinator.query<{ shards: number }>(SHARDS_ON, worker);
  const shards = placed.rows[0]?.shards ?? 0;
  return {
    findings: [
      `rebalance ${state} in ${seconds.toFixed(0)} s: ${shards} shards of the leads moved to ${added.host}`,
    ],
    faults: [
      ...(state === 'finished' ? [] : [`the rebalance is ${state}`]),
      ...(shards > 0 ? [] : ['no shard has moved']),
    ],
  };
}
