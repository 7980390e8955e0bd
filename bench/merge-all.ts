// Merges certain duplicates through the running product and undoes it, and compares every table with before. Argument: leads
// to make up, of which most without a duplicate are left out.
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { BulkOperation } from '#contract/bulk.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewMergeAll } from '#contract/merges.ts';
import { call, runBulkCall } from '#tests/support/calls.ts';
import { clientOf } from '#tests/support/client.ts';
import { everyTable } from '#tests/support/every-table.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { wrongCountsIn, wrongSearchesIn } from '#tests/support/lead-stats.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { makeDamagedPeople } from './support/damaged-people.ts';
import { percentile } from './support/machine.ts';
import { CREDENTIALS, startBenchServer } from './support/server.ts';

const made = Number(process.argv[2] ?? 250_000);
const SEED = 1;
/** Keeps every nth lead without a duplicate. */
const KEPT_SINGLES = 5;
const POLL_MS = 200;
/** A scan comes up to a minute after the last one. */
const LOOKS = 600;

const database = await startBenchDatabase();
const server = await startBenchServer({ databaseUrl: database.url });
const owner = new pg.Pool({ connectionString: database.url, max: 2 });
try {
  await measure();
} finally {
  await owner.end();
  await server.stop();
  await database.stop();
}

async function measure(): Promise<void> {
  const client = clientOf(server.url);
  const { body: user } = await client.post<{ organizationId: string }>('/api/login', CREDENTIALS);
  const tables = () => everyTable(owner, user.organizationId);
  await call(client, 'POST', '/api/custom-fields', { name: 'Birth Date', type: 'date', required: false });
  const people = denselyDuplicated();
  const fields = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'postcode'] as const;
  const header = [...fields, 'custom:Birth Date', 'tags', 'note'];
  const rows = people.map((person, n) => {
    const own = fields.map((field) => person[field]);
    return [...own, person.birthDate, n % 20 === 0 ? 'sold' : 'kept', n % 3 === 0 ? `note ${n}` : ''];
  });
  const fieldMapping = Object.fromEntries(header.map((name) => [name, name]));
  const { stats } = await timed('import', () =>
    importLeads(client, csvFile([header, ...rows]), { fieldMapping }),
  );
  print(`${stats.imported} of ${people.length} leads imported`);
  await runBulkCall(client, { filter: { tags: 'sold' } }, { type: 'markSold', customerNumber: 'C-1' });
  await call(client, 'POST', '/api/duplicates/scan');
  for (let scanning = true; scanning; await wait(POLL_MS))
    ({ scanning } = (await client.get<{ scanning: boolean }>('/api/duplicates?limit=1')).body);
  const before = await tables();
  const preview = await timed('preview', async () => {
    const path = '/api/duplicates/merge-all?band=certain';
    return (await client.get<ReplyOf<typeof previewMergeAll>>(path)).body;
  });
  print(
    `${preview.groups} groups, kept ${JSON.stringify(preview.kept)}, left ${JSON.stringify(preview.left)}`,
  );
  const { body: started } = await call<BulkOperation>(client, 'POST', '/api/duplicates/merge-all', {
    band: 'certain',
  });
  const merged = await timed('merge', () => end(started));
  print(`${merged.status}, ${merged.changed} groups merged, ${merged.refused} refused`);
  const changed = await tables();
  print(`changed tables: ${different(before, changed).join(', ')}`);
  const { body: undo } = await client.post<BulkOperation>(`/api/leads/bulk/${started.id}/undo`);
  const undone = await timed('undo', () => end(undo));
  print(`${undone.status}, ${undone.changed} leads restored, ${undone.refused} refused`);
  // The job that compares changed leads finds their pairs again.
  let wrong = different(before, await tables());
  for (let look = 0; wrong.length > 0 && look < LOOKS; look++) {
    await wait(POLL_MS);
    wrong = different(before, await tables());
  }
  print(`tables that differ from before: ${wrong.join(', ') || 'none'} of ${Object.keys(before).length}`);
  const counts = await wrongCountsIn(owner, user.organizationId);
  const searches = await wrongSearchesIn(owner, user.organizationId);
  print(`wrong counts: ${counts.length}, wrong searched texts: ${searches.length}`);
  if (wrong.length + counts.length + searches.length > 0) process.exitCode = 1;
}

/** Makes up leads, more of them duplicates than in most organizations. */
function denselyDuplicated() {
  const { people, truth } = makeDamagedPeople(made, SEED);
  const leadsOf = new Map<number, number>();
  for (const person of truth) leadsOf.set(person, (leadsOf.get(person) ?? 0) + 1);
  return people.filter((_, n) => {
    const person = truth[n] ?? 0;
    return (leadsOf.get(person) ?? 0) > 1 || person % KEPT_SINGLES === 0;
  });
}

/** Waits for an operation and measures the list meanwhile. */
async function end(started: BulkOperation): Promise<BulkOperation> {
  const lists: number[] = [];
  for (let now = started; ; ) {
    if (now.status !== 'processing') {
      print(`list meanwhile, p95: ${percentile(lists, 0.95).toFixed(0)} ms`);
      return now;
    }
    await wait(POLL_MS);
    const from = performance.now();
    await (await server.send('/api/leads?limit=20')).text();
    lists.push(performance.now() - from);
    now = (await (await server.send(`/api/leads/bulk/${started.id}`)).json()) as BulkOperation;
  }
}

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  print(`${name}: ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return result;
}

function different(one: Record<string, unknown>, other: Record<string, unknown>): string[] {
  return Object.keys(one).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
