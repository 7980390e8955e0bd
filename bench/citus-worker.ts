// Disturbs a Citus cluster while clients of organizations read, create leads and import files: ends the worker of an organization
// and starts it again, moves its shard to another worker, or rebalances the cluster onto a worker that is added. No acknowledged
// write may be lost or doubled, every request gets an answer or 503, and the imports end with every row. To be ended, the nodes have
// to run on this machine. Arguments: the superuser's URL of an empty database of the coordinator, rows of each file (50,000), and
// `kill` (the default) or `restart`, and how often; or `move`; or `rebalance`, and host:port of a worker with an empty database of
// the same name and the extension. Exits with 1 after a fault.
import pg from 'pg';
import { clientOf, PASSWORD } from '#tests/support/client.ts';
import { endWorker } from './support/citus/end-worker.ts';
import { moveShard } from './support/citus/move-shard.ts';
import { newOrganization } from './support/citus/organizations.ts';
import { rebalance } from './support/citus/rebalance.ts';
import {
  type DisturbanceReport,
  disturbUnderLoad,
  type LoadedOrganization,
} from './support/citus/under-load.ts';
import { type Running, sharedPlace, type TryEnvironment } from './support/faults/place.ts';
import { print } from './support/importing.ts';
import { loadAverage, machineLine } from './support/machine.ts';

/** One organization is read and written as fast as it answers. */
const ONE = { clients: 4, pauseMs: 0 };
/** Organizations under load during a rebalance, each with less to do. */
const ORGANIZATIONS = 12;
const EACH_OF_MANY = { clients: 1, pauseMs: 200 };

const [, , databaseUrl, rowsText = '50000', disturbance = 'kill', further = '1'] = process.argv;
const rows = Number(rowsText);
// A signal exits the process, which ends its server.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

if (databaseUrl === undefined) {
  print('Skipped: name the URL of an empty database of a Citus coordinator.');
} else {
  const { findings, faults } = await run(databaseUrl);
  for (const line of findings) print(line);
  for (const fault of faults) print(`FAILED: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

async function run(coordinatorUrl: string): Promise<DisturbanceReport> {
  const place = await sharedPlace(coordinatorUrl);
  const coordinator = new pg.Client({ connectionString: coordinatorUrl });
  try {
    await coordinator.connect();
    const running = await place.start();
    print(`${machineLine()}, load ${loadAverage()}`);
    if (disturbance === 'rebalance') return await disturbMany(place, coordinatorUrl, coordinator, running);
    return await disturbOne(place, coordinator, running);
  } finally {
    await coordinator.end();
    await place.close();
  }
}

async function disturbOne(
  place: TryEnvironment,
  coordinator: pg.Client,
  { client }: Running,
): Promise<DisturbanceReport> {
  const [organization] = await place.ask<{ id: string }>('SELECT id FROM organizations');
  const id = organization?.id ?? '';
  const end = disturbance === 'restart' ? 'restart' : 'kill';
  return disturbUnderLoad(place, [{ id, client }], { ...ONE, rows }, () =>
    disturbance === 'move'
      ? moveShard(coordinator, id)
      : endWorker(coordinator, id, client, { end, times: Number(further) }),
  );
}

async function disturbMany(
  place: TryEnvironment,
  coordinatorUrl: string,
  coordinator: pg.Client,
  { server }: Running,
): Promise<DisturbanceReport> {
  const url = await server.ready();
  const organizations: LoadedOrganization[] = [];
  for (let made = 0; made < ORGANIZATIONS; made++) {
    const { id, username } = await newOrganization(coordinatorUrl);
    const client = clientOf(url);
    await client.post('/api/login', { username, password: PASSWORD });
    organizations.push({ id, client });
  }
  const added = new URL(`postgres://${further}`);
  await coordinator.query('SELECT citus_add_node($1, $2)', [added.hostname, Number(added.port)]);
  return disturbUnderLoad(place, organizations, { ...EACH_OF_MANY, rows }, () =>
    rebalance(coordinator, added),
  );
}
