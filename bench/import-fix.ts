// Checks a file of which a fifth of the rows and more have problems, and fixes it in its grid as people do: opens the
// grid, filters, scrolls, edits single cells, and changes 100,000 cells at once. Arguments: rows, and `changes` for the
// checks and the changes of many cells alone, which earlier versions of the product understand too.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { GridEvent, ImportGrid } from '#contract/import-fixing.ts';
import type { listGridNumbers, readGridRows } from '#contract/import-grid-lists.ts';
import type { Upload } from '#contract/uploads.ts';
import { csvRecord } from '#packages/tabular/tabular.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { forgetPeak, print, secondsSince, timedDryRun, timedUpload } from './support/importing.ts';
import { LEAD_CSV_COLUMNS, leadRows, seeded } from './support/lead-csv.ts';
import { cpuSeconds, machineLine, peakMemory, percentile } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 500_000);
const isBulkOnly = process.argv[3] === 'changes';
const CALLS = 200;
/** Share of the rows with dirty values. */
const DIRTY = 0.2;
const KEPT = LEAD_CSV_COLUMNS.filter((column) => column !== 'Landing Page' && column !== 'Address');
const NONE = 'n/a';
/** Digits too many, and a typing error in e-mails. */
const EXTRA = '000000';
const MISTYPED = '@mial.';
const PAGE_ROWS = 100;

/** Changes of about 100,000 cells: what they are, their route and body. */
const CHANGES: [string, string, object][] = [
  [`amounts: ${NONE} -> blank`, 'replace', replacement('Deposit Amount', 'cell', NONE, '')],
  [`phones: without ${EXTRA}`, 'replace', replacement('Phone', 'part', EXTRA, '')],
  [`e-mails: ${MISTYPED} -> @mail.`, 'replace', replacement('Email', 'part', MISTYPED, '@mail.')],
  [`countries: ${NONE} -> Germany`, 'replace', replacement('Country', 'cell', NONE, 'Germany')],
  ['rows dropped by a reason', 'drop', byReason(true)],
];

type List = ReplyOf<typeof listGridNumbers>;
type Page = ReplyOf<typeof readGridRows>;

const database = await startBenchDatabase();
try {
  print(machineLine());
  const path = join(database.folder, 'dirty.csv');
  await writeFile(path, dirtyCsv());
  print(`${rows} rows, ${((await stat(path)).size / 2 ** 20).toFixed(1)} MB`);
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    await fix(server, path);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

/**
 * Yields a list as users have it: phones in every spelling, and repeats. Its dirty rows have a country and an amount that
 * are none, a phone with digits too many, and an e-mail at a mistyped domain.
 */
function* dirtyCsv(): Generator<string> {
  const random = seeded(7);
  const placeOf = (column: (typeof LEAD_CSV_COLUMNS)[number]): number => LEAD_CSV_COLUMNS.indexOf(column);
  const kept = KEPT.map(placeOf);
  let text = csvRecord([...KEPT]);
  for (const cells of leadRows(rows)) {
    if (random() < DIRTY) {
      cells[placeOf('Deposit Amount')] = NONE;
      cells[placeOf('Country')] = NONE;
      cells[placeOf('Phone')] += EXTRA;
      cells[placeOf('Email')] = cells[placeOf('Email')]?.replace('@mail.', MISTYPED) ?? '';
    }
    text += csvRecord(kept.map((index) => cells[index] ?? ''));
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function fix(server: BenchServer, path: string): Promise<void> {
  const { upload } = await timedUpload(server, path, 'dirty.csv');
  await check(server, upload, 'without');
  await check(server, upload, 'with');
  if (!isBulkOnly) await lookAndEdit(server, upload);
  print(
    '\n| change | cells | seconds | wanted | until recounted | server, PostgreSQL: processor seconds | peak MB |',
  );
  print('|---|---|---|---|---|---|---|');
  for (const [what, path, body] of CHANGES) {
    await change(server, upload, what, path, body);
    await change(server, upload, 'its undo', 'undo');
  }
  await change(server, upload, 'drop by reason', 'drop', byReason(true));
  await change(server, upload, 'keep them again', 'drop', byReason(false));
  await change(server, upload, 'its undo', 'undo');
}

async function check(server: BenchServer, upload: Upload, grid: 'with' | 'without'): Promise<void> {
  forgetPeak(server.pid);
  const spent = { server: cpuSeconds([server.pid]), database: database.cpuSeconds() };
  const { seconds } = await timedDryRun(server, upload, grid === 'with' ? { grid: true } : {});
  const [own, theirs] = [cpuSeconds([server.pid]) - spent.server, database.cpuSeconds() - spent.database];
  print(
    `check ${grid} the grid: ${seconds.toFixed(1)} s, processor seconds ${own.toFixed(1)}, ${theirs.toFixed(1)}, peak ${peakMemory(server.pid)} MB`,
  );
}

function replacement(column: string, match: 'cell' | 'part', find: string, by: string): object {
  return { column, match, find, replacement: by };
}

function byReason(dropped: boolean): object {
  return { dropped, filter: dropped ? { code: 'invalid_amount' } : { show: 'dropped' } };
}

async function lookAndEdit(server: BenchServer, upload: Upload): Promise<void> {
  forgetPeak(server.pid);
  print('\n| what | p50 ms | p95 ms | max ms | wanted |\n|---|---|---|---|---|');
  await open(server, upload);
  await scroll(server, upload);
  await edit(server, upload);
  print(`\npeak memory of the server: ${peakMemory(server.pid)} MB`);
}

async function read<T>(server: BenchServer, path: string): Promise<T> {
  return (await (await server.send(`/api/import-grids/${path}`)).json()) as T;
}

async function open(server: BenchServer, upload: Upload): Promise<void> {
  const times: number[] = [];
  for (let call = 0; call < 5; call++) {
    const started = performance.now();
    const [grid] = await Promise.all([
      read<ImportGrid>(server, upload.uploadId),
      numbersOf(server, upload).then((numbers) => page(server, upload, numbers.slice(0, PAGE_ROWS))),
    ]);
    times.push(performance.now() - started);
    if (call > 0) continue;
    line('open, right after the check', times, 1000);
    print(
      `  ${grid.openRows} rows with problems, ${JSON.stringify(grid.reasons.map(({ code, rows: n }) => [code, n]))}`,
    );
  }
  line('open again', times.slice(1), 1000);
}

async function numbersOf(server: BenchServer, { uploadId }: Upload, filter = ''): Promise<number[]> {
  return (await read<List>(server, `${uploadId}/numbers?${filter}`)).numbers;
}

async function page(server: BenchServer, { uploadId }: Upload, rows: readonly number[]): Promise<Page> {
  return JSON.parse(await post(server, `${uploadId}/rows`, { rows })) as Page;
}

/** Filters the grid, and shows pages of what was found: first the first one, as the screen does, then any. */
async function scroll(server: BenchServer, upload: Upload): Promise<void> {
  const random = seeded(11);
  const filters = {
    'all with problems': '',
    'one reason': 'code=invalid_phone',
    'a text': 'text=anna',
    'a text in every row': 'text=mail',
    'a rare text in all rows': 'show=all&text=x4711',
    'a text of another alphabet': 'text=G%C3%9Cl',
  };
  for (const [name, filter] of Object.entries(filters)) {
    const [first, pages]: [number[], number[]] = [[], []];
    for (let call = 0; call < CALLS / 10; call++) {
      const started = performance.now();
      const numbers = await numbersOf(server, upload, filter);
      await page(server, upload, numbers.slice(0, PAGE_ROWS));
      first.push(performance.now() - started);
      for (let later = 0; later < 3; later++) {
        const at = Math.floor(random() * numbers.length);
        const begun = performance.now();
        await page(server, upload, numbers.slice(at, at + PAGE_ROWS));
        pages.push(performance.now() - begun);
      }
    }
    line(`filter by ${name}, with its first page`, first, 300);
    line(`a page of ${name}`, pages, 300);
  }
}

async function edit(server: BenchServer, upload: Upload): Promise<void> {
  const { uploadId } = upload;
  const random = seeded(13);
  const listed = await numbersOf(server, upload);
  const numbers = Array.from({ length: CALLS }, () => listed[Math.floor(random() * listed.length)] ?? 2);
  const values: [string, () => string][] = [
    ['Phone', () => `+49151${Math.floor(random() * 1e8)}`],
    ['Email', () => 'anna@mail.test'],
    ['City', () => 'Rome'],
  ];
  for (const [column, value] of values) {
    const times: number[] = [];
    for (const row of numbers) {
      const started = performance.now();
      await post(server, `${uploadId}/edit`, { edits: [{ row, column, value: value() }] });
      times.push(performance.now() - started);
    }
    line(`an edit: ${column}`, times, 100);
  }
  const edits = [...new Set(numbers)].flatMap((row) => [
    { row, column: 'City', value: 'Paris' },
    { row, column: 'Phone', value: '' },
  ]);
  const started = performance.now();
  await post(server, `${uploadId}/edit`, { edits });
  line(`a pasted block of ${edits.length} cells`, [performance.now() - started], 1000);
}

function post(server: BenchServer, path: string, body?: unknown): Promise<string> {
  const sent = server.send(`/api/import-grids/${path}`, {
    method: 'POST',
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  return sent.then((response) => response.text());
}

async function change(
  server: BenchServer,
  { uploadId }: Upload,
  what: string,
  path: string,
  body?: unknown,
): Promise<void> {
  forgetPeak(server.pid);
  const spent = { server: cpuSeconds([server.pid]), database: database.cpuSeconds() };
  const started = performance.now();
  const text = await post(server, `${uploadId}/${path}`, body);
  const seconds = secondsSince(started);
  const last = text.split('\n').findLast((one) => one.startsWith('data:')) ?? '';
  const event = JSON.parse(last.slice(5)) as GridEvent;
  if (event.type !== 'complete') throw new Error(`${what} ended with ${last}`);
  const [own, theirs] = [cpuSeconds([server.pid]) - spent.server, database.cpuSeconds() - spent.database];
  const counted = await secondsUntilCounted(server, uploadId, event.change.isCounted);
  const processors = `${own.toFixed(1)}, ${theirs.toFixed(1)}`;
  print(
    `| ${what} | ${event.change.changed} | ${seconds.toFixed(2)} | 3 | ${counted.toFixed(2)} | ${processors} | ${peakMemory(server.pid)} |`,
  );
}

/** Waits until the repeats of the whole file are counted again; returns the seconds it took after the answer. */
async function secondsUntilCounted(
  server: BenchServer,
  uploadId: string,
  isCounted: boolean,
): Promise<number> {
  if (isCounted) return 0;
  const started = performance.now();
  while (!(await read<ImportGrid>(server, uploadId)).isCounted) await wait(100);
  return secondsSince(started);
}

function line(what: string, times: readonly number[], wanted: number): void {
  const [middle, most] = [percentile(times, 0.5), percentile(times, 0.95)];
  const missed = most > wanted ? ' (missed)' : '';
  print(
    `| ${what} | ${middle.toFixed(0)} | ${most.toFixed(0)}${missed} | ${Math.max(...times).toFixed(0)} | ${wanted} |`,
  );
}
