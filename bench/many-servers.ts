// Runs 1, 2 and 4 servers on one database behind nginx, configured as in docs/deploy, without sticky sessions, and measures reads,
// single creates of the public API and imports. Then kills two of four servers under load: no acknowledged write may be lost or
// doubled, every import ends once, and sessions go on. Needs nginx and openssl. Arguments: seconds of each measurement (8), rows of
// each file (20,000). Exits with 1 when a request fails without a kill, or something is lost or doubled.
import { setTimeout as wait } from 'node:timers/promises';
import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { type Cluster, importSideBySide, withCluster } from './support/cluster.ts';
import { complaintsOf } from './support/faults/attempt.ts';
import { print } from './support/importing.ts';
import { killTwo } from './support/kill-two.ts';
import { beginReads, beginWrites, type Load } from './support/load.ts';
import { loadAverage, machineLine } from './support/machine.ts';
import { findNginx } from './support/nginx.ts';

const seconds = Number(process.argv[2] ?? 8);
const rows = Number(process.argv[3] ?? 20_000);
const SERVERS = [1, 2, 4];
const CLIENTS = 16;
const FILES = 4;
/** Seconds of load before a measurement, while V8 optimizes. */
const WARM_UP_SECONDS = 3;

// A signal exits the process, which ends its servers and nginx.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const program = findNginx();
if (program === null) {
  print('nginx is not installed: install it (apt-get install nginx), then run this again');
} else {
  const database = await startBenchDatabase();
  try {
    const faults = [...(await throughput(database, program)), ...(await kill(database, program))];
    for (const fault of faults) print(`FAILED: ${fault}`);
    process.exitCode = faults.length > 0 ? 1 : 0;
  } finally {
    await database.stop();
  }
}

/** Prints a line for each number of servers and returns the faults. */
async function throughput(database: BenchDatabase, nginx: string): Promise<string[]> {
  print(`${machineLine()}, load ${loadAverage()}; ${seconds} s each, ${CLIENTS} clients\n`);
  print('| servers | reads/s | creates/s | rows/s, 4 imports | errors |\n|---|---|---|---|---|');
  const faults: string[] = [];
  for (const count of SERVERS) {
    faults.push(...(await withCluster(database, { program: nginx, count }, measure)));
  }
  return faults;
}

async function measure({ client, token, servers }: Cluster): Promise<string[]> {
  const imported = await importSideBySide(client, FILES, rows);
  const reads = await rateOf(() => beginReads(client, CLIENTS));
  const creates = await rateOf(() => beginWrites(client, token, CLIENTS));
  const failed = reads.failed + creates.failed;
  print(
    `| ${servers.length} | ${Math.round(reads.rate)} | ${Math.round(creates.rate)} | ${Math.round(imported)} | ${failed} |`,
  );
  return [
    ...(failed > 0 ? [`${failed} requests failed with ${servers.length} servers`] : []),
    ...servers.flatMap(({ server }) => complaintsOf(server)),
  ];
}

async function rateOf(begin: () => Load): Promise<{ rate: number; failed: number }> {
  const load = begin();
  await wait(WARM_UP_SECONDS * 1000);
  const [answered, started] = [load.answered, performance.now()];
  await wait(seconds * 1000);
  const rate = (1000 * (load.answered - answered)) / (performance.now() - started);
  await load.stop();
  return { rate, failed: load.failed };
}

/** Kills two of four servers and returns the faults. */
async function kill(database: BenchDatabase, nginx: string): Promise<string[]> {
  const sizes = { rows, files: FILES, clients: CLIENTS, seconds };
  const { findings, faults } = await withCluster(database, { program: nginx, count: 4 }, (cluster) =>
    killTwo(cluster, sizes),
  );
  print(`\nTwo of four servers killed, load of the machine ${loadAverage()}:`);
  for (const line of findings) print(line);
  return faults;
}
