// Measures bulk operations through the running product: status, tags, sale, deletion and their undo on about
// a tenth of the leads (a hundredth of ten million), extrapolated to 100,000, the latency of single edits and
// of the list meanwhile, and the duplicate scan. Argument: leads.
import { setTimeout as wait } from 'node:timers/promises';
import type { BulkAction, BulkOperation } from '#contract/bulk.ts';
import type { Lead } from '#contract/leads.ts';
import { withLeadDatabase } from './support/lead-database.ts';
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

await withLeadDatabase({ leads, others: { organizations: 0, leads: 0 } }, ({ server }) => measure(server));

async function measure(server: BenchServer): Promise<void> {
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
    { type: 'status', status: 'called' },
  );
  await timed(
    server,
    'two tags for the qualified',
    { status: 'qualified' },
    { type: 'addTags', tags: ['a', 'b'] },
  );
  await timed(
    server,
    'sale of the qualified',
    { status: 'qualified' },
    { type: 'markSold', customerNumber: 'C99' },
  );
  const gone = await timed(server, 'the qualified to the bin', { status: 'qualified' }, { type: 'delete' });
  await timedUndo(server, 'its undo', gone);
  for (const name of ['the first look for duplicates', 'the next']) {
    const start = performance.now();
    const found = (await (await server.send('/api/duplicates')).json()) as { total: number };
    print(`\n${name}: ${Math.round(performance.now() - start)} ms, ${found.total} pairs`);
  }
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
