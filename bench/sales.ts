// Times customers and the sales of the dashboard through the running product: p50 and p95 of 50 calls each, at 1,000,000
// leads and 100,000 sales to 500 customers over two years. Arguments: leads and sales.
import { type LeadDatabase, withLeadDatabase } from './support/lead-database.ts';
import { percentile } from './support/machine.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
const sales = Number(process.argv[3] ?? 100_000);
const CALLS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const CALLED: Record<string, (n: number) => string> = {
  'customers, last buyer first': () => '/api/customers',
  'customers by revenue': () => '/api/customers?sort=revenue',
  'customers, last page by number': () => '/api/customers?sort=number&offset=480',
  'customers, search': (n) => `/api/customers?search=C-${n}`,
  'a customer': (n) => `/api/customers/detail?customer=C-${n}`,
  'its sales': (n) => `/api/customers/sales?customer=C-${n}`,
  'its last sales': (n) => `/api/customers/sales?customer=C-${n}&offset=180`,
  'price of its next sale': (n) => `/api/customers/terms?customer=C-${n}`,
  'dashboard, 30 days': () => '/api/dashboard/sales',
  'dashboard, 90 days': () => `/api/dashboard/sales?from=${dayBefore(89)}`,
  'dashboard, 365 days': () => `/api/dashboard/sales?from=${dayBefore(364)}`,
  suppliers: () => '/api/dashboard/suppliers',
};

await withLeadDatabase(
  { leads, others: { organizations: 0, leads: 0 }, unindexed: true },
  async (database) => {
    await seedSales(database);
    print(`${sales} sales\n\n| call | p50 ms | p95 ms |\n|---|---|---|\n`);
    for (const [name, pathOf] of Object.entries(CALLED)) print(await timed(database, name, pathOf));
    const started = performance.now();
    const file = await database.server.send('/api/customers/deliveries?customer=C-1');
    const bytes = (await file.arrayBuffer()).byteLength;
    print(`\nDeliveries of one customer: ${bytes} bytes in ${Math.round(performance.now() - started)} ms\n`);
  },
);

/** Records sales of seeded leads, every fifth of them returned. */
async function seedSales({ owner, organizationId }: LeadDatabase): Promise<void> {
  await owner.query(
    `INSERT INTO lead_sales (organization_id, lead_id, id, customer_number, sold_by_name, sold_at, returned_at,
       returned_by_name, price, currency, source)
     SELECT $1, id, id, 'C-' || n % 500, 'bench', sold_at,
       CASE WHEN n % 5 = 0 THEN sold_at + interval '1 day' END, CASE WHEN n % 5 = 0 THEN 'bench' END,
       CASE WHEN n % 10 > 0 THEN 5 + n % 20 END, CASE WHEN n % 10 > 0 THEN CASE WHEN n % 3 = 0 THEN 'EUR' ELSE 'USD' END END,
       source
     FROM (
       SELECT id, source, n, now() - (n % 730) * interval '1 day' AS sold_at
       FROM (SELECT id, source, row_number() OVER (ORDER BY md5(id::text)) AS n FROM leads WHERE organization_id = $1) l
       WHERE n <= $2
     ) sold`,
    [organizationId, sales],
  );
  await owner.query('VACUUM ANALYZE lead_sales');
}

async function timed({ server }: LeadDatabase, name: string, pathOf: (n: number) => string): Promise<string> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const started = performance.now();
    const response = await server.send(pathOf((call * 37) % 500));
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${name} answered ${response.status}`);
    times.push(performance.now() - started);
  }
  return `| ${name} | ${percentile(times, 0.5).toFixed(1)} | ${percentile(times, 0.95).toFixed(1)} |\n`;
}

function print(text: string): void {
  process.stdout.write(text);
}
