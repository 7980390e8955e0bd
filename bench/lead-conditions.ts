// Times the conditions of the filter `where` at 1,000,000 leads in one organization, through the running product: the first page
// without its total, as the list asks for it, and the total alone. Then what a sale costs a lead, with and without the
// index of customer numbers. Argument: the leads.
import { setTimeout as wait } from 'node:timers/promises';
import { type LeadDatabase, withLeadDatabase } from './support/lead-database.ts';
import { percentile } from './support/machine.ts';

const leads = Number(process.argv[2] ?? 1_000_000);
const CALLS = 5;

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const where = (...conditions: unknown[]): Record<string, string> => ({ where: JSON.stringify(conditions) });

const FILTERS: Record<string, Record<string, string>> = {
  'country is not': where(['country', 'isNot', 'Germany']),
  'country is any of three': where(['country', 'anyOf', 'Germany', 'Peru', 'Kenya']),
  'country is empty': where(['country', 'isEmpty']),
  'tags have none of': where(['tags', 'noneOf', 'tag-1', 'tag-2']),
  'brand contains': where(['brand', 'contains', '3']),
  'deposit amount between': where(['depositAmount', 'between', '100', '500']),
  'city is, 250 leads': where(['city', 'is', 'city 1234']),
  'city is, no lead': where(['city', 'is', 'Atlantis']),
  'affiliate is, 5,000 leads': where(['affiliate', 'is', 'AFF-7']),
  'agent is empty, all leads': where(['agent', 'isEmpty']),
  'address contains, many': where(['address', 'contains', '1 main']),
  'address contains, none': where(['address', 'contains', 'avenue']),
  'first name starts with': where(['firstName', 'startsWith', 'fran']),
  'created in the last 7 days': where(['createdAt', 'lastDays', '7']),
  'created on one day a month ago': where(['createdAt', 'is', day(30)]),
  'updated in the last 7 days': where(['updatedAt', 'lastDays', '7']),
  'customer number is, 1,600 leads': where(['customerNumber', 'is', 'c7']),
  'sold to a customer (customer=)': { customer: 'C7' },
  'a country and a city': where(['country', 'is', 'Germany'], ['city', 'startsWith', 'City 12']),
  'any of a sold country and a tag': where([
    'any',
    [
      ['country', 'is', 'Germany'],
      ['isSold', 'is', 'true'],
    ],
    [['tags', 'anyOf', 'tag-1']],
  ]),
  'any of a city and a country': where([
    'any',
    [['city', 'startsWith', 'City 12']],
    [['country', 'is', 'Peru']],
  ]),
  'a search and a city': { search: 'schmidt', ...where(['city', 'contains', '99']) },
};

await withLeadDatabase({ leads, others: { organizations: 2, leads: 50_000 } }, async (database) => {
  print(`${CALLS} calls each, ms\n`);
  print('| condition | leads | first page p50 | max | total p50 | max |\n|---|---|---|---|---|---|');
  for (const [name, filter] of Object.entries(FILTERS)) {
    const query = new URLSearchParams(filter);
    const page = await timed(database, `/api/leads?count=false&limit=20&${query}`);
    const total = await timed(database, `/api/leads/count?${query}`);
    const found = (JSON.parse(total.body) as { total: number }).total;
    print(`| ${name} | ${found} | ${milliseconds(page.times)} | ${milliseconds(total.times)} |`);
  }
  await timeSales(database);
});

async function timed({ server }: LeadDatabase, path: string): Promise<{ times: number[]; body: string }> {
  const times: number[] = [];
  let body = '';
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now();
    const answer = await server.send(path);
    body = await answer.text();
    times.push(performance.now() - start);
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${body}`);
  }
  return { times, body };
}

/** Sells leads and takes them back, in turns with the index of customer numbers and without it. */
async function timeSales({ server, owner }: LeadDatabase): Promise<void> {
  const [index] = (
    await owner.query<{ made: string }>("SELECT pg_get_indexdef('leads_customer'::regclass) AS made")
  ).rows;
  const filter = { isSold: 'false', ...where(['createdAt', 'lastDays', '1']) };
  print('\n| sale | leads | s | µs a lead |\n|---|---|---|---|');
  for (let turn = 0; turn < 6; turn++) {
    const hasIndex = turn % 2 === 0;
    if (turn > 0) await owner.query(hasIndex ? (index?.made ?? '') : 'DROP INDEX leads_customer');
    const start = performance.now();
    const changed = await bulk(server, filter, { type: 'markSold', customerNumber: `BENCH-${turn}` });
    const took = performance.now() - start;
    print(
      `| ${hasIndex ? 'with' : 'without'} the index | ${changed} | ${(took / 1000).toFixed(2)} | ${((1000 * took) / changed).toFixed(0)} |`,
    );
    await bulk(server, { customer: `BENCH-${turn}` }, { type: 'returnSale' });
  }
}

async function bulk(server: LeadDatabase['server'], filter: object, action: object): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ selection: { filter }, action });
  const started = await (await server.send('/api/leads/bulk', { method: 'POST', headers, body })).json();
  const { id } = started as { id: string };
  for (;;) {
    await wait(20);
    const state = await (await server.send(`/api/leads/bulk/${id}`)).json();
    const { status, changed } = state as { status: string; changed: number };
    if (status !== 'processing') return changed;
  }
}

function milliseconds(times: readonly number[]): string {
  return `${percentile(times, 0.5).toFixed(0)} | ${Math.max(...times).toFixed(0)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
