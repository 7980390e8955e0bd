// Disturbs a Citus cluster while clients of an organization read, create leads and import a file: kills its worker and starts it
// again, or moves its shard to another worker, as a rebalance does. No acknowledged write may be lost or doubled, and the import
// ends with every row. To be killed, the nodes have to run on this machine. Arguments: the superuser's URL of an empty database of
// the coordinator, rows of the file (50,000), `kill` (the default) or `move`. Exits with 1 when something is lost or doubled.
import pg from 'pg';
import { killWorker } from './support/citus/kill-worker.ts';
import { moveShard } from './support/citus/move-shard.ts';
import { type DisturbanceReport, disturbUnderLoad } from './support/citus/under-load.ts';
import { sharedPlace } from './support/faults/place.ts';
import { print } from './support/importing.ts';
import { loadAverage, machineLine } from './support/machine.ts';

const [, , databaseUrl, rowsText = '50000', disturbance = 'kill'] = process.argv;
// A signal exits the process, which ends its server.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

if (databaseUrl === undefined) {
  print('Skipped: name the URL of an empty database of a Citus coordinator.');
} else {
  const { told, faults } = await run(databaseUrl);
  for (const line of told) print(line);
  for (const fault of faults) print(`FAILED: ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

async function run(coordinatorUrl: string): Promise<DisturbanceReport> {
  const place = await sharedPlace(coordinatorUrl);
  const coordinator = new pg.Client({ connectionString: coordinatorUrl });
  try {
    const { client } = await place.start();
    await coordinator.connect();
    const [organization] = await place.ask<{ id: string }>('SELECT id FROM organizations');
    const id = organization?.id ?? '';
    print(`${machineLine()}, load ${loadAverage()}`);
    return await disturbUnderLoad(place, client, Number(rowsText), () =>
      disturbance === 'move' ? moveShard(coordinator, id) : killWorker(coordinator, id, client),
    );
  } finally {
    await coordinator.end();
    await place.close();
  }
}
