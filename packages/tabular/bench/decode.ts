/**
 * Measures rows per second and peak memory per format, each in its own process.
 *
 * node packages/tabular/bench/decode.ts [rows] (default 200,000; XLS holds at most 65,536)
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tableWorkbook } from '#tests/support/files/biff-strings.ts';
import { csv } from '#tests/support/files/csv.ts';
import { fileSource } from '#tests/support/files/sources.ts';
import { type FixtureSheet, xlsx } from '#tests/support/files/xlsx.ts';
import { inspect, openTable } from '../tabular.ts';
import { AMOUNT_COLUMN, COLUMNS, sampleCells } from './support/sample-rows.ts';

function table(rows: number): string[][] {
  return [COLUMNS, ...Array.from({ length: rows }, (_, index) => sampleCells(index))];
}

/** Stores amounts as numbers. */
function sheet(rows: number): FixtureSheet {
  const cells = table(rows).map((row, index) =>
    row.map((cell, column) => (index > 0 && column === AMOUNT_COLUMN ? Number(cell) : cell)),
  );
  return { name: 'Data', rows: cells };
}

/** 1,000,000 distinct texts. */
function distinct(): FixtureSheet {
  const rows = Array.from({ length: 100_000 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) => `text ${row} of ${column}`),
  );
  return { name: 'Data', rows };
}

const FILES: Record<string, (rows: number) => Uint8Array> = {
  'plain.csv': (rows) => csv(table(rows)),
  'quoted.csv': (rows) => csv(table(rows), { quotes: 'all' }),
  'utf16.csv': (rows) => csv(table(rows), { encoding: 'utf-16le', mark: true }),
  'shared.xlsx': (rows) => xlsx({ sheets: [sheet(rows)] }),
  'inline.xlsx': (rows) => xlsx({ sheets: [sheet(rows)], inline: true }),
  'million-strings.xlsx': () => xlsx({ sheets: [distinct()] }),
  'shared.xls': (rows) => tableWorkbook(sheet(Math.min(rows, 65_535)).rows),
  'inline.xls': (rows) => tableWorkbook(sheet(Math.min(rows, 65_535)).rows, true),
};

async function measure(file: string): Promise<void> {
  const source = await fileSource(file);
  const filename = path.basename(file);
  let started = performance.now();
  const { columns, totalRows } = await inspect(source, { filename });
  const inspected = totalRows / ((performance.now() - started) / 1000);
  started = performance.now();
  let rows = 0;
  for await (const batch of (await openTable(source, { filename, columns })).batches()) rows += batch.length;
  const read = rows / ((performance.now() - started) / 1000);
  const peak = process.resourceUsage().maxRSS / 1024;
  const figures = [
    rows,
    Math.round(inspected),
    Math.round(read),
    Math.round(peak),
    Math.round(source.size / 1024 ** 2),
  ];
  process.stdout.write(
    `${filename.padEnd(22)}${figures.map((figure) => figure.toLocaleString('en').padStart(14)).join('')}\n`,
  );
}

/** Separate processes keep the creation's memory out of the figures. */
function run(rows: number): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'decode-'));
  const self = import.meta.filename;
  process.stdout.write(
    `Node ${process.version}, ${os.cpus().length} x ${os.cpus()[0]?.model}, ${Math.round(os.totalmem() / 1024 ** 3)} GB\n`,
  );
  const heads = ['rows', 'inspect rows/s', 'read rows/s', 'peak MB RSS', 'file MB'];
  process.stdout.write(`${''.padEnd(22)}${heads.map((head) => head.padStart(14)).join('')}\n`);
  try {
    for (const name of Object.keys(FILES)) {
      const file = path.join(folder, name);
      execFileSync(process.execPath, [self, 'make', file, String(rows)], { stdio: 'inherit' });
      if (statSync(file).size > 0)
        execFileSync(process.execPath, [self, 'measure', file], { stdio: 'inherit' });
      rmSync(file);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [command = '', file = '', rows = ''] = process.argv.slice(2);
if (command === 'make') writeFileSync(file, FILES[path.basename(file)]?.(Number(rows)) ?? '');
else if (command === 'measure') await measure(file);
else run(Number(command || 200_000));
