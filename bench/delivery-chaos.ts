// Sells leads to five simulated buyers (slow, 429, 5xx, connections cut before and after they took the lead) while servers, PostgreSQL and
// buyers are killed, and checks what must hold: nothing lost, repeats with the id of their delivery, no exclusive lead at two buyers, every
// delivery ended or open with a reason. Arguments: sales (5,000) and kills (20). Repeats are made due at once.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { until } from '#tests/support/until.ts';
import { type BenchDatabase, startBenchDatabase } from './support/bench-database.ts';
import { childrenOf, machineLine } from './support/machine.ts';
import { seedOrganizations } from './support/seed-leads.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const sales = Number(process.argv[2] ?? 5_000);
const kills = Number(process.argv[3] ?? 20);
const MOST_MS = 3_600_000;
const MAKE_DUE_MS = 2_000;
const AGAIN_MS = 1_000;
/** Deliveries a second with which the kills are spread over the run. */
const EXPECTED_PACE = 150;
const BUYER_DOWN_MS = 5_000;

/** Leads that each buyer took, whatever it answered, by delivery. */
const taken = new Map<Buyer, Map<string, string>>();

/** A status, a cut connection, a rejection or an answer that takes the lead; `cutAfter` takes it without an answer. */
type Answered = number | 'cut' | 'cutAfter' | 'no' | 'ok';
/** By a random share: a fifth of requests go wrong. */
const BUYERS: ((share: number) => Answered)[] = [
  (share) => (share < 0.1 ? 'no' : 'ok'),
  (share) => (share < 0.2 ? 429 : 'ok'),
  (share) => (share < 0.2 ? 500 : 'ok'),
  (share) => (share < 0.2 ? 'cut' : 'ok'),
  (share) => (share < 0.2 ? 'cutAfter' : 'ok'),
];
const SLOW_MS = 300;

process.env['DELIVERY_ALLOW'] = '127.0.0.0/8';
// Servers that follow one another share a key.
process.env['SECRET_KEY'] = randomBytes(32).toString('base64');
const database = await startBenchDatabase();
database.owner.on('error', () => undefined);
try {
  await run(database);
} finally {
  await database.stop();
}

async function run({ owner, url, folder }: BenchDatabase & { folder: string }): Promise<void> {
  let server = await startBenchServer({ databaseUrl: url });
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM organizations');
  await seedOrganizations(owner, [{ id: rows[0]?.id ?? '', leads: sales }], {
    ...{ is_sold: 'false', customer_number: 'null', source: "'s' || i % 5" },
  });
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  const buyers = await Promise.all(BUYERS.map((behaviour, n) => startChaotic(behaviour, n === 0)));
  // Gets what the others reject.
  const spare = await startChaotic(() => 'ok', false);
  print(`${machineLine()}\n${sales} sales, ${kills} kills\n`);
  const began = performance.now();
  await post(server, '/api/orders', {
    ...{ customerNumber: 'C-9', name: 'Spare', autoSell: true, priority: 9, ...webhookTo(spare) },
  });
  const orders: string[] = [];
  for (const [n, buyer] of buyers.entries()) {
    const where = [['source', 'is', `s${n}`]];
    const next = { customerNumber: `C-${n}`, name: `Buyer ${n}`, autoSell: true, priority: 1 + n };
    const { id } = await post<{ id: string }>(server, '/api/orders', { ...next, where, ...webhookTo(buyer) });
    orders.push(id);
  }
  const selling = Promise.all(orders.map((id) => sellThrough(() => server, id)));
  const making = setInterval(() => void makeDue(pool).catch(() => undefined), MAKE_DUE_MS);
  const killServer = async () => {
    process.kill(server.pid, 'SIGKILL');
    await server.stop().catch(() => undefined);
    server = await startBenchServer({ databaseUrl: url });
  };
  const postmaster = () =>
    Number.parseInt(readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8'), 10);
  const killPostgres = async () => {
    const killed = postmaster();
    for (const pid of [killed, ...childrenOf(killed)]) process.kill(pid, 'SIGKILL');
    const answers = () => pool.query('SELECT').then(() => postmaster() !== killed);
    await until('PostgreSQL answers', () => answers().catch(() => false), MOST_MS);
  };
  const killBuyer = async () => {
    const buyer = buyers[Math.floor(Math.random() * buyers.length)];
    await buyer?.close();
    await wait(Math.random() * BUYER_DOWN_MS);
    await buyer?.reopen();
  };
  const victims = { server: killServer, PostgreSQL: killPostgres, buyer: killBuyer };
  for (let killed = 0; killed < kills; killed++) {
    await wait((Math.random() * 2_000 * sales) / EXPECTED_PACE / kills);
    const [victim, kill] = Object.entries(victims)[killed % 3] ?? [];
    const accepted = [...taken.values()].reduce((sum, ids) => sum + ids.size, 0);
    const since = performance.now();
    await kill?.();
    print(
      `${seconds(began, since)} s: ${victim} killed with ${accepted} leads taken, back after ${seconds(since)} s`,
    );
  }
  await selling;
  await until('nothing is open', async () => (await openOnes(pool).catch(() => 1)) === 0, MOST_MS);
  clearInterval(making);
  await report(pool, [...buyers, spare], seconds(began));
  await server.stop();
  await pool.end();
  await Promise.all([...buyers, spare].map((buyer) => buyer.close()));
}

/** Sells all leads, again after each failure: sold leads are refused. */
async function sellThrough(server: () => BenchServer, id: string): Promise<void> {
  for (;;) {
    try {
      await post(server(), `/api/orders/${id}/sell`, { filter: {} });
      return;
    } catch {
      await wait(AGAIN_MS);
    }
  }
}

/** Starts a buyer, of which the first is slow; one that took a delivery accepts its repeats. */
async function startChaotic(behaviour: (share: number) => Answered, isSlow: boolean): Promise<Buyer> {
  const buyer = await startBuyer(({ body, headers }, response) => {
    const id = String(headers['webhook-id']);
    const answered = taken.get(buyer)?.has(id) === true ? 'ok' : behaviour(Math.random());
    if (answered === 'ok' || answered === 'cutAfter') taken.get(buyer)?.set(id, JSON.parse(body).email);
    if (typeof answered === 'number') return void response.writeHead(answered).end();
    if (answered.startsWith('cut')) return void response.destroy();
    if (!isSlow) return { result: answered, why: 'age' };
    setTimeout(() => response.end(JSON.stringify({ result: answered, why: 'age' })), SLOW_MS);
    return undefined;
  });
  taken.set(buyer, new Map());
  return buyer;
}

/** Repeats, and what killed servers were sending, are made due; pauses end. */
async function makeDue(owner: pg.Pool): Promise<void> {
  await owner.query(
    `UPDATE deliveries SET next_at = now(), tries = least(tries, 5)
     WHERE next_at > now() AND (state <> 'sending' OR last_at < now() - interval '20 seconds')`,
  );
  await owner.query('UPDATE orders SET paused_at = NULL, pause_reason = NULL WHERE paused_at IS NOT NULL');
  await owner.query('UPDATE delivery_queues SET next_at = now(), held_until = NULL');
}

async function openOnes(owner: pg.Pool): Promise<number> {
  const { rows } = await owner.query<{ open: number }>(
    `SELECT (SELECT count(*) FROM deliveries WHERE next_at IS NOT NULL)::int + (SELECT count(*) FROM order_offers)::int AS open`,
  );
  return rows[0]?.open ?? 0;
}

async function report(owner: pg.Pool, buyers: readonly Buyer[], took: string): Promise<void> {
  const { rows: states } = await owner.query<{ state: string; count: number; unexplained: number }>(
    `SELECT state, count(*)::int AS count,
       count(*) FILTER (WHERE state NOT IN ('accepted', 'rejected', 'duplicate') AND reason IS NULL)::int AS unexplained
     FROM deliveries GROUP BY 1 ORDER BY 1`,
  );
  const { rows: known } = await owner.query<{ id: string; state: string }>(
    'SELECT id, state FROM deliveries',
  );
  const stateOf = new Map(known.map(({ id, state }) => [id, state]));
  const holders = new Map<string, number>();
  for (const emails of taken.values()) {
    for (const email of emails.values()) holders.set(email, (holders.get(email) ?? 0) + 1);
  }
  const requests = buyers.flatMap((buyer) => buyer.ids());
  const lost = known.filter(
    ({ id, state }) => state === 'accepted' && ![...taken.values()].some((ids) => ids.has(id)),
  );
  const unaware = [...taken.values()].flatMap((ids) =>
    [...ids.keys()].filter((id) => stateOf.get(id) !== 'accepted'),
  );
  const { rows: leads } = await owner.query<{ left: number }>(
    `SELECT count(*)::int AS left FROM leads l WHERE NOT EXISTS (
       SELECT FROM deliveries d WHERE d.organization_id = l.organization_id AND d.lead_id = l.id AND d.state = 'accepted')`,
  );
  print(
    [
      `${took} s, ${requests.length} requests of ${known.length} deliveries, ${requests.length - new Set(requests).size} repeats`,
      ...states.map(({ state, count, unexplained }) => `${state}: ${count}, without a reason ${unexplained}`),
      `requests without a known id: ${requests.filter((id) => !stateOf.has(id)).length}`,
      `accepted without a buyer: ${lost.length}`,
      `taken by a buyer, not accepted: ${unaware.length}`,
      `leads that no buyer accepted: ${leads[0]?.left}`,
      `exclusive leads at two buyers: ${[...holders.values()].filter((count) => count > 1).length}`,
    ].join('\n'),
  );
}

function seconds(from: number, to = performance.now()): string {
  return ((to - from) / 1000).toFixed(1);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function post<T>(server: BenchServer, path: string, body: unknown): Promise<T> {
  const response = await server.send(path, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json' },
  });
  return (await response.json()) as T;
}
