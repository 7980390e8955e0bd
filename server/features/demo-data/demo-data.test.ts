import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { runAdmin } from '#tests/support/admin.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { sampleLeads } from './sample-leads.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  admin = await signUp(app.url);
});

const PATH = '/api/dashboard/sample-data';
const organization = () => admin.user.organizationId;

async function totalOf(query: string): Promise<number> {
  return (await admin.get<{ total: number }>(`/api/leads?limit=1&${query}`)).body.total;
}

/** Returns the number of rows of the organization in each table that has some. */
async function rowsByTable(): Promise<Record<string, number>> {
  const tables = ['leads', 'lead_search', 'lead_events', 'lead_notes', 'lead_sales', 'imports', 'customers'];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await app.context.db.owner.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE organization_id = $1`,
      [organization()],
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts[table] = count;
  }
  return counts;
}

test('the sample data is 5,000 leads with phones of all kinds, sales, notes and customers', async () => {
  expect((await admin.get(PATH)).body).toEqual({ leads: null });
  const made = await admin.post(PATH, {});
  expect([made.status, made.body]).toEqual([200, { leads: 5_000 }]);
  expect((await admin.get(PATH)).body).toEqual({ leads: 5_000 });
  expect(await wrongCounts(app, organization())).toEqual([]);
  expect(await totalOf('')).toBe(5_000);
  const valid = await totalOf('phoneValid=valid');
  expect(valid).toBeGreaterThan(4_500);
  expect(await totalOf('phoneValid=invalid')).toBe(5_000 - valid);
  expect(await totalOf('isSold=true')).toBeGreaterThan(300);
  expect(await totalOf('country=Germany')).toBeGreaterThan(3 * (await totalOf('country=Poland')));
  expect(await totalOf('status=new')).toBeGreaterThan(await totalOf('status=converted'));
  expect(await totalOf('search=élodie')).toBeGreaterThan(20);
  const { body: customers } = await admin.get<{ customers: { number: string; name: string }[] }>(
    '/api/customers',
  );
  expect(JSON.stringify(customers)).toContain('Northwind Energy');
  const { body: imports } = await admin.get<{ filename: string; imported: number }[]>('/api/imports');
  expect(imports).toMatchObject([{ filename: 'Sample data', imported: 5_000, status: 'completed' }]);
  expect(await rowsByTable()).toMatchObject({ lead_notes: 135, imports: 1, customers: 3 });
  expect((await admin.post(PATH, {})).status).toBe(409);
});

test('is the same every time, with many spellings of phones', () => {
  const statuses = ['new', 'contacted', 'won'];
  const leads = sampleLeads(statuses);
  expect(sampleLeads(statuses)).toEqual(leads);
  const shapes = new Set(leads.map(({ input }) => String(input.phone).replaceAll(/\d+/g, '0')));
  expect(shapes.size).toBeGreaterThan(10);
  expect(new Set(leads.map(({ input }) => input.status))).toEqual(new Set(statuses));
  expect(leads.filter(({ input }) => input.email === '').length).toBeGreaterThan(200);
});

test('its removal takes exactly the sample data, edited, sold and deleted leads included', async () => {
  await makeLead(admin, { email: 'mine@example.com' });
  const before = await rowsByTable();
  await admin.post(PATH, {});
  const { body } = await admin.get<{ leads: Lead[] }>('/api/leads?limit=3&country=France');
  const [edited, deleted, noted] = body.leads.map(({ id }) => id);
  expect((await call(admin, 'PATCH', `/api/leads/${edited}`, { city: 'Metz' })).status).toBe(200);
  expect((await call(admin, 'DELETE', `/api/leads/${deleted}`)).status).toBeLessThan(300);
  expect((await admin.post(`/api/leads/${noted}/notes`, { text: 'mine' })).status).toBeLessThan(300);
  const removed = await call(admin, 'DELETE', PATH);
  expect([removed.status, removed.body]).toEqual([200, { leads: null }]);
  expect(await rowsByTable()).toEqual(before);
  expect(await totalOf('')).toBe(1);
  expect(await totalOf('bin=true')).toBe(0);
  expect(await wrongCounts(app, organization())).toEqual([]);
  expect((await call(admin, 'DELETE', PATH)).status).toBe(409);
  const entries = await Promise.all(
    ['add_sample_data', 'remove_sample_data'].map((action) => auditOf(app, organization(), action)),
  );
  expect(entries.flat()).toMatchObject([
    { resource: 'Sample data', details: { count: 5_000 } },
    { resource: 'Sample data', details: { count: 5_000 } },
  ]);
});

test('a file of the same name is not the sample data', async () => {
  await app.context.db.owner.query(
    `INSERT INTO imports (organization_id, id, filename, status, field_mapping, plan, upload_id, columns, created_by, created_by_name)
     VALUES ($1, gen_random_uuid(), 'Sample data', 'completed', '{}', '{}', gen_random_uuid(), '[]', gen_random_uuid(), 'ada')`,
    [organization()],
  );
  expect((await admin.get(PATH)).body).toEqual({ leads: null });
  expect((await call(admin, 'DELETE', PATH)).status).toBe(409);
});

test('a command adds and removes it while the server runs', async () => {
  const run = (...args: string[]) =>
    runAdmin(['demo-data', '--organization', admin.user.organization.name, ...args], {
      DATABASE_URL: app.context.db.urls.owner,
    });
  const name = admin.user.organization.name;
  expect(await run()).toEqual({
    code: 0,
    out: `Added 5,000 sample leads to ${name}; to remove them, run demo-data --remove\n`,
    err: '',
  });
  expect(await totalOf('')).toBe(5_000);
  expect(await run()).toEqual({ code: 1, out: '', err: `${name}: The sample data has already been added\n` });
  expect((await run('--remove')).out).toBe(`Removed 5,000 sample leads from ${name}\n`);
  expect(await totalOf('')).toBe(0);
  expect(await auditOf(app, organization(), 'add_sample_data')).toMatchObject([{ username: 'command line' }]);
});

test('users who are no administrators are refused', async () => {
  const colleague = await addColleague(app, admin, `grace-${admin.user.id}`);
  const statuses = [];
  for (const method of ['GET', 'POST', 'DELETE'] as const)
    statuses.push((await call(colleague, method, PATH)).status);
  expect(statuses).toEqual([403, 403, 403]);
  expect(await totalOf('')).toBe(0);
});
