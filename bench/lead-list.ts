// Times the calls of the lead list at 1,000,000 leads in one organization beside 20 others of 50,000, through
// the running product: p95 of 200 calls with mixed values, and the query plans of those that miss their
// target. Arguments: leads of the large organization, and the number of others; at 10,000,000 the targets are three
// times as long.
import type { Lead } from '#contract/leads.ts';
import { explainLeadListCall } from './support/explained.ts';
import { seeded } from './support/lead-csv.ts';
import { type LeadDatabase, withLeadDatabase } from './support/lead-database.ts';
import { percentile } from './support/machine.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
const CALLS = 200;
const OTHERS = { organizations: Number(process.argv[3] ?? 20), leads: 50_000 };

const random = seeded(7);
const upTo = (n: number): number => Math.floor(random() * n);
const pick = <T>(items: readonly T[]): T => items[upTo(items.length)] as T;
const country = (): string =>
  `country=${encodeURIComponent(pick(['Germany', 'united kingdom', 'FRANCE', 'Nigeria', 'Peru']))}`;
const brand = (): string => `brand=${encodeURIComponent(`Brand ${upTo(40)}`)}`;
const source = (): string => `source=campaign-${upTo(200)}`;
const status = (): string => `status=${pick(['new', 'contacted', 'Qualified', 'converted'])}`;
const sold = (): string => `isSold=${pick(['true', 'false'])}`;
const hlr = (): string => `hlrStatus=${pick(['qualified', 'unqualified', 'unchecked'])}`;
const dates = (): string => `depositDateFrom=2025-0${1 + upTo(9)}-01&depositDateTo=2026-0${1 + upTo(9)}-15`;
const amount = (): string => `depositAmount=${pick(['100', '500-1000', '50-60', '900'])}`;
const tag = (): string => `tags=tag-${upTo(150)}`;
const owner = (): string => `owner=${pick(['me', 'none', 'me,none'])}`;
const due = (): string => `due=${pick(['today', 'overdue', 'upcoming', 'none'])}`;
const FILTERS = { country, brand, source, status, sold, hlr, dates, amount, tag, owner, due };

interface Called {
  /** Target p95 in ms at 1,000,000 leads. */
  wanted: number;
  query: () => string;
}

const rare = (): string => `search=user${1000 + upTo(leads - 1000)}.`;
const name = (): string => `search=${pick(['schmidt', 'Tanaka', 'OKAFOR', 'rossi'])}`;
const twoWords = (): string =>
  `search=${pick(['anna', 'OLGA', 'sven', 'Pedro'])}+${pick(['schmidt', 'rossi', 'Novak'])}`;
const nearlyAll = (): string => `search=${pick(['user', '.test', 'ser1'])}`;
const SEARCHES = { rare, name, 'two words': twoWords, 'nearly all': nearlyAll };

const CALLED: Record<string, Called> = {
  'page 1': { wanted: 10, query: () => '' },
  'any page by offset': { wanted: 20, query: () => `offset=${20 * upTo(leads / 20)}` },
  'the middle page': { wanted: 20, query: () => `offset=${leads / 2}` },
  'the last page': { wanted: 20, query: () => `offset=${leads - 20}` },
  ...Object.fromEntries(
    Object.entries(FILTERS).map(([filter, query]) => [`one filter: ${filter}`, { wanted: 15, query }]),
  ),
  'one filter: any': { wanted: 15, query: () => pick(Object.values(FILTERS))() },
  'three filters': { wanted: 30, query: () => threeOf() },
  'search, rare': { wanted: 30, query: rare },
  'search, a name, one in 20': { wanted: 30, query: name },
  'search, two words': { wanted: 30, query: twoWords },
  'search, nearly all': { wanted: 100, query: nearlyAll },
  ...Object.fromEntries(
    Object.entries(SEARCHES).map(([term, query]) => [
      `search, ${term}, and any filter`,
      { wanted: 60, query: () => `${query()}&${pick(Object.values(FILTERS))()}` },
    ]),
  ),
  'search, a name, and two filters': { wanted: 60, query: () => `${name()}&${country()}&${status()}` },
  'search, a name, and any filter, any page': {
    wanted: 60,
    query: () => `${name()}&${pick([status, sold, country])()}&offset=${20 * upTo(100)}`,
  },
  'page 1 of a name and any filter, uncounted': {
    wanted: 60,
    query: () => `${name()}&${pick(Object.values(FILTERS))()}&count=false`,
  },
  'any page of one filter': {
    wanted: 30,
    query: () => `${pick([status, sold, country])()}&offset=${20 * upTo(500)}`,
  },
};

function threeOf(): string {
  const left = Object.values(FILTERS);
  return [0, 1, 2].map(() => left.splice(upTo(left.length), 1)[0]?.() ?? '').join('&');
}

/** Times a call and prints its line; returns the slowest path when the p95 misses its target. */
async function timeList(
  { server }: LeadDatabase,
  name: string,
  wanted: number,
  query: () => string,
): Promise<string | null> {
  const times: number[] = [];
  let slowest = { path: '', took: 0 };
  for (let call = 0; call < CALLS; call++) {
    const path = `/api/leads?${query()}`;
    const start = performance.now();
    await (await server.send(path)).text();
    const took = performance.now() - start;
    times.push(took);
    if (took > slowest.took) slowest = { path, took };
  }
  return row(name, times, wanted) ? null : slowest.path;
}

async function timeDashboard({ server }: LeadDatabase): Promise<void> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now();
    await Promise.all(
      ['stats', 'countries', 'brands', 'tags'].map(async (part) =>
        (await server.send(`/api/dashboard/${part}`)).text(),
      ),
    );
    times.push(performance.now() - start);
  }
  row('the four dashboard calls together', times, 20);
}

async function timeOneLead({ server }: LeadDatabase): Promise<void> {
  const reads: number[] = [];
  const writes: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const list = await server.send(`/api/leads?limit=1&count=false&offset=${upTo(leads)}`);
    const [lead] = ((await list.json()) as { leads: Lead[] }).leads;
    const path = `/api/leads/${lead?.id}`;
    let start = performance.now();
    await (await server.send(path)).text();
    reads.push(performance.now() - start);
    start = performance.now();
    const body = JSON.stringify({ city: `City ${call}`, status: pick(['new', 'contacted', 'qualified']) });
    const headers = { 'content-type': 'application/json' };
    await (await server.send(path, { method: 'PATCH', headers, body })).text();
    writes.push(performance.now() - start);
  }
  row('one lead with its timeline', reads, 15);
  row('a change of one lead', writes, 25);
}

/** Prints a line of the table and returns whether the p95 meets the target for this number of leads. */
function row(name: string, times: number[], wanted: number): boolean {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  const most = leads > 1_000_000 ? 3 * wanted : wanted;
  const missed = p95 > most ? ' (missed)' : '';
  print(
    `| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)}${missed} | ${most} | ${Math.max(...times).toFixed(1)} |`,
  );
  return p95 <= most;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A third of the leads have an owner, a quarter a next step. */
const FOLLOWED = {
  owner_id: 'CASE WHEN i % 3 = 0 THEN (SELECT id FROM users WHERE organization_id = $1 LIMIT 1) END',
  due_on: 'CASE WHEN i % 4 = 0 THEN current_date + (i % 90 - 45)::int END',
};

await withLeadDatabase({ leads, others: OTHERS, more: FOLLOWED }, async (database) => {
  print(`${CALLS} calls each\n`);
  print('| call | p50 ms | p95 ms | wanted | max ms |\n|---|---|---|---|---|');
  const missed: string[] = [];
  for (const [name, { wanted, query }] of Object.entries(CALLED)) {
    const slow = await timeList(database, name, wanted, query);
    if (slow !== null) missed.push(`\n${name}: ${slow}\n${await explainLeadListCall(database, slow)}`);
  }
  await timeDashboard(database);
  await timeOneLead(database);
  for (const plans of missed) print(plans);
});
