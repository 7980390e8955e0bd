import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newServerId } from '#server/platform/db/connection-name.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { withoutDatabase } from '#tests/support/away-database.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { expectContractError } from '#tests/support/contract-errors.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ config: { metricsToken: 'scraper', trustProxy: ['127.0.0.1'] } });
  user = await signUp(app.url);
});

afterAll(() => app.close());

const scrape = (headers: Record<string, string> = {}) => fetch(`${app.url}/metrics`, { headers });

/** Reads the figures by name and labels. */
async function figures(): Promise<Map<string, number>> {
  const response = await scrape();
  expect(response.status).toBe(200);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

test('figures are in the text format of Prometheus, those of the process included', async () => {
  const response = await scrape();
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  expect(text).toContain('# TYPE http_request_duration_seconds histogram\n');
  for (const line of text.split('\n')) {
    // A mean of nothing yet is `Nan`, which Prometheus reads in any case.
    expect(line).toMatch(/^$|^# (?:HELP|TYPE) |^[a-z0-9_]+(?:\{[^}]*\})? -?(?:\d|Nan|\+Inf)/);
  }
  const read = await figures();
  for (const name of [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_seconds',
  ]) {
    expect([name, read.has(name)]).toEqual([name, true]);
  }
});

test('requests, pools, jobs, imported rows and event streams are counted', async () => {
  const rows = [['email'], ['a@example.com'], ['b@example.com'], ['a@example.com'], ['nonsense']];
  await importLeads(user, csvFile(rows), { fieldMapping: { email: 'email' } });
  const gone = new AbortController();
  await user.send('/api/events', { signal: gone.signal });
  await user.get('/api/leads/0198c0de-0000-7000-8000-000000000000');
  const read = await figures();
  const requests = (labels: string) => read.get(`http_request_duration_seconds_count{${labels}}`);
  expect(requests('method="GET",route="/api/leads/:id",status="404"')).toBe(1);
  expect(read.get('lead_manager_import_rows_total{outcome="imported"}')).toBe(2);
  expect(read.get('lead_manager_import_rows_total{outcome="duplicates"}')).toBe(1);
  expect(read.get('lead_manager_import_rows_total{outcome="errors"}')).toBe(1);
  expect(read.get('lead_manager_event_streams')).toBe(1);
  expect(read.get('lead_manager_database_up')).toBe(1);
  expect(read.get('lead_manager_pool_connections{pool="app",state="idle"}')).toBeGreaterThan(0);
  await app.context.db.owner.query(
    `SELECT graphile_worker.add_job('nobodys_task', run_at => now() + interval '1 day')`,
  );
  expect((await figures()).get('lead_manager_jobs{task="nobodys_task",state="scheduled"}')).toBe(1);
  expect(read.get('lead_manager_pool_connections_max{pool="app"}')).toBe(app.context.db.shares.app);
  gone.abort();
  await until('the stream is closed', async () => (await figures()).get('lead_manager_event_streams') === 0);
});

test('what waits is counted: jobs, leads that are not indexed, entries that are not sealed', async () => {
  const { owner } = app.context.db;
  await owner.query(`SELECT graphile_worker.add_job('late_task', run_at => now() - interval '2 hours')`);
  const age = (await figures()).get('lead_manager_job_age_seconds{task="late_task"}');
  expect(age).toBeGreaterThanOrEqual(7200);
  expect(age).toBeLessThan(7300);

  await until('all is indexed', async () => (await figures()).get('lead_manager_index_lag_leads') === 0);
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM organizations LIMIT 1');
  const change = [rows[0]?.id, '0198c0de-0000-7000-8000-000000000000'];
  await owner.query('INSERT INTO lead_change_log (organization_id, lead_id) VALUES ($1, $2)', change);
  expect((await figures()).get('lead_manager_index_lag_leads')).toBe(1);
  await owner.query('DELETE FROM lead_change_log WHERE organization_id = $1 AND lead_id = $2', change);

  await until(
    'all is sealed',
    async () => (await figures()).get('lead_manager_audit_seal_age_seconds') === 0,
  );
});

test('a job is running while a living server has it, not after the death of the one that took it', async () => {
  const { owner } = app.context.db;
  await owner.query(`SELECT graphile_worker.add_job('taken_task', run_at => now() + interval '1 day')`);
  const taken = async (at: string) => {
    await owner.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = 'worker', locked_at = ${at}
       WHERE task_id = (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'taken_task')`,
    );
    return (await figures()).get('lead_manager_jobs{task="taken_task",state="running"}');
  };
  const server = new pg.Client({
    connectionString: app.context.db.urls.owner,
    application_name: `lead-manager/${newServerId()}`,
  });
  await server.connect();
  expect(await taken('now()')).toBe(1);
  expect(await taken("now() - interval '1 hour'")).toBe(0);
  await server.end();
});

test('they are for this machine, and for the token from elsewhere', async () => {
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' };
  await expectContractError(await scrape(elsewhere), 401);
  await expectContractError(await scrape({ ...elsewhere, authorization: 'Bearer wrong' }), 401);
  expect((await scrape({ ...elsewhere, authorization: 'Bearer scraper' })).status).toBe(200);
});

test('a call that an unknown proxy on this machine passed on is not from this machine', async () => {
  const alone = await startTestApp({ jobs: false });
  for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded']) {
    const response = await fetch(`${alone.url}/metrics`, { headers: { [name]: '127.0.0.1' } });
    await expectContractError(response, 401);
  }
  expect((await fetch(`${alone.url}/metrics`)).status).toBe(200);
  await alone.close();
});

test('they are told while the database is away', async () => {
  await withoutDatabase(app, async () => {
    const read = await figures();
    expect(read.get('lead_manager_database_up')).toBe(0);
    expect(read.has('process_resident_memory_bytes')).toBe(true);
  });
});
