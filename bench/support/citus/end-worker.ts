import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Client } from '#tests/support/client.ts';
import { expectEqual } from '../faults/work.ts';
import type { DisturbanceReport } from './under-load.ts';
import { workerOf } from './worker.ts';

/** Seconds without the worker. */
const AWAY_SECONDS = 5;

/** Kills the worker of an organization and starts it again. */
export async function killWorker(
  coordinator: pg.Client,
  organizationId: string,
  client: Client,
): Promise<DisturbanceReport> {
  const worker = await workerOf(coordinator, organizationId);
  worker.kill();
  await wait(AWAY_SECONDS * 1000);
  // Sessions and sign-in names are on the coordinator.
  const session = (await client.get('/api/user')).status;
  worker.start();
  return {
    told: [`worker ${worker.host} killed, away for ${AWAY_SECONDS} s`],
    faults: expectEqual('status of the session without the worker', session, 200),
  };
}
