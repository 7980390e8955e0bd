import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Client } from '#tests/support/client.ts';
import { expectEqual } from '../faults/work.ts';
import type { DisturbanceReport } from './under-load.ts';
import { workerOf } from './worker.ts';

/** Seconds without the worker, and from a start of it to its next end. */
const AWAY_SECONDS = 5;
const BACK_SECONDS = 5;

/** How the worker ends, and how often. */
export interface WorkerEnds {
  end: 'kill' | 'restart';
  times: number;
}

const ENDS = { kill: 'killed', restart: 'shut down' };

/** Ends the worker of an organization and starts it again, as often as asked for. */
export async function endWorker(
  coordinator: pg.Client,
  organizationId: string,
  client: Client,
  { end, times }: WorkerEnds,
): Promise<DisturbanceReport> {
  const worker = await workerOf(coordinator, organizationId);
  const starts: string[] = [];
  const faults: string[] = [];
  for (let time = 1; time <= times; time++) {
    if (time > 1) await wait(BACK_SECONDS * 1000);
    await worker[end]();
    await wait(AWAY_SECONDS * 1000);
    // Sessions and sign-in names are on the coordinator.
    const session = (await client.get('/api/user')).status;
    faults.push(...expectEqual('status of the session without the worker', session, 200));
    const begun = performance.now();
    await worker.start();
    starts.push(((performance.now() - begun) / 1000).toFixed(1));
  }
  const away = `away for ${AWAY_SECONDS} s and its start of ${starts.join(', ')} s`;
  return { findings: [`worker ${worker.host} ${ENDS[end]} ${times} times, ${away}`], faults };
}
