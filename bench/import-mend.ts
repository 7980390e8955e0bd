// Checks a file of which a fifth of the rows and more have problems, and mends it in its grid as people do: opens the
// grid, scrolls, edits single cells, and changes 100,000 cells at once. Arguments: rows, and `changes` for the changes of
// many cells alone.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { GridEvent, ImportGrid, listGridRows } from '#contract/import-mending.ts';
import type { Upload } from '#contract/uploads.ts';
import { csvRecord } from '#packages/tabular/tabular.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { forgetPeak, print, secondsSince, timedDryRun, timedUpload } from './support/importing.ts';
import { LEAD_COLUMNS, leadRows, seeded } from './support/lead-csv.ts';
import { cpuSeconds, machineLine, peakMemory, percentile } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const rows = Number(process.argv[2] ?? 500_000);
const isBulkOnly = process.argv[3] === 'changes';
const CALLS = 200;
/** Share of the rows with dirty values. */
const DIRTY = 0.2;
const KEPT = LEAD_COLUMNS.filter((column) => column !== 'Landing Page' && column !== 'Address');
const NO_AMOUNT = 'n/a';
/** Digits too many. */
const EXTRA = '000000';

type Page = ReplyOf<typeof listGridRows>;

const database = await startBenchDatabase();
try {
  print(machineLine());
  const path = join(database.folder, 'dirty.csv');
  await writeFile(path, dirtyCsv());
  print(`${rows} rows, ${((await stat(path)).size / 2 ** 20).toFixed(1)} MB`);
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    await mend(server, path);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
}

/** Yields a list as users have it: phones in every spelling, repeats, amounts that are none, and phones with digits too many. */
function* dirtyCsv(): Generator<string> {
  const random = seeded(7);
  const [amount, phone] = [LEAD_COLUMNS.indexOf('Deposit Amount'), LEAD_COLUMNS.indexOf('Phone')];
  const kept = KEPT.map((column) => LEAD_COLUMNS.indexOf(column));
  let text = csvRecord([...KEPT]);
  for (const cells of leadRows(rows)) {
    if (random() < DIRTY) {
      cells[amount] = NO_AMOUNT;
      cells[phone] += EXTRA;
    }
    text += csvRecord(kept.map((index) => cells[index] ?? ''));
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function mend(server: BenchServer, path: string): Promise<void> {
  const { upload } = await timedUpload(server, path, 'dirty.csv');
  if (!isBulkOnly) {
    forgetPeak(server.pid);
    const plain = await timedDryRun(server, upload);
    print(`check without the grid: ${plain.seconds.toFixed(1)} s, peak ${peakMemory(server.pid)} MB`);
  }
  forgetPeak(server.pid);
  const check = await timedDryRun(server, upload, { grid: true });
  print(`check with the grid: ${check.seconds.toFixed(1)} s, peak ${peakMemory(server.pid)} MB`);
  print(`  ${JSON.stringify(check.last)}`);
  if (!isBulkOnly) await lookAndEdit(server, upload);
  print('\n| change | cells | seconds | wanted | server, PostgreSQL: processor seconds | peak MB |');
  print('|---|---|---|---|---|---|');
  const amounts = { column: 'Deposit Amount', match: 'cell', find: NO_AMOUNT, replacement: '' };
  await change(server, upload, `${NO_AMOUNT} -> blank`, 'replace', amounts);
  await change(server, upload, 'undo', 'undo');
  const phones = { column: 'Phone', match: 'part', find: EXTRA, replacement: '' };
  await change(server, upload, `${EXTRA} in phones`, 'replace', phones);
  await change(server, upload, 'undo', 'undo');
  await change(server, upload, 'drop by reason', 'drop', {
    dropped: true,
    filter: { code: 'invalid_amount' },
  });
  await change(server, upload, 'undo', 'undo');
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

async function open(server: BenchServer, { uploadId }: Upload): Promise<void> {
  const times: number[] = [];
  for (let call = 0; call < 5; call++) {
    const started = performance.now();
    const [grid] = await Promise.all([
      read<ImportGrid>(server, uploadId),
      read<Page>(server, `${uploadId}/rows?limit=100`),
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

async function scroll(server: BenchServer, { uploadId }: Upload): Promise<void> {
  const { total } = await read<Page>(server, `${uploadId}/rows?limit=1`);
  const random = seeded(11);
  const filters = {
    'a page': '',
    'a page of one reason': '&code=invalid_phone',
    'a page with a text': '&text=anna',
  };
  for (const [name, filter] of Object.entries(filters)) {
    const times: number[] = [];
    for (let call = 0; call < CALLS / 4; call++) {
      const offset = Math.floor(random() * total * (filter === '' ? 1 : 0.2));
      const started = performance.now();
      await read<Page>(server, `${uploadId}/rows?limit=100&offset=${offset}${filter}`);
      times.push(performance.now() - started);
    }
    line(name, times, 300);
  }
}

async function edit(server: BenchServer, { uploadId }: Upload): Promise<void> {
  const { total } = await read<Page>(server, `${uploadId}/rows?limit=1`);
  const random = seeded(13);
  const numbers: number[] = [];
  for (let page = 0; page < CALLS / 50; page++) {
    const offset = Math.floor(random() * (total - 50));
    const found = await read<Page>(server, `${uploadId}/rows?limit=50&offset=${offset}`);
    numbers.push(...found.rows.map(({ row }) => row));
  }
  const values: [string, () => string][] = [
    ['Phone', () => `+49151${Math.floor(random() * 1e8)}`],
    ['Email', () => 'anna@mail.test'],
    ['City', () => 'Rome'],
  ];
  for (const [column, value] of values) {
    const times: number[] = [];
    for (const row of numbers.slice(0, CALLS)) {
      const started = performance.now();
      await post(server, `${uploadId}/edit`, { edits: [{ row, column, value: value() }] });
      times.push(performance.now() - started);
    }
    line(`an edit: ${column}`, times, 100);
  }
  const edits = numbers.flatMap((row) => [
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
  const processors = `${own.toFixed(1)}, ${theirs.toFixed(1)}`;
  print(
    `| ${what} | ${event.change.changed} | ${seconds.toFixed(2)} | 3 | ${processors} | ${peakMemory(server.pid)} |`,
  );
}

function line(what: string, times: readonly number[], wanted: number): void {
  const [middle, most] = [percentile(times, 0.5), percentile(times, 0.95)];
  const missed = most > wanted ? ' (missed)' : '';
  print(
    `| ${what} | ${middle.toFixed(0)} | ${most.toFixed(0)}${missed} | ${Math.max(...times).toFixed(0)} | ${wanted} |`,
  );
}
