// Measures deliveries through the running product, to buyers in this process: deliveries a second with a buyer that answers at once,
// the same while another buyer never answers, and the time from a program's call to the first byte at the buyer, also during an import.
// Arguments: leads of each order (5,000), calls (200) and imported rows (500,000).
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order } from '#contract/orders.ts';
import type { Upload } from '#contract/uploads.ts';
import { type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { until } from '#tests/support/until.ts';
import { timedImport, timedUpload } from './support/importing.ts';
import { leadCsv } from './support/lead-csv.ts';
import { type LeadDatabase, withLeadDatabase } from './support/lead-database.ts';

const leads = Number(process.argv[2] ?? 5_000);
const calls = Number(process.argv[3] ?? 200);
const rows = Number(process.argv[4] ?? 500_000);
const MOST_MS = 600_000;

process.env['DELIVERY_ALLOW'] = '127.0.0.0/8';
process.env['API_RATE_LIMIT'] = '100000';
await withLeadDatabase(
  {
    leads: leads * 2,
    others: { organizations: 0, leads: 0 },
    more: { source: "'s' || i % 2", is_sold: 'false', customer_number: 'null' },
  },
  measure,
);

async function measure(database: LeadDatabase): Promise<void> {
  const fast = await startBuyer();
  const hanging = await startBuyer(() => undefined);
  print('| step | deliveries | seconds | a second |\n|---|---|---|---|');
  const alone = await orderTo(database, fast, { where: [['source', 'is', 's0']] });
  await timed('a buyer that answers at once', fast, () => sell(database, alone));
  const stuck = await orderTo(database, hanging, { exclusive: false });
  await sell(database, stuck);
  await until('the buyer hangs', () => hanging.requests.length > 0, MOST_MS);
  const beside = await orderTo(database, fast, {
    ...{ customerNumber: 'C-2', exclusive: false, where: [['source', 'is', 's1']] },
  });
  await timed('beside a buyer that hangs', fast, () => sell(database, beside));
  print(`\n${hanging.requests.length} requests hung meanwhile`);
  await orderTo(database, fast, { autoSell: true, where: [['source', 'is', 'api']], customerNumber: 'C-3' });
  await firstBytes(database, fast, 'quiet', (times) => times.length >= calls);
  const upload = await uploadRows(database);
  let isImporting = true;
  const importing = timedImport(database.server, upload).finally(() => {
    isImporting = false;
  });
  await firstBytes(database, fast, `import of ${rows} rows`, () => !isImporting);
  print(`the import took ${(await importing).seconds.toFixed(0)} s`);
  const imported = performance.now();
  const isOffered = async () =>
    (await database.owner.query('SELECT FROM order_offers LIMIT 1')).rowCount === 0;
  await until('its leads are offered', isOffered, MOST_MS);
  print(`its leads were offered ${((performance.now() - imported) / 1000).toFixed(1)} s later`);
  await Promise.all([fast.close(), hanging.close()]);
}

async function uploadRows({ server }: LeadDatabase): Promise<Upload> {
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-bench-'));
  const path = join(folder, 'leads.csv');
  await writeFile(path, leadCsv(rows, { shape: 'realistic' }));
  const { upload } = await timedUpload(server, path, 'leads.csv');
  await rm(folder, { recursive: true });
  return upload;
}

/** Times single leads by API, call after call, until there are enough. */
async function firstBytes(
  database: LeadDatabase,
  buyer: Buyer,
  name: string,
  isEnough: (times: readonly number[]) => boolean,
): Promise<void> {
  const { fullToken } = await post<{ fullToken: string }>(database, '/api/tokens', { name, scopes: 'write' });
  const times: number[] = [];
  buyer.requests.length = 0;
  while (!isEnough(times)) {
    const email = `call-${times.length}@${name.replaceAll(' ', '-')}.example.com`;
    const began = performance.now();
    const response = await fetch(`${database.server.url}/api/v1/leads`, {
      ...{ method: 'POST', body: JSON.stringify({ email, source: 'api' }) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${fullToken}` },
    });
    if (response.status !== 201) throw new Error(`The call answered ${response.status}`);
    const request = await until(
      'the lead arrives',
      () => buyer.requests.find(({ body }) => body.includes(email)),
      MOST_MS,
    );
    times.push(request.at - began);
    buyer.requests.length = 0;
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  print(
    `\n${name}: ${times.length} calls to first byte: median ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms`,
  );
}

async function timed(name: string, buyer: Buyer, sold: () => Promise<number>): Promise<void> {
  buyer.requests.length = 0;
  const count = await sold();
  await until('all arrive', () => buyer.requests.length >= count, MOST_MS);
  const [first, last] = [buyer.requests[0]?.at ?? 0, buyer.requests.at(-1)?.at ?? 0];
  const seconds = (last - first) / 1000;
  print(`| ${name} | ${count} | ${seconds.toFixed(1)} | ${Math.round(count / seconds)} |`);
}

function orderTo(database: LeadDatabase, buyer: Buyer, more: Record<string, unknown>): Promise<Order> {
  const order = { customerNumber: 'C-1', name: 'Bench', ...webhookTo(buyer), ...more };
  return post<Order>(database, '/api/orders', order);
}

async function sell(database: LeadDatabase, { id }: Order): Promise<number> {
  const { sold } = await post<{ sold: number }>(database, `/api/orders/${id}/sell`, { filter: {} });
  return sold;
}

async function post<T>({ server }: LeadDatabase, path: string, body: unknown): Promise<T> {
  const response = await server.send(path, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json' },
  });
  return (await response.json()) as T;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
