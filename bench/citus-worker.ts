// Kills the worker of an organization on a Citus cluster while clients read, create leads and import a file, and starts it again:
// no acknowledged write may be lost or doubled, and the import ends with every row. The nodes have to run on this machine.
// Arguments: the superuser's URL of an empty database of the coordinator, rows of the file (50,000). Exits with 1 when something
// is lost or doubled.
import { killWorker } from './support/citus/kill-worker.ts';
import { sharedPlace } from './support/faults/place.ts';
import { print } from './support/importing.ts';
import { loadAverage, machineLine } from './support/machine.ts';

const [, , databaseUrl, rowsText = '50000'] = process.argv;
// A signal exits the process, which ends its server.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

if (databaseUrl === undefined) {
  print('Skipped: name the URL of an empty database of a Citus coordinator.');
} else {
  const place = await sharedPlace(databaseUrl);
  try {
    const { client } = await place.start();
    print(`${machineLine()}, load ${loadAverage()}`);
    const { told, faults } = await killWorker(place, client, databaseUrl, Number(rowsText));
    for (const line of told) print(line);
    for (const fault of faults) print(`FAILED: ${fault}`);
    process.exitCode = faults.length > 0 ? 1 : 0;
  } finally {
    await place.close();
  }
}
