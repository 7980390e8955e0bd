import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { csv } from '#tests/support/files/csv.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { changeStored } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

const ROWS = 300;
const TODAY = new Date().toISOString().slice(0, 10);

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `lead-${n}@example.com`,
    n % 10 === 0 ? '12345' : '',
    n % 3 === 0 ? 'Germany' : 'France',
    n === ROWS - 1 ? '=SUM(A1)' : `City, ${n}\nsecond "line"`,
    '1234.50',
    '2024-03-01',
    'vip; hot',
  ]);
  await importLeads(user, csvFile([['e', 'p', 'c', 'city', 'amount', 'date', 'tags'], ...rows]), {
    fieldMapping: {
      e: 'email',
      p: 'phone',
      c: 'country',
      city: 'city',
      amount: 'depositAmount',
      date: 'depositDate',
      tags: 'tags',
    },
  });
});
afterAll(() => app.close());

async function download(query: string, client = user): Promise<{ response: Response; bytes: Buffer }> {
  const response = await client.send(`/api/leads/export${query}`, {});
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

interface Entry {
  resource: string;
  details: Record<string, unknown>;
}

async function entries(of: SignedIn = user): Promise<Entry[]> {
  const { rows } = await app.context.db.owner.query<Entry>(
    `SELECT resource, details FROM audit_logs WHERE organization_id = $1 AND action = 'export_leads' ORDER BY id`,
    [of.user.organizationId],
  );
  return rows;
}

describe('the CSV file', () => {
  test('holds every field under its label, newest first, in UTF-8 with a mark and records that end in CR LF', async () => {
    const { response, bytes } = await download('?limit=all');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = bytes.toString();
    expect(text.slice(1, text.indexOf('\r\n'))).toBe(LEAD_FIELDS.map(({ label }) => `"${label}"`).join(','));
    expect(text.split('\r\n')).toHaveLength(ROWS + 2);
    const { columns, cells } = await readTable(bytes);
    expect(columns).toEqual(LEAD_FIELDS.map(({ label }) => label));
    const email = columns.indexOf('Email');
    expect(cells.map((row) => row[email])).toEqual(
      Array.from({ length: ROWS }, (_, n) => `lead-${ROWS - 1 - n}@example.com`),
    );
  });

  test('writes what a spreadsheet would run with an apostrophe before it', async () => {
    const { bytes } = await download('?limit=1');
    expect(bytes.toString()).toContain(`,"'=SUM(A1)",`);
  });

  test('writes values as they are known', async () => {
    const { bytes } = await download('?limit=2');
    const [, lead = ''] = withoutQuotes(bytes.toString()).split('\r\n').slice(1);
    const now = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
    expect(lead).toMatch(
      new RegExp(
        `^[0-9a-f-]{36},,,lead-298@example\\.com,,,false,France,"City, 298\nsecond ""line""",,,,,,1234\\.50,2024-03-01,.*,new,false,,"vip, hot",,,,[0-9a-f-]{36},${now}$`,
      ),
    );
  });

  test.each([
    ['', ROWS, ROWS],
    ['?limit=7', ROWS, 7],
    ['?limit=all', ROWS, ROWS],
    ['?limit=all&country=germany', 100, 100],
    ['?limit=3&country=germany&phoneValid=invalid', 10, 3],
    ["?limit=all&search=O'Neil", 0, 0],
    ['?limit=all&search=LEAD-29', 11, 11],
    ['?limit=all&tags=HOT,none', ROWS, ROWS],
    ['?limit=all&isSold=false&hlrStatus=unchecked&depositAmount=100-2000', ROWS, ROWS],
    ['?limit=all&depositDateFrom=2024-03-01&depositDateTo=2024-03-01&search=%25', 0, 0],
  ])('of %j holds what matches, and says how much', async (query, total, exported) => {
    const { response, bytes } = await download(query);
    expect(response.headers.get('x-total-count')).toBe(String(total));
    expect(response.headers.get('x-exported-count')).toBe(String(exported));
    expect((await readTable(bytes)).rows).toHaveLength(exported);
  });

  test.each([
    ['', `leads-export-${TODAY}.csv`],
    ['?phoneValid=invalid', `invalid-phones-${TODAY}.csv`],
    ['?format=xlsx', `leads-export-${TODAY}.xlsx`],
    ['?format=xlsx&phoneValid=invalid', `invalid-phones-${TODAY}.xlsx`],
  ])('of %j is called %s', async (query, name) => {
    const { response } = await download(query);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  });
});

describe('the workbook', () => {
  test('holds the same cells', async () => {
    const { response, bytes } = await download('?limit=all&format=xlsx');
    expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet');
    const workbook = await readTable(bytes, { filename: 'leads.xlsx' });
    const text = await readTable((await download('?limit=all')).bytes);
    expect(workbook.format).toMatchObject({ kind: 'xlsx', sheets: ['Leads'] });
    expect(workbook.columns).toEqual(text.columns);
    const amount = text.columns.indexOf('Deposit Amount');
    // Numbers lose their trailing zeros.
    const expected = text.cells.map((row) => row.with(amount, '1234.5'));
    expect(workbook.cells).toEqual(expected);
  });
});

test('a workbook that nothing could open is refused before it begins', async () => {
  const other = await signUp(app.url);
  await app.context.db.owner.query(
    `INSERT INTO lead_stats (organization_id, entry, dimension, value, total, valid, qualified)
     VALUES ($1, gen_random_uuid(), 'all', '', 20000000, 0, 0)`,
    [other.user.organizationId],
  );
  const { status, body } = await other.get<{ field: string }>('/api/leads/export?limit=all&format=xlsx');
  expect([status, body.field]).toEqual([400, 'format']);
  expect((await download('?limit=5000&format=xlsx', other)).response.status).toBe(200);
});

describe('who may export', () => {
  test('nobody without a session', async () => {
    expect((await app.anonymous.get('/api/leads/export')).status).toBe(401);
    expect((await app.anonymous.post('/api/export/verify', { password: 'x' })).status).toBe(401);
  });

  test('another organization gets none of these leads', async () => {
    const other = await signUp(app.url);
    const { response, bytes } = await download('?limit=all', other);
    expect(response.headers.get('x-total-count')).toBe('0');
    expect((await readTable(bytes)).rows).toEqual([]);
  });

  test.each(['?limit=0', '?limit=many', '?format=pdf', '?nonsense=1', '?custom=x', '?limit=1&limit=2'])(
    '%s is refused',
    async (query) => {
      expect((await user.get(`/api/leads/export${query}`)).status).toBe(400);
    },
  );

  test('a look at the headers alone is not an export', async () => {
    const before = (await entries()).length;
    expect((await user.send('/api/leads/export', { method: 'HEAD' })).status).toBe(404);
    expect(await entries()).toHaveLength(before);
  });
});

test('the audit trail tells filter, format, limit and count', async () => {
  await download('?limit=5&country=Germany&format=xlsx');
  expect((await entries()).at(-1)).toEqual({
    resource: `leads-export-${TODAY}.xlsx`,
    details: { filter: '{"country":"Germany"}', format: 'xlsx', limit: 5, total: 100, count: 5 },
  });
});

test('numbers that look like thousands come back as they were, alone in their column', async () => {
  const other = await signUp(app.url);
  await app.context.db.owner.query(
    `INSERT INTO custom_fields (organization_id, id, name, type) VALUES ($1, gen_random_uuid(), 'Score', 'number')`,
    [other.user.organizationId],
  );
  await importLeads(
    other,
    csvFile([
      ['e', 's', 'p'],
      ['a@example.com', '1.234', '0.5'],
    ]),
    {
      fieldMapping: { e: 'email', s: 'custom:Score' },
    },
  );
  const update = {
    fieldMapping: { 'Lead ID': 'id', Score: 'custom:Score' },
    importMode: { mode: 'update', matchField: 'id' },
  };
  // Read alone, 1.234 is a thousand: the inferred type of its column decided so.
  await changeStored(app.context.db.owner, `custom_data = '{"Score": -12.345}'`, 'organization_id = $1', [
    other.user.organizationId,
  ]);
  for (const format of ['csv', 'xlsx']) {
    const { bytes } = await download(`?limit=all&format=${format}`, other);
    const { stats } = await importLeads(other, fileOf(`out.${format}`, new Uint8Array(bytes)), update);
    expect(stats).toMatchObject({ updated: 0, skipped: 1 });
  }
});

test('a client that goes away ends the reading, which is noted', async () => {
  const other = await signUp(app.url);
  const wide = 'x'.repeat(1_500);
  const rows = Array.from({ length: 20_000 }, (_, n) => [`l${n}@example.com`, wide]);
  await importLeads(other, fileOf('wide.csv', new Uint8Array(csv([['e', 'a'], ...rows]))), {
    fieldMapping: { e: 'email', a: 'address' },
  });
  const reading = async (): Promise<number> => {
    const { rows: found } = await app.context.db.owner.query<{ n: number }>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (SELECT%'
         AND state <> 'idle'`,
    );
    return found[0]?.n ?? 0;
  };
  const gone = new AbortController();
  const response = await other.send('/api/leads/export?limit=all', { signal: gone.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  await until('the export waits for its client', async () => (await reading()) === 1);
  gone.abort();
  await until('the reading has ended', async () => (await reading()) === 0);
  await until('the audit trail tells', async () =>
    (await entries(other)).some(
      ({ details }) => details['cancelled'] === true && details['count'] === 20_000,
    ),
  );
});
