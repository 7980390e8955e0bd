// Sells leads to five simulated buyers (slow, 429, 5xx, connections cut before and after they took the lead) while servers are killed, and
// checks what must hold: nothing lost, repeats with the id of their delivery, no exclusive lead at two buyers, every delivery ended or open
// with a reason. Arguments: sales (5,000) and kills (5). Repeats are made due at once.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { until } from '#tests/support/until.ts';
import { startBenchDatabase } from './support/bench-database.ts';
import { machineLine } from './support/machine.ts';
import { seedOrganizations } from './support/seed-leads.ts';
import { type BenchServer, startBenchServer } from './support/server.ts';

const sales = Number(process.argv[2] ?? 5_000);
const kills = Number(process.argv[3] ?? 5);
const MOST_MS = 3_600_000;
const MAKE_DUE_MS = 2_000;

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
try {
  await run(database);
} finally {
  await database.stop();
}

async function run({ owner, url }: Awaited<ReturnType<typeof startBenchDatabase>>): Promise<void> {
  let server = await startBenchServer({ databaseUrl: url });
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM organizations');
  await seedOrganizations(owner, [{ id: rows[0]?.id ?? '', leads: sales }], {
    ...{ is_sold: 'false', customer_number: 'null', source: "'s' || i % 5" },
  });
  const buyers = await Promise.all(BUYERS.map((behaviour, n) => startChaotic(behaviour, n === 0)));
  process.stdout.write(`${machineLine()}\n${sales} sales, ${kills} kills\n\n`);
  const began = performance.now();
  for (const [n, buyer] of buyers.entries()) {
    const where = [['source', 'is', `s${n}`]];
    const next = { customerNumber: `C-${n}`, name: `Buyer ${n}`, autoSell: true, priority: 1 + n };
    const order = await post<{ id: string }>(server, '/api/orders', { ...next, where, ...webhookTo(buyer) });
    await post(server, `/api/orders/${order.id}/sell`, { filter: {} });
  }
  const spare = await startChaotic(() => 'ok', false);
  await post(server, '/api/orders', {
    ...{ customerNumber: 'C-9', name: 'Spare', autoSell: true, priority: 9, ...webhookTo(spare) },
  });
  const making = setInterval(() => void makeDue(owner).catch(() => undefined), MAKE_DUE_MS);
  for (let killed = 0; killed < kills; killed++) {
    await wait(500 + Math.random() * 3_000);
    process.kill(server.pid, 'SIGKILL');
    await server.stop().catch(() => undefined);
    server = await startBenchServer({ databaseUrl: url });
  }
  await until('nothing is open', async () => (await openOnes(owner)) === 0, MOST_MS);
  clearInterval(making);
  await report(owner, [...buyers, spare], (performance.now() - began) / 1000);
  await server.stop();
  await Promise.all([...buyers, spare].map((buyer) => buyer.close()));
}

/** Starts a buyer, of which the first is slow; one that took a delivery accepts its repeats. */
async function startChaotic(behaviour: (share: number) => Answered, isSlow: boolean): Promise<Buyer> {
  const buyer = await startBuyer(({ body, headers }, response) => {
    const id = String(headers['webhook-id']);
    const answered = taken.get(buyer)?.has(id) === true ? 'ok' : behaviour(Math.random());
    if (answered === 'ok' || answered === 'cutAfter') taken.get(buyer)?.set(id, JSON.parse(body).email);
    if (typeof answered === 'number') return void response.writeHead(answered).end();
    if (answered.startsWith('cut')) return void response.destroy();
    if (!isSlow) return { result: answered };
    setTimeout(() => response.end(JSON.stringify({ result: answered })), SLOW_MS);
    return undefined;
  });
  taken.set(buyer, new Map());
  return buyer;
}

/** Repeats, and what killed servers were sending, are made due; pauses end. */
async function makeDue(owner: pg.Client): Promise<void> {
  await owner.query(
    `UPDATE deliveries SET next_at = now(), tries = least(tries, 5)
     WHERE next_at > now() AND (state <> 'sending' OR last_at < now() - interval '20 seconds')`,
  );
  await owner.query('UPDATE orders SET paused_at = NULL, pause_reason = NULL WHERE paused_at IS NOT NULL');
  await owner.query('UPDATE delivery_queues SET next_at = now(), held_until = NULL');
}

async function openOnes(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ open: number }>(
    `SELECT (SELECT count(*) FROM deliveries WHERE next_at IS NOT NULL)::int + (SELECT count(*) FROM order_offers)::int AS open`,
  );
  return rows[0]?.open ?? 0;
}

async function report(owner: pg.Client, buyers: readonly Buyer[], seconds: number): Promise<void> {
  const { rows: states } = await owner.query<{ state: string; count: number; unexplained: number }>(
    `SELECT state, count(*)::int AS count,
       count(*) FILTER (WHERE state NOT IN ('accepted', 'duplicate') AND reason IS NULL)::int AS unexplained
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
  process.stdout.write(
    `${[
      `${Math.round(seconds)} s, ${requests.length} requests of ${known.length} deliveries`,
      ...states.map(({ state, count, unexplained }) => `${state}: ${count}, without a reason ${unexplained}`),
      `requests without a known id: ${requests.filter((id) => !stateOf.has(id)).length}`,
      `accepted without a buyer: ${lost.length}`,
      `exclusive leads at two buyers: ${[...holders.values()].filter((count) => count > 1).length}`,
    ].join('\n')}\n`,
  );
}

async function post<T>(server: BenchServer, path: string, body: unknown): Promise<T> {
  const response = await server.send(path, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json' },
  });
  return (await response.json()) as T;
}
