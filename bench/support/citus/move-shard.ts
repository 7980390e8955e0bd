import type pg from 'pg';
import type { DisturbanceReport } from './under-load.ts';

/** The move of a shard to another worker. */
interface Move {
  shard: string;
  fromName: string;
  fromPort: number;
  toName: string;
  toPort: number;
}

const MOVE = `
  SELECT p.shardid AS shard, f.nodename AS "fromName", f.nodeport AS "fromPort", t.nodename AS "toName", t.nodeport AS "toPort"
  FROM pg_dist_placement p JOIN pg_dist_node f USING (groupid)
    JOIN pg_dist_node t ON t.groupid <> p.groupid AND t.isactive AND t.shouldhaveshards AND t.noderole = 'primary'
  WHERE p.shardid = get_shard_id_for_distribution_column('leads', $1::uuid)
  LIMIT 1`;

/** Moves the shard of an organization, with those of all other tables, to another worker, as a rebalance does. */
export async function moveShard(coordinator: pg.Client, organizationId: string): Promise<DisturbanceReport> {
  const { rows } = await coordinator.query<Move>(MOVE, [organizationId]);
  const [move] = rows;
  if (move === undefined) throw new Error('The cluster has no other worker');
  const { shard, fromName, fromPort, toName, toPort } = move;
  const started = performance.now();
  await coordinator.query("SELECT citus_move_shard_placement($1, $2, $3, $4, $5, 'force_logical')", [
    shard,
    fromName,
    fromPort,
    toName,
    toPort,
  ]);
  const seconds = (performance.now() - started) / 1000;
  const after = await coordinator.query<Move>(MOVE, [organizationId]);
  const { fromName: name, fromPort: port } = after.rows[0] ?? move;
  return {
    findings: [`shard moved from ${fromName}:${fromPort} to ${toName}:${toPort} in ${seconds.toFixed(1)} s`],
    faults: name === toName && port === toPort ? [] : [`the shard is on ${name}:${port}`],
  };
}
