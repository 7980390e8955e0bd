// Imports clean and realistic files in turns through the running product: files whose rows repeat each other, or leads
// that an earlier file had, beside the same files without. Arguments: rows, turns, and part of a file's name.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportEvent } from '#contract/imports.ts';
import { startBenchDatabase, truncateLeads } from './support/bench-database.ts';
import { forgetPeak, print, timedImport, timedUpload } from './support/importing.ts';
import { type LeadFile, leadCsv } from './support/lead-csv.ts';
import { cpuSeconds, machineLine, peakMemory, percentile } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 500_000);
const turns = Number(process.argv[3] ?? 3);
const named = process.argv[4] ?? '';

const CLEAN = { shape: 'clean' } as const;
const SECOND = { from: rows };
const FILES: readonly (readonly [name: string, file: LeadFile])[] = [
  ['clean', CLEAN],
  ['clean, 2 in 100 repeat', { ...CLEAN, but: { repeated: 0.02 } }],
  ['clean, 5 in 100 repeat', { ...CLEAN, but: { repeated: 0.05 } }],
  ['clean, a third known', { ...CLEAN, ...SECOND, known: 1 / 3 }],
  ['realistic, none repeat', { but: { repeated: 0 } }],
  ['realistic', {}],
  ['realistic, second file, a fifth known', { ...SECOND, known: 0.2 }],
];
const chosen = FILES.filter(([name]) => name.includes(named));
const first = chosen[0]?.[0];

const database = await startBenchDatabase();
try {
  print(`${machineLine()}\n${rows} rows, ${turns} turns\n`);
  print('| file | seconds | rows/s | processors: server, PostgreSQL | of both | peak MB | outcome |');
  print('|---|---|---|---|---|---|---|');
  const seconds = new Map<string, number[]>();
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, file] of chosen) {
      seconds.set(name, [...(seconds.get(name) ?? []), await measured(name, file)]);
    }
  }
  print(`\n| file | median of ${turns} | times the first |\n|---|---|---|`);
  const reference = percentile(seconds.get(first ?? '') ?? [], 0.5);
  for (const [name, times] of seconds) {
    const median = percentile(times, 0.5);
    print(`| ${name} | ${median.toFixed(1)} s | ${(median / reference).toFixed(2)} |`);
  }
} finally {
  await database.stop();
}

/** Imports a file into the emptied organization, or after the leads that it shares with an earlier one. */
async function measured(name: string, file: LeadFile): Promise<number> {
  await truncateLeads(database.owner);
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    if ((file.from ?? 0) > 0) await importFile(server, { ...file, from: 0, known: 0 });
    const run = await importFile(server, file);
    const { seconds, own, theirs, last } = run;
    const busy = ((own + theirs) / seconds / 2) * 100;
    print(
      `| ${name} | ${seconds.toFixed(1)} | ${Math.round(rows / seconds)} | ${own.toFixed(1)}, ${theirs.toFixed(1)} s | ${busy.toFixed(0)} % | ${peakMemory(server.pid)} | ${outcomeOf(last)} |`,
    );
    return seconds;
  } finally {
    await server.stop();
  }
}

async function importFile(server: BenchServer, file: LeadFile) {
  const path = join(database.folder, 'leads.csv');
  await writeFile(path, leadCsv(rows, file));
  const { upload } = await timedUpload(server, path, 'leads.csv');
  await database.owner.query('CHECKPOINT');
  forgetPeak(server.pid);
  const spent = { server: cpuSeconds([server.pid]), database: database.cpuSeconds() };
  const run = await timedImport(server, upload);
  return {
    ...run,
    own: cpuSeconds([server.pid]) - spent.server,
    theirs: database.cpuSeconds() - spent.database,
  };
}

function outcomeOf(last: ImportEvent | undefined): string {
  if (last === undefined || !('stats' in last)) return '';
  const { imported, duplicates, errors, invalidPhones } = last.stats;
  return `${imported} imported, ${duplicates} duplicates, ${errors} errors, ${invalidPhones} phones invalid`;
}
