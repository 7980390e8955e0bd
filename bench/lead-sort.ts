// Times sorted pages of the lead list at 1,000,000 leads in one organization, through the running product: the first page and any
// page of each field, in both orders, without and with filters and searches, and with changed leads in the log; then what the order
// costs a write and the maintenance. Argument: leads of the organization.
import type pg from 'pg';
import { LEAD_SORT_KEYS } from '#contract/lead-sort.ts';
import { run } from '#server/lead/list/index/maintain.ts';
import { indexSubstrings } from '#server/lead/list/index/substrings.ts';
import { assignBuckets } from '#server/lead/list/sort/buckets.ts';
import { remakeBuckets } from '#server/lead/list/sort/order-writes.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { seeded } from './support/lead-csv.ts';
import { type LeadDatabase, withLeadDatabase } from './support/lead-database.ts';
import { percentile } from './support/machine.ts';
import { changeSeeded, random } from './support/seed-leads.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
const CALLS = 12;
const chance = seeded(11);
const upTo = (n: number): number => Math.floor(chance() * n);
const pick = <T>(items: readonly T[]): T => items[upTo(items.length)] as T;

/** Further columns of the leads, as users' files fill them: skewed, in several spellings, mostly empty. */
const MORE = {
  carrier: `case when ${random('20')} < 0.6 then (array['Vodafone','vodafone','O2','Telekom','T-Mobile','Orange','ORANGE '])[1 + floor(7 * ${random('21')})::int] end`,
  ip: `case when ${random('22')} < 0.8 then (i % 223) || '.' || (i / 7 % 256) || '.' || (i / 3 % 256) || '.' || (i % 251) end`,
  card: `case when ${random('23')} < 0.02 then 'visa' end`,
  landing_page: `'https://www.example.com/' || (array['offer','Offer','promo-2026','lp'])[1 + i % 4] || '/' || floor(50000 * ${random('24')} * ${random('24')})::int || '?utm_source=campaign'`,
  agent: `case when ${random('25')} < 0.7 then (array['Sam','sam ','SAM K.','Åsa','Øystein','Łukasz','Zoë','zoe'])[1 + floor(8 * ${random('26')})::int] end`,
  custom_data: `case when ${random('27')} < 0.5 then '{}' else jsonb_build_object('Score', round((1000 * ${random('28')})::numeric, 1),
    'Plan', (array['gold','Gold','silver','Brönze'])[1 + i % 4] || ' ' || floor(300 * ${random('29')})::int) end`,
};

const FIELDS = [...LEAD_SORT_KEYS, 'custom:Score', 'custom:Plan'];
const FILTERS = {
  'no filter': () => '',
  'one filter': () => pick(['country=Germany', 'status=contacted', 'isSold=true', `brand=Brand+${upTo(20)}`]),
  'two filters': () => `country=France&status=${pick(['new', 'qualified'])}`,
  'few match': () => `source=campaign-${150 + upTo(50)}&isSold=true`,
  'a search': () => `search=${pick(['schmidt', 'Tanaka', 'rossi'])}`,
  'a search and a filter': () => `search=${pick(['schmidt', 'anna'])}&status=new`,
  'a rare search': () => `search=user${1000 + upTo(leads - 1000)}.`,
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Times calls of the list; returns the milliseconds of each. */
async function timeCalls(
  { server }: LeadDatabase,
  calls: number,
  query: () => string,
): Promise<{ times: number[]; total: number }> {
  const times: number[] = [];
  let total = 0;
  for (let call = 0; call < calls; call++) {
    const start = performance.now();
    const reply = await server.send(`/api/leads?${query()}`);
    const text = await reply.text();
    times.push(performance.now() - start);
    if (reply.status !== 200) throw new Error(text);
    total = JSON.parse(text).total;
  }
  return { times, total };
}

const ms = (times: readonly number[]): string =>
  `${percentile(times, 0.5).toFixed(1)}, ${percentile(times, 0.95).toFixed(1)}`;

async function timeFields(database: LeadDatabase): Promise<void> {
  print(`| sorted by | first page: p50, p95 ms | any page: p50, p95 ms |\n|---|---|---|`);
  const all: [number[], number[]] = [[], []];
  for (const sort of FIELDS) {
    const sorted = () => `sort=${encodeURIComponent(sort)}&order=${pick(['asc', 'desc'])}`;
    const { times: first } = await timeCalls(database, CALLS, sorted);
    const { times: any } = await timeCalls(
      database,
      CALLS,
      () => `${sorted()}&offset=${20 * upTo(leads / 20)}`,
    );
    all[0].push(...first);
    all[1].push(...any);
    print(`| ${sort} | ${ms(first)} | ${ms(any)} |`);
  }
  print(`| **any field** | ${ms(all[0])} | ${ms(all[1])} |\n`);
}

async function timeFilters(database: LeadDatabase, title: string): Promise<void> {
  print(
    `| ${title} | first page: p50, p95 ms | any page: p50, p95 ms | 200 leads: p50, p95 ms |\n|---|---|---|---|`,
  );
  for (const [name, filter] of Object.entries(FILTERS)) {
    const { total } = await timeCalls(database, 1, filter);
    const sorted = () =>
      `${filter()}&sort=${encodeURIComponent(pick(FIELDS))}&order=${pick(['asc', 'desc'])}`;
    const { times: first } = await timeCalls(database, 5 * CALLS, sorted);
    const offset = () => `offset=${20 * upTo(Math.max(total, 20) / 20)}`;
    const { times: any } = await timeCalls(database, 5 * CALLS, () => `${sorted()}&${offset()}`);
    const { times: long } = await timeCalls(database, 5 * CALLS, () => `${sorted()}&${offset()}&limit=200`);
    print(`| ${name} | ${ms(first)} | ${ms(any)} | ${ms(long)} |`);
  }
  print('');
}

/** Milliseconds in which a statement changes the city of so many leads, next to one another. */
async function timeChange(
  owner: pg.Client,
  organizationId: string,
  [order, offset, count]: ['ASC' | 'DESC', number, number],
): Promise<number> {
  const start = performance.now();
  await changeSeeded(owner, organizationId, {
    source: `SELECT id FROM leads WHERE organization_id = $1 ORDER BY id ${order} OFFSET ${offset} LIMIT ${count}`,
    set: ["city = 'City ' || length(b.city)"],
  });
  return performance.now() - start;
}

/** Changes leads that segments hold, which are logged, and the newest ones, which are not, in turns. */
async function timeWrites({ owner, organizationId }: LeadDatabase): Promise<void> {
  const logged: number[] = [];
  const unlogged: number[] = [];
  for (let round = 0; round < 9; round++) {
    logged.push(await timeChange(owner, organizationId, ['ASC', 200 * round, 200]));
    unlogged.push(await timeChange(owner, organizationId, ['DESC', 200 * round, 200]));
  }
  const each = (times: readonly number[]): string => `${(5 * percentile(times, 0.5)).toFixed(0)} µs`;
  print(
    `A change of a field that no filter has, each of 200 leads, p50: ${each(logged)} with its log entry, ${each(unlogged)} without\n`,
  );
}

/** Makes a segment with 300 changed leads anew: the segment, then its buckets of these leads or, in turns, of all. */
async function timeMaintenance({ owner, url, organizationId }: LeadDatabase): Promise<void> {
  const { appUrl } = await migrate(url);
  const app = openPool(appUrl, 1, (error) => print(error.message));
  const scope = organizationScope(app, organizationId);
  const threads = {
    assign: async (fields: Parameters<typeof assignBuckets>[0]) => assignBuckets(fields),
    choose: async () => [],
  };
  const times = { segment: [], changed: [], all: [] } as Record<'segment' | 'changed' | 'all', number[]>;
  try {
    const [first, second] = await scope.transaction((tx) =>
      tx.query<{ low: string }>(
        'SELECT low FROM lead_segments WHERE organization_id = $1 ORDER BY low LIMIT 2',
        [organizationId],
      ),
    );
    const task = { from: first?.low ?? '', before: second?.low ?? '', do: 'anew', waits: false } as const;
    for (let round = 0; round < 10; round++) {
      await timeChange(owner, organizationId, ['ASC', 300 * round, 300]);
      const start = performance.now();
      await scope.transaction((tx) =>
        run(tx, task, indexSubstrings, async (_, made) => {
          const between = performance.now();
          times.segment.push(between - start);
          const isAll = round % 2 === 0;
          await remakeBuckets(tx, isAll ? { ...made, previous: null } : made, threads);
          times[isAll ? 'all' : 'changed'].push(performance.now() - between);
        }),
      );
    }
  } finally {
    await app.end();
  }
  const [segment, changed, all] = [times.segment, times.changed, times.all].map((each) =>
    percentile(each, 0.5).toFixed(0),
  );
  print(
    `A segment made anew, p50: ${segment} ms; its buckets of 300 changed leads ${changed} ms, of all ${all} ms\n`,
  );
}

async function printSizes({ owner }: LeadDatabase): Promise<void> {
  const { rows } = await owner.query<{ name: string; size: string }>(
    `SELECT name, pg_size_pretty(pg_total_relation_size(name::regclass)) AS size
     FROM unnest(array['leads', 'lead_bitmaps', 'lead_segments', 'lead_sort_buckets', 'lead_sort_thresholds']) AS name`,
  );
  print(rows.map(({ name, size }) => `${name} ${size}`).join(', '));
}

const others = { organizations: 0, leads: 0 };
await withLeadDatabase(
  { leads, others, more: MORE, customFields: { Score: 'number', Plan: 'text' } },
  async (database) => {
    await printSizes(database);
    await timeFields(database);
    await timeFilters(database, 'filter, any field');
    const below = Math.floor(leads / 450);
    await changeSeeded(database.owner, database.organizationId, {
      source: `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS nth FROM leads WHERE organization_id = $1) l
      WHERE nth % ${below} = 0 LIMIT 450`,
      set: ["city = 'Changed'", "status = 'contacted'"],
    });
    await timeFilters(database, 'with 450 changed leads in the log');
    await timeWrites(database);
    await timeMaintenance(database);
  },
);
