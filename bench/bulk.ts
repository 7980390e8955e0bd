// Measures bulk operations through the running product: status, tags, sale, return, deletion and their undo on about
// a tenth of the leads (a hundredth of ten million), extrapolated to 100,000, the latency of single edits and
// of the list meanwhile, an update import of a tenth of the leads and its undo, and the duplicate scan. Argument: leads.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BulkAction, BulkOperation } from '#contract/bulk.ts';
import type { ImportUndo } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import { timedImport, timedUpload } from './support/importing.ts';
import { type LeadDatabase, withLeadDatabase } from './support/lead-database.ts';
import { percentile } from './support/machine.ts';
import type { BenchServer } from './support/server.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
const POLL_MS = 50;
/**
 * Each status that the bench picks matches a tenth of the leads; at ten million a second filter narrows them
 * to a hundredth.
 */
const MANY = 10_000_000;
const AMONG = leads < MANY ? {} : { hlrStatus: 'unqualified' };

await withLeadDatabase({ leads, others: { organizations: 0, leads: 0 } }, measure);

async function measure(database: LeadDatabase): Promise<void> {
  const { server } = database;
  print(
    '| operation | leads | seconds | 100,000 take s | list p95 ms | edit p95 ms |\n|---|---|---|---|---|---|',
  );
  const first = await timed(
    server,
    'status of the qualified',
    { status: 'qualified' },
    {
      type: 'status',
      status: 'converted',
    },
  );
  await timedUndo(server, 'its undo', first);
  await timed(
    server,
    'status of the contacted',
    { status: 'contacted' },
    { type: 'status', status: 'contacted' },
  );
  const qualified = { status: 'qualified' };
  const tagged = await timed(server, 'two tags for the qualified', qualified, {
    type: 'addTags',
    tags: ['a', 'b'],
  });
  await timedUndo(server, 'its undo', tagged);
  await timed(server, 'sale of the qualified', qualified, { type: 'markSold', customerNumber: 'C99' });
  const returned = await timed(server, 'return of the qualified', qualified, { type: 'returnSale' });
  await timedUndo(server, 'its undo', returned);
  const gone = await timed(server, 'the qualified to the bin', qualified, { type: 'delete' });
  await timedUndo(server, 'its undo', gone);
  await measureImport(database);
  for (const name of ['the first look for duplicates', 'the next']) {
    const start = performance.now();
    const found = (await (await server.send('/api/duplicates')).json()) as { total: number };
    print(`\n${name}: ${Math.round(performance.now() - start)} ms, ${found.total} pairs`);
  }
}

/** Times an import that updates a tenth of the leads, and its undo. */
async function measureImport({ server, owner }: LeadDatabase): Promise<void> {
  const { rows } = await owner.query<{ email: string }>(
    'SELECT email FROM leads WHERE email IS NOT NULL AND deleted_at IS NULL ORDER BY random() LIMIT $1',
    [leads / 10],
  );
  const folder = mkdtempSync(join(tmpdir(), 'lead-manager-bench-'));
  const path = join(folder, 'update.csv');
  writeFileSync(path, ['Email,City', ...rows.map(({ email }, n) => `${email},Town ${n}`)].join('\n'));
  const { upload } = await timedUpload(server, path, 'update.csv');
  const importMode = { mode: 'update', matchField: 'email' };
  const { seconds, last } = await timedImport(server, upload, { importMode });
  print(`| update import | ${rows.length} | ${seconds.toFixed(1)} | | | |`);
  const started = performance.now();
  const undoing = `/api/imports/${last?.importId}`;
  await server.send(`${undoing}/undo`, { method: 'POST' });
  for (let undo: ImportUndo | null = null; undo?.status !== 'completed'; ) {
    await wait(POLL_MS);
    ({ undo } = (await (await server.send(undoing)).json()) as { undo: ImportUndo });
    if (undo?.status === 'failed') throw new Error('The undo failed');
  }
  print(`| its undo | ${rows.length} | ${((performance.now() - started) / 1000).toFixed(1)} | | | |`);
  rmSync(folder, { recursive: true });
}

async function timed(
  server: BenchServer,
  name: string,
  filter: Record<string, string>,
  action: BulkAction,
): Promise<string> {
  return followed(
    server,
    name,
    await post(server, '/api/leads/bulk', { selection: { filter: { ...filter, ...AMONG } }, action }),
  );
}

async function timedUndo(server: BenchServer, name: string, id: string): Promise<void> {
  await followed(server, name, await post(server, `/api/leads/bulk/${id}/undo`));
}

async function followed(server: BenchServer, name: string, started: BulkOperation): Promise<string> {
  const start = performance.now();
  const beside = { lists: [] as number[], edits: [] as number[], done: false };
  const working = workBeside(server, beside);
  let now = started;
  while (now.status === 'processing') {
    await wait(POLL_MS);
    now = (await (await server.send(`/api/leads/bulk/${started.id}`)).json()) as BulkOperation;
  }
  const seconds = (performance.now() - start) / 1000;
  beside.done = true;
  await working;
  const hundredThousand = (seconds / Math.max(now.done, 1)) * 100_000;
  const [lists, edits] = [percentile(beside.lists, 0.95), percentile(beside.edits, 0.95)];
  print(
    `| ${name} | ${now.changed} | ${seconds.toFixed(1)} | ${hundredThousand.toFixed(1)} | ${lists.toFixed(0)} | ${edits.toFixed(0)} |`,
  );
  return started.id;
}

/** Reads the list and edits a lead a few times a second while an operation runs. */
async function workBeside(
  server: BenchServer,
  beside: { lists: number[]; edits: number[]; done: boolean },
): Promise<void> {
  for (let call = 0; !beside.done; call++) {
    let start = performance.now();
    const list = await server.send('/api/leads?limit=1');
    const [lead] = ((await list.json()) as { leads: Lead[] }).leads;
    beside.lists.push(performance.now() - start);
    start = performance.now();
    await (
      await server.send(`/api/leads/${lead?.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ city: `City ${call}` }),
      })
    ).text();
    beside.edits.push(performance.now() - start);
    await wait(POLL_MS * 4);
  }
}

async function post(server: BenchServer, path: string, body?: unknown): Promise<BulkOperation> {
  const response = await server.send(path, {
    method: 'POST',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return (await response.json()) as BulkOperation;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
