// Measures orders through the running product: which orders take leads, 10,000 leads a call, a sale of all leads through one of
// them, and how long the leads of an import take to be shared out among all. Arguments: leads (100,000) and orders (50).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order, OrderMatch, OrderSale } from '#contract/orders.ts';
import { until } from '#tests/support/until.ts';
import { timedImport, timedUpload } from './support/importing.ts';
import { leadCsv } from './support/lead-csv.ts';
import { type LeadDatabase, withLeadDatabase } from './support/lead-database.ts';

const leads = Number(process.argv[2] ?? 100_000);
const orders = Number(process.argv[3] ?? 50);
const PAGE = 10_000;
const MOST_MS = 600_000;

await withLeadDatabase({ leads, others: { organizations: 0, leads: 0 } }, measure);

async function measure(database: LeadDatabase): Promise<void> {
  const made: Order[] = [];
  for (let n = 0; n < orders; n++) made.push(await post<Order>(database, '/api/orders', orderOf(n)));
  print('| step | leads | seconds |\n|---|---|---|');
  await timed('match', async () => {
    let matched = 0;
    for (let after: string | undefined; ; ) {
      const asked = { filter: {}, limit: PAGE, ...(after !== undefined && { after }) };
      const page: OrderMatch[] = await post(database, '/api/orders/match', asked);
      matched += page.length;
      after = page.at(-1)?.leadId;
      if (page.length < PAGE) return matched;
    }
  });
  await timed('sell all through one order', async () => {
    const sale = await post<OrderSale>(database, `/api/orders/${made[0]?.id}/sell`, { filter: {} });
    return sale.sold + sale.refused.length;
  });
  await shareOut(database, made);
}

/** Imports as many leads, which the orders then sell by themselves. */
async function shareOut(database: LeadDatabase, made: readonly Order[]): Promise<void> {
  for (const { id } of made) await send(database, 'PATCH', `/api/orders/${id}`, { autoSell: true });
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-bench-'));
  const path = join(folder, 'leads.csv');
  await writeFile(path, leadCsv(leads, { shape: 'realistic' }));
  const { upload } = await timedUpload(database.server, path, 'leads.csv');
  await rm(folder, { recursive: true });
  await timed('import', async () => {
    await timedImport(database.server, upload);
    return leads;
  });
  const isOffered = async () =>
    (await database.owner.query('SELECT FROM order_offers LIMIT 1')).rowCount === 0;
  await timed('share out the rest of its leads after that', async () => {
    await until('its leads are offered', isOffered, MOST_MS);
    const { rows } = await database.owner.query<{ sold: number }>(
      "SELECT count(*)::int AS sold FROM lead_sales WHERE order_id IS NOT NULL AND sold_by_name LIKE 'Order %'",
    );
    return rows[0]?.sold ?? 0;
  });
}

/** Every third has a cap, every fifth looks for people that the customer bought before. */
function orderOf(n: number) {
  const where = [
    ['country', 'anyOf', 'Germany', 'France', 'Italy'],
    ['source', 'isNot', `campaign-${n}`],
    ['city', 'contains', String(n % 10)],
    ['createdAt', 'lastDays', '3000'],
    ['phone', 'isNotEmpty'],
  ].slice(0, 1 + (n % 5));
  return {
    ...{
      customerNumber: `C-${n}`,
      name: `Order ${n}`,
      price: '5',
      currency: 'EUR',
      priority: 1 + (n % 4),
      where,
    },
    ...(n % 3 === 0 && { caps: [{ period: 'day', leads: 20_000 }] }),
    ...(n % 5 === 0 && { duplicateDays: 90 }),
    timeZone: ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'][n % 3],
  };
}

function post<T>(database: LeadDatabase, path: string, body: unknown): Promise<T> {
  return send<T>(database, 'POST', path, body);
}

async function send<T>({ server }: LeadDatabase, method: string, path: string, body: unknown): Promise<T> {
  const response = await server.send(path, {
    ...{ method, body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json' },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function timed(name: string, step: () => Promise<number>): Promise<void> {
  const start = performance.now();
  const count = await step();
  print(`| ${name} | ${count} | ${((performance.now() - start) / 1000).toFixed(1)} |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
