import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LEAD_FIELDS } from '#contract/lead-fields.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { insertStored } from '#tests/support/stored-leads.ts';

// Files of selected leads, with chosen columns and in the order of the list.

const CITIES = ['Bonn', 'aachen', null, 'Essen', 'Celle'];

let app: TestApp;
let user: SignedIn;
const leads: Lead[] = [];

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  for (const name of ['Score', 'It\'s "$1", odd']) {
    await user.post('/api/custom-fields', { name, type: name === 'Score' ? 'number' : 'text' });
  }
  for (const [n, city] of CITIES.entries()) {
    const customData = { Score: String(10 - n), 'It\'s "$1", odd': `=odd ${n}` };
    leads.push(await makeLead(user, { email: `lead-${n}@example.com`, city, customData }));
  }
});
afterAll(() => app.close());

const idsOf = (...numbers: number[]) => ({ ids: numbers.map((n) => leads[n]?.id ?? '') });

async function tableOf(response: Response, filename = 'leads.csv') {
  expect([response.status, response.ok ? '' : await response.clone().text()]).toEqual([200, '']);
  const { columns, cells } = await readTable(Buffer.from(await response.arrayBuffer()), { filename });
  return [columns, ...cells];
}

const exported = (body: object, client = user) =>
  client.send('/api/leads/export', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const exportedBy = (query: Record<string, string>) =>
  user.send(`/api/leads/export?${new URLSearchParams(query)}`, {});

describe('a file of selected leads', () => {
  test('has exactly these, newest first, and says how many', async () => {
    const response = await exported({ selection: idsOf(0, 3) });
    expect([response.headers.get('x-total-count'), response.headers.get('x-exported-count')]).toEqual([
      '2',
      '2',
    ]);
    const [columns = [], ...rows] = await tableOf(response);
    expect(columns.slice(0, LEAD_FIELDS.length)).toEqual(LEAD_FIELDS.map(({ label }) => label));
    expect(rows.map((row) => row[columns.indexOf('Email')])).toEqual([
      'lead-3@example.com',
      'lead-0@example.com',
    ]);
    expect((await auditOf(app, user.user.organizationId, 'export_leads')).at(-1)).toMatchObject({
      details: { selected: 2, format: 'csv', count: 2 },
    });
  });

  test.each(['csv', 'xlsx'] as const)('has the chosen columns in their order, as %s', async (format) => {
    const columns = ['custom:Score', 'email', 'custom:It\'s "$1", odd'];
    const choice = { format, columns, sort: 'custom:It\'s "$1", odd', order: 'asc' };
    const expected = [
      ['Score', 'Email', 'It\'s "$1", odd'],
      ['9', 'lead-1@example.com', '=odd 1'],
      ['8', 'lead-2@example.com', '=odd 2'],
    ];
    expect(await tableOf(await exported({ selection: idsOf(2, 1), ...choice }), `a.${format}`)).toEqual(
      expected,
    );
    expect((await auditOf(app, user.user.organizationId, 'export_leads')).at(-1)?.details).toMatchObject({
      columns: columns.join(', '),
      sort: 'custom:It\'s "$1", odd asc',
    });
  });

  test('leaves out leads in the bin, and those of other organizations', async () => {
    const gone = await makeLead(user, { email: 'gone@example.com' });
    await call(user, 'DELETE', `/api/leads/${gone.id}`);
    const selection = { ids: [gone.id, leads[0]?.id] };
    const choice = { columns: ['email'] };
    expect(await tableOf(await exported({ selection, ...choice }))).toEqual([
      ['Email'],
      ['lead-0@example.com'],
    ]);
    const other = await signUp(app.url);
    expect(await tableOf(await exported({ selection, ...choice }, other))).toEqual([['Email']]);
  });
});

test.each([
  [{ sort: 'city', order: 'asc' }, [1, 0, 4, 3, 2]],
  [{ sort: 'city', order: 'desc' }, [3, 4, 0, 1, 2]],
  [{ sort: 'custom:Score' }, [4, 3, 2, 1, 0]],
  [{ sort: 'id', order: 'asc' }, [0, 1, 2, 3, 4]],
  [{ sort: 'city', limit: '2' }, [1, 0]],
  [{}, [4, 3, 2, 1, 0]],
] as const)('an export of a filter with %j is in the order of the list', async (choice, expected) => {
  const response = await exportedBy({ limit: 'all', columns: '["email"]', ...choice });
  expect((await tableOf(response)).slice(1).flat()).toEqual(expected.map((n) => `lead-${n}@example.com`));
  if ('limit' in choice) return;
  const all = await exported({ selection: { filter: {} }, columns: ['email'], ...choice });
  expect((await tableOf(all)).slice(1).flat()).toEqual(expected.map((n) => `lead-${n}@example.com`));
});

test.each([
  [{ columns: [] }, 'columns'],
  [{ columns: ['email', 'email'] }, 'columns'],
  [{ columns: ['name'] }, 'columns.0'],
  [{ columns: ['custom:Nothing'] }, 'columns'],
  [{ sort: 'custom:Nothing' }, 'sort'],
  [{ format: 'pdf' }, 'format'],
  [{ selection: { ids: [] } }, 'selection'],
])('%j is refused', async (choice, field) => {
  const { status, body } = await user.post<{ field: string }>('/api/leads/export', {
    selection: idsOf(0),
    ...choice,
  });
  expect(status).toBe(400);
  expect(body.field).toContain(field);
});

test.each(['email', '["email","email"]', '{}', '["custom:Nothing"]'])(
  'columns=%s is refused',
  async (columns) => {
    const response = await exportedBy({ columns });
    expect([response.status, await response.json()]).toMatchObject([400, { field: 'columns' }]);
  },
);

test('an export of more leads than are sorted by their ids is in the order of the list as well', async () => {
  const rows = 50_100;
  const large = await signUp(app.url);
  await insertStored(
    app.context.db.owner,
    large.user.organizationId,
    'organization_id, id, email, city',
    `SELECT $1::uuid, gen_random_uuid(), n || '@example.com', CASE WHEN n % 10 > 0 THEN md5(n::text) END
     FROM generate_series(1, $2::int) AS n`,
    [rows],
  );
  await app.context.db.owner.query(
    `INSERT INTO lead_stats (organization_id, entry, dimension, value, total, valid, qualified)
     VALUES ($1, gen_random_uuid(), 'all', '', $2, 0, 0)`,
    [large.user.organizationId, rows],
  );
  const response = await large.send(
    '/api/leads/export?limit=all&columns=["email","city"]&sort=city&order=desc',
    {},
  );
  const [, ...cells] = await tableOf(response);
  const cities = cells.map(([, city = '']) => city);
  expect(cities).toHaveLength(rows);
  // Leads without a value come last in both orders.
  expect(cities).toEqual(cities.toSorted().reverse());
});

test('takes a session, and a grant where the account wants one', async () => {
  expect((await app.anonymous.post('/api/leads/export', { selection: idsOf(0) })).status).toBe(401);
  const guarded = await signUp(app.url);
  await app.context.db.owner.query('UPDATE users SET require_export_auth = true WHERE id = $1', [
    guarded.user.id,
  ]);
  expect((await exported({ selection: idsOf(0) }, guarded)).status).toBe(403);
});
