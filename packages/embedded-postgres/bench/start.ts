/**
 * Measures how long the embedded server takes to start and stop, on a fresh and on an existing cluster.
 *
 *   node packages/embedded-postgres/bench/start.ts [rounds]     (default 5)
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../embedded-postgres.ts';

const COLUMN_CHARACTERS = 12;

/** Times in milliseconds of one start and stop. */
interface Times {
  start: number;
  stop: number;
}

/** Starts and stops the server once; creates the cluster if the folder is empty. */
async function measure(dataDir: string): Promise<Times> {
  const started = performance.now();
  const embedded = await startEmbedded({ dataDir });
  const ready = performance.now();
  await embedded.stop();
  return { start: ready - started, stop: performance.now() - ready };
}

/** Prints minimum, median and maximum of the times, in milliseconds. */
function print(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const figures = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const columns = figures.map((time = 0) => time.toFixed(0).padStart(COLUMN_CHARACTERS));
  process.stdout.write(`${name.padEnd(24)}${columns.join('')}\n`);
}

/** Measures each round in a data folder of its own: a first start, which runs initdb, then a second one. */
async function run(rounds: number): Promise<void> {
  const fresh: Times[] = [];
  const existing: Times[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(os.tmpdir(), 'embedded-'));
    try {
      // For root, PostgreSQL runs as another account, which must be able to enter the folder.
      chmodSync(folder, 0o711);
      const dataDir = join(folder, 'data');
      fresh.push(await measure(dataDir));
      existing.push(await measure(dataDir));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  process.stdout.write(
    `Node ${process.version}, ${os.cpus().length} x ${os.cpus()[0]?.model}, ${rounds} rounds\n`,
  );
  const heads = ['min ms', 'median ms', 'max ms'].map((head) => head.padStart(COLUMN_CHARACTERS));
  process.stdout.write(`${''.padEnd(24)}${heads.join('')}\n`);
  for (const [name, times] of Object.entries({ fresh, existing })) {
    print(
      `${name} cluster, start`,
      times.map(({ start }) => start),
    );
    print(
      `${name} cluster, stop`,
      times.map(({ stop }) => stop),
    );
  }
}

await run(Number(process.argv[2] ?? 5));
