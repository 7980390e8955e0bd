import type pg from 'pg';
import { type Config, ConfigError } from '../../config.ts';
import { isCluster } from './cluster.ts';

const REASON =
  'the database is a Citus cluster, whose nodes would be read at different moments; ' +
  'back up each node with its own tools, or use one PostgreSQL (docs/operations/citus.md)';

export const NO_BACKUP_OF_CLUSTER = `A backup can't be written: ${REASON}`;

export const NO_SCHEDULE_ON_CLUSTER = `BACKUP_FOLDER can't be used: ${REASON}`;

/** @throws ConfigError for scheduled backups on a Citus cluster */
export async function refuseScheduleOnCluster({ backups }: Config, owner: pg.Pool): Promise<void> {
  if (backups !== null && (await isCluster(owner))) throw new ConfigError(NO_SCHEDULE_ON_CLUSTER);
}
