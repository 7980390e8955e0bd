// Fixes invalid phones through the running product: statistics, preview, fix and undo, and the latency of the
// list and of single edits meanwhile. Arguments: fixable invalid phones, leads.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { BulkOperation } from '#contract/bulk.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Lead } from '#contract/leads.ts';
import type { fixPhones } from '#contract/phones.ts';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { machineLine, percentile } from './support/machine.ts';
import { changeSeeded, recountLeads, seedLeads } from './support/seed-leads.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const fixable = Number(process.argv[2] ?? 100_000);
const leads = Number(process.argv[3] ?? 10 * fixable);
const WARM_CALLS = 10;
const POLL_MS = 50;

/**
 * Gives every tenth lead a national number that its country's numbering plan makes valid, rotating through
 * five countries.
 */
const MAKE_INVALID = `
  SELECT id, (array['Germany', 'United Kingdom', 'France', 'Italy', 'Spain'])[1 + n % 5] AS country,
    (array['0151' || (20000000 + n)::text, '074' || lpad(n::text, 8, '0'), '0' || (612000000 + n)::text,
      '347' || lpad(n::text, 7, '0'), (612000000 + n)::text])[1 + n % 5] AS phone
  FROM (SELECT id, row_number() OVER (ORDER BY md5(id::text)) AS n FROM leads WHERE organization_id = $1) numbered
  WHERE n <= $2`;

const folder = await mkdtemp(join(tmpdir(), 'lead-manager-fix-phones-'));
await chmod(folder, 0o711);
const database = await startEmbedded({ dataDir: join(folder, 'data') });
try {
  await migrate(database.url);
  const server = await startBenchServer({ databaseUrl: database.url });
  try {
    await seed(database.url);
    await measure(server);
  } finally {
    await server.stop();
  }
} finally {
  await database.stop();
  await rm(folder, { recursive: true });
}

async function seed(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM organizations');
  const id = rows[0]?.id ?? '';
  await seedLeads(owner, id, leads, { seed: 1 });
  await changeSeeded(owner, id, {
    source: MAKE_INVALID,
    set: ['number_valid = false', 'country = p.country', 'phone = p.phone'],
    values: [fixable],
  });
  await recountLeads(owner, id);
  await owner.query('VACUUM ANALYZE');
  await owner.query('CHECKPOINT');
  await owner.end();
}

async function measure(server: BenchServer): Promise<void> {
  print(machineLine());
  print(`${leads} leads, ${fixable} numbers to fix\n`);
  print('| what | measured |\n|---|---|');
  const statistics = '/api/leads/invalid-phone-stats';
  const first = await timed(() => server.send(statistics));
  print(`| statistics, the first time: ${JSON.stringify(first.body)} | ${first.ms.toFixed(0)} ms |`);
  for (const [name, path] of [
    ['statistics', statistics],
    ['by country', '/api/leads/invalid-phone-countries'],
    ['preview', '/api/leads/fix-phones/preview'],
  ] as const) {
    const times: number[] = [];
    for (let call = 0; call < WARM_CALLS; call++) times.push((await timed(() => server.send(path))).ms);
    print(
      `| ${name}, again | p50 ${percentile(times, 0.5).toFixed(0)} ms, max ${Math.max(...times).toFixed(0)} ms |`,
    );
  }
  await measureFix(server);
}

async function measureFix(server: BenchServer): Promise<void> {
  const beside = { lists: [] as number[], edits: [] as number[], done: false };
  const working = workBeside(server, beside);
  const { ms, body } = await timed<ReplyOf<typeof fixPhones>>(() =>
    server.send('/api/leads/fix-phones', { method: 'POST' }),
  );
  beside.done = true;
  await working;
  const seconds = ms / 1000;
  print(`| fix: ${body.message} | ${seconds.toFixed(1)} s, ${Math.round(body.fixed / seconds)} numbers/s |`);
  print(
    `| list and edit beside it, p95 | ${percentile(beside.lists, 0.95).toFixed(0)} ms, ${percentile(beside.edits, 0.95).toFixed(0)} ms |`,
  );
  if (body.operationId === null) return;
  const start = performance.now();
  const undo = await timed<BulkOperation>(() =>
    server.send(`/api/leads/bulk/${body.operationId}/undo`, { method: 'POST' }),
  );
  let now = undo.body;
  while (now.status === 'processing') {
    await wait(POLL_MS);
    now = (await (await server.send(`/api/leads/bulk/${now.id}`)).json()) as BulkOperation;
  }
  print(`| its undo: ${now.changed} numbers | ${((performance.now() - start) / 1000).toFixed(1)} s |`);
}

/** Reads the list and edits a lead a few times a second while an operation runs. */
async function workBeside(
  server: BenchServer,
  beside: { lists: number[]; edits: number[]; done: boolean },
): Promise<void> {
  for (let call = 0; !beside.done; call++) {
    const list = await timed<{ leads: Lead[] }>(() => server.send('/api/leads?limit=1&phoneValid=valid'));
    beside.lists.push(list.ms);
    const edit = await timed(() =>
      server.send(`/api/leads/${list.body.leads[0]?.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ city: `City ${call}` }),
      }),
    );
    beside.edits.push(edit.ms);
    await wait(POLL_MS * 4);
  }
}

async function timed<T = unknown>(send: () => Promise<Response>): Promise<{ ms: number; body: T }> {
  const start = performance.now();
  const body = (await (await send()).json()) as T;
  return { ms: performance.now() - start, body };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
