// Runs the server of an older commit while the one of this checkout migrates the database and serves beside it: both list, edit
// and import all the time. Prints the calls of both and fails if one of them failed. Arguments: seconds that both serve; the
// commit, by default the last one before the first migration that servers run beside.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '#packages/embedded-postgres/embedded-postgres.ts';
import { machineLine } from './support/machine.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const ROOT = join(import.meta.dirname, '..');
const FIRST_ONLINE = 'server/migrations/0037-lead-statuses.sql';
const FIRST_LEADS = 5_000;
const IMPORTED_LEADS = 300;
const PAUSE_MS = 20;
/** Settings that all servers of a database share. */
const SHARED = { SECRET_KEY: randomBytes(32).toString('base64') };
const seconds = Number(process.argv[2] ?? 20);

/** Calls that a server has answered, by what they do. */
interface Calls {
  server: string;
  lists: number;
  edits: number;
  imports: number;
  failures: string[];
  slowestMs: number;
}

const commit = process.argv[3] ?? lastOffline();
if (commit === null) {
  process.stdout.write(
    'Skipped: the older commit is not in the history of this clone (git fetch --unshallow).\n',
  );
} else {
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-rolling-'));
  await chmod(folder, 0o711);
  const database = await startEmbedded({ dataDir: join(folder, 'data') });
  try {
    await upgrade(database.url, await checkOut(commit, join(folder, 'older')));
  } finally {
    await database.stop();
    await rm(folder, { recursive: true });
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}

function lastOffline(): string | null {
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', FIRST_ONLINE);
    return git('rev-parse', '--verify', `${added}^`);
  } catch {
    return null;
  }
}

/** Puts the files of a commit into a folder, which uses the packages of this checkout. */
async function checkOut(of: string, folder: string): Promise<string> {
  execFileSync('mkdir', [folder]);
  const files = execFileSync('git', ['archive', of], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function upgrade(url: string, root: string): Promise<void> {
  const older = await startBenchServer({ databaseUrl: url, root, settings: SHARED });
  await importLeads(older, 'first', FIRST_LEADS);
  const before = await migrations(url);
  const stop = new AbortController();
  const olderCalls = keepCalling('older', older, 0, stop.signal);
  const newer = await startBenchServer({ databaseUrl: url, settings: SHARED });
  const newerCalls = keepCalling('newer', newer, 1, stop.signal);
  await wait(seconds * 1_000);
  stop.abort();
  const calls = await Promise.all([olderCalls, newerCalls]);
  await older.stop();
  await newer.stop();
  print(calls, (await migrations(url)).slice(before.length));
  if (calls.some(({ failures }) => failures.length > 0)) process.exitCode = 1;
}

async function migrations(url: string): Promise<string[]> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const { rows } = await owner.query<{ name: string }>('SELECT name FROM private.migrations ORDER BY name');
  await owner.end();
  return rows.map(({ name }) => name);
}

/** Lists, edits every other lead of a page, and imports, until the signal. */
async function keepCalling(
  server: string,
  bench: BenchServer,
  part: number,
  signal: AbortSignal,
): Promise<Calls> {
  const calls: Calls = { server, lists: 0, edits: 0, imports: 0, failures: [], slowestMs: 0 };
  const timed = async (kind: 'lists' | 'edits' | 'imports', work: () => Promise<unknown>): Promise<void> => {
    const since = performance.now();
    try {
      await work();
      calls[kind]++;
    } catch (error) {
      calls.failures.push(`${kind}: ${String(error)}`);
    }
    if (kind !== 'imports') calls.slowestMs = Math.max(calls.slowestMs, performance.now() - since);
  };
  const reading = async (): Promise<void> => {
    for (let turn = 0; !signal.aborted; turn++) {
      let ids: string[] = [];
      await timed('lists', async () => {
        const query =
          turn % 3 === 0 ? 'country=Germany' : turn % 3 === 1 ? 'search=first1' : `offset=${turn}`;
        const { leads } = (await (await bench.send(`/api/leads?limit=20&${query}`)).json()) as {
          leads: { id: string }[];
        };
        ids = leads.map(({ id }) => id);
      });
      await timed('lists', () => bench.send('/api/dashboard/stats'));
      // The servers edit different leads, so that no edit conflicts.
      const id = ids.find((candidate) => Number.parseInt(candidate.slice(-1), 16) % 2 === part);
      if (id !== undefined) {
        const body = JSON.stringify({ city: `City ${turn}` });
        const headers = { 'content-type': 'application/json' };
        await timed('edits', () => bench.send(`/api/leads/${id}`, { method: 'PATCH', body, headers }));
      }
      await wait(PAUSE_MS);
    }
  };
  const importing = async (): Promise<void> => {
    for (let turn = 0; !signal.aborted; turn++) {
      await timed('imports', () => importLeads(bench, `${server}${turn}x`, IMPORTED_LEADS));
    }
  };
  await Promise.all([reading(), importing()]);
  return calls;
}

/** Imports a file and waits for its end. */
async function importLeads(bench: BenchServer, name: string, rows: number): Promise<void> {
  const lines = Array.from({ length: rows }, (_, n) => `First${n},${name}${n}@mail.test,Germany`);
  const form = new FormData();
  form.set('file', new File([`First Name,Email,Country\n${lines.join('\n')}`], `${name}.csv`));
  form.set('fieldMapping', JSON.stringify({ 'First Name': 'firstName', Email: 'email', Country: 'country' }));
  const text = await (await bench.send('/api/import-stream', { method: 'POST', body: form })).text();
  if (!text.includes(`"imported":${rows}`)) throw new Error(`The import ended with ${text.slice(-300)}`);
}

function print(calls: readonly Calls[], applied: readonly string[]): void {
  const line = (text: string): boolean => process.stdout.write(`${text}\n`);
  line(`${machineLine()}\n`);
  line(`From ${git('log', '-1', '--format=%h', String(commit))}: ${applied.join(', ')}\n`);
  line('| server | lists | edits | imports | slowest list or edit, ms | errors |\n|---|---|---|---|---|---|');
  for (const { server, lists, edits, imports, slowestMs, failures } of calls) {
    line(`| ${server} | ${lists} | ${edits} | ${imports} | ${slowestMs.toFixed(0)} | ${failures.length} |`);
  }
  for (const failure of calls.flatMap(({ failures }) => failures).slice(0, 10)) line(failure);
}
