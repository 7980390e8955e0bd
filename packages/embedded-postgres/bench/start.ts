/**
 * Measures starts and stops of the embedded server.
 *
 * node packages/embedded-postgres/bench/start.ts [rounds] (default 5)
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../embedded-postgres.ts';

const COLUMN_CHARACTERS = 12;

/** In milliseconds. */
interface Times {
  start: number;
  stop: number;
}

async function measure(dataDir: string): Promise<Times> {
  const started = performance.now();
  const embedded = await startEmbedded({ dataDir });
  const ready = performance.now();
  await embedded.stop();
  return { start: ready - started, stop: performance.now() - ready };
}

/** Prints minimum, median and maximum in milliseconds. */
function print(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((one, other) => one - other);
  const figures = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const columns = figures.map((time = 0) => time.toFixed(0).padStart(COLUMN_CHARACTERS));
  process.stdout.write(`${name.padEnd(24)}${columns.join('')}\n`);
}

async function run(rounds: number): Promise<void> {
  const fresh: Times[] = [];
  const existing: Times[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(os.tmpdir(), 'embedded-'));
    try {
      // PostgreSQL's account must be able to enter root's folder.
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
