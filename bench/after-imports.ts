// Times the lead list right after two imports into one organization, one after the other, until the index of its leads is at
// rest: sorted pages, searches among a filter, nearly all and by a name. Prints how long maintenance took and what it cost.
// Argument: rows of each import (500,000).
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LEAD_SORT_KEYS } from '#contract/lead-sort.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { forgetPeak, print, secondsSince, timedImport, timedUpload } from './support/importing.ts';
import { leadCsv, seeded } from './support/lead-csv.ts';
import { cpuSeconds, machineLine, peakMemory, percentile } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 500_000);
/** Seconds after the last import at which the calls are timed; then once the index is at rest. */
const MOMENTS = [0, 30, 60, 90, 120, 180, 240];
const CALLS = 12;
const chance = seeded(5);
const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)] as T;
const sorted = (): string => `sort=${pick(LEAD_SORT_KEYS)}&order=${pick(['asc', 'desc'])}`;

const CALLED: Record<string, () => string> = {
  'sort by any field, first page': sorted,
  'the same half way': () => `${sorted()}&offset=${rows}`,
  'three letters among a filter': () => `search=${pick(['mar', 'ann', 'sch'])}&country=Germany`,
  'nearly all': () => `search=${pick(['com', 'user', 'example'])}`,
  'a name': () => `search=${pick(['Andersson', 'bianchi', 'Ingrid'])}`,
};

const database = await startBenchDatabase();
try {
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    print(machineLine());
    for (const nth of [1, 2]) await importFile(server, nth);
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

async function importFile(server: BenchServer, nth: number): Promise<void> {
  const path = join(database.folder, 'leads.csv');
  await writeFile(path, leadCsv(rows, { shape: 'realistic', from: (nth - 1) * rows }));
  const { upload } = await timedUpload(server, path, `leads-${nth}.csv`);
  forgetPeak(server.pid);
  const { seconds } = await timedImport(server, upload);
  print(`import ${nth} of ${rows} rows: ${seconds.toFixed(1)} s, peak memory ${peakMemory(server.pid)} MB`);
}

async function measure(server: BenchServer): Promise<void> {
  const ended = performance.now();
  const spent = { server: cpuSeconds([server.pid]), database: database.cpuSeconds() };
  print(
    `\n| p50, p95 ms | ${Object.keys(CALLED).join(' | ')} |\n|---|${'---|'.repeat(Object.keys(CALLED).length)}`,
  );
  const atRest = untilAtRest().then(() => {
    const own = cpuSeconds([server.pid]) - spent.server;
    const theirs = database.cpuSeconds() - spent.database;
    return `at rest after ${secondsSince(ended).toFixed(0)} s; processor time with the calls: server ${own.toFixed(1)} s, PostgreSQL ${theirs.toFixed(1)} s`;
  });
  for (const moment of MOMENTS) {
    await wait(Math.max(0, moment * 1_000 - (performance.now() - ended)));
    await timeCalls(server, `${secondsSince(ended).toFixed(0)} s`);
  }
  const line = await atRest;
  await timeCalls(server, 'at rest');
  print(`\n${line}`);
}

async function timeCalls(server: BenchServer, when: string): Promise<void> {
  const cells: string[] = [];
  for (const query of Object.values(CALLED)) {
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) {
      const started = performance.now();
      const response = await server.send(`/api/leads?limit=50&${query()}`);
      if (response.status !== 200) throw new Error(await response.text());
      await response.text();
      times.push(performance.now() - started);
    }
    cells.push(`${percentile(times, 0.5).toFixed(0)}, ${percentile(times, 0.95).toFixed(0)}`);
  }
  print(`| ${when} | ${cells.join(' | ')} |`);
}

/** Resolves once all segments have substrings, and buckets of each field. */
async function untilAtRest(): Promise<void> {
  for (;;) {
    const { rows: left } = await database.owner.query(
      `SELECT FROM lead_segments WHERE dictionary IS NULL
       UNION ALL SELECT FROM lead_sort_thresholds WHERE NOT is_current
       UNION ALL SELECT WHERE NOT EXISTS (SELECT FROM lead_sort_thresholds)
       UNION ALL (SELECT FROM lead_segments s CROSS JOIN lead_sort_thresholds t WHERE NOT EXISTS (
         SELECT FROM lead_sort_buckets b WHERE b.organization_id = s.organization_id AND b.field = t.field
           AND b.generation = t.made AND b.low = s.low AND b.segment_made = s.made) LIMIT 1)`,
    );
    if (left.length === 0) return;
    await wait(500);
  }
}
