import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditLog, auditLog } from '#contract/audit-logs.ts';
import { sealEntries } from '#server/platform/audit/seal-writes.ts';
import { verifyChains } from '#server/platform/audit/verify.ts';
import { writeAudits } from '#server/platform/audit/writes.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { statementsOn } from '#server/platform/db/transaction.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, makeLead } from '#tests/support/calls.ts';
import { PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
/** Each test gets an organization of its own. */
let admin: SignedIn;
let organizationId: string;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  admin = await signUp(app.url);
  organizationId = admin.user.organizationId;
});

interface Page {
  logs: AuditLog[];
  total: number;
}

/** Writes `count` audit entries and seals everything in the organization. */
async function write(count: number): Promise<void> {
  const actor = { id: admin.user.id, username: admin.user.username };
  const origin = { ipAddress: '203.0.113.7', userAgent: 'test' };
  const entries = Array.from({ length: count }, (_, n) => ({
    action: 'update_lead' as const,
    actor,
    origin,
    resource: `lead ${n}`,
    details: { count: n, reason: 'ünïcode "quoted"' },
  }));
  await organizationScope(app.context.db.app, organizationId).transaction((tx) => writeAudits(tx, entries));
  await seal();
}

/** Seals until no unsealed entry is left, because the server's own sealer may be running at the same time. */
async function seal(): Promise<void> {
  await until('all entries are sealed', async () => {
    await sealEntries(app.context.db.owner, organizationId);
    const { rows } = await app.context.db.owner.query(
      'SELECT FROM audit_logs WHERE organization_id = $1 AND sequence IS NULL',
      [organizationId],
    );
    return rows.length === 0 ? true : null;
  });
}

async function broken(
  on: Parameters<typeof statementsOn>[0] = app.context.db.owner,
): Promise<string | null | undefined> {
  const reports = await verifyChains(statementsOn(on));
  return reports.find(({ organization }) => organization.id === organizationId)?.broken;
}

/** Modifies the audit trail in a way that only the database owner can. */
async function tamper(statement: string): Promise<void> {
  const { rowCount } = await app.context.db.owner.query(statement, [organizationId]);
  expect(rowCount).toBeGreaterThan(0);
}

describe('GET /api/audit-logs', () => {
  test('shows who did what, where and when, newest first', async () => {
    const { id } = await makeLead(admin, { email: 'a@example.com' });
    const { status, body } = await admin.get<Page>('/api/audit-logs');
    expect(status).toBe(200);
    expect(body.total).toBe(2);
    for (const log of body.logs) auditLog.strict().parse(log);
    expect(body.logs).toMatchObject([
      {
        action: 'create_lead',
        resource: id,
        userId: admin.user.id,
        username: admin.user.username,
        ipAddress: '127.0.0.1',
      },
      { action: 'create_organization' },
    ]);
  });

  test('pages and filters, and counts sealed and unsealed entries alike', async () => {
    await write(5);
    await makeLead(admin, { email: 'a@example.com' });
    const page = async (query: string) => (await admin.get<Page>(`/api/audit-logs?${query}`)).body;
    expect((await page('')).total).toBe(7);
    expect((await page('action=all')).total).toBe(7);
    expect(await page('action=update_lead&limit=2&offset=4')).toMatchObject({
      total: 5,
      logs: [{ resource: 'lead 0', details: { count: 0, reason: 'ünïcode "quoted"' } }],
    });
    const pages = [await page('limit=3'), await page('limit=3&offset=3'), await page('limit=3&offset=6')];
    expect(new Set(pages.flatMap(({ logs }) => logs.map(({ id }) => id))).size).toBe(7);
  });

  test('filters by user and by time', async () => {
    const colleague = await addColleague(app, admin, `Ümit of ${admin.user.username}`);
    await makeLead(colleague, { email: 'a@example.com' });
    const page = async (query: Record<string, string>) =>
      (await admin.get<Page>(`/api/audit-logs?${new URLSearchParams(query)}`)).body;
    const { logs, total } = await page({ user: colleague.user.username });
    expect([total, logs.length]).toEqual([2, 2]);
    expect(logs.map(({ action }) => action)).toEqual(['create_lead', 'login_success']);
    const [newest] = logs;
    const at = new Date(newest?.createdAt ?? '');
    const next = new Date(at.getTime() + 1).toISOString();
    expect((await page({ from: at.toISOString(), to: next })).logs).toContainEqual(newest);
    expect((await page({ to: at.toISOString() })).logs).not.toContainEqual(newest);
    expect((await page({ from: next })).total).toBe(0);
    expect((await page({ action: 'create_lead', user: admin.user.username })).total).toBe(0);
  });

  test.each([
    'limit=0',
    'limit=201',
    'offset=-1',
    'action=nonsense',
    'from=yesterday',
    'to=2026-01-01',
    'from=0000-01-01T00:00:00Z',
  ])('answers 400 for %s', async (query) => {
    const { status, body } = await admin.get<{ field: string }>(`/api/audit-logs?${query}`);
    expect([status, body.field]).toEqual([400, query.split('=')[0]]);
  });

  test('is for administrators, each of their own organization', async () => {
    const colleague = await addColleague(app, admin, `colleague of ${admin.user.username}`);
    expect((await colleague.get('/api/audit-logs')).status).toBe(403);
    const { id } = await makeLead(admin, { email: 'a@example.com' });
    const other = await signUp(app.url);
    expect(JSON.stringify((await other.get('/api/audit-logs?limit=200')).body)).not.toContain(id);
  });
});

describe('GET /api/audit-logs/export', () => {
  const text = async (user: SignedIn, query: string) =>
    withoutQuotes(await (await user.send(`/api/audit-logs/export?${query}`, {})).text());

  test('sends all entries as CSV, which no spreadsheet runs', async () => {
    await write(1_001);
    const lines = (await text(admin, 'action=update_lead')).split('\r\n');
    expect(lines).toHaveLength(1_003);
    expect(lines[0]).toBe('Time,Username,Action,Resource,Details,IP Address,User Agent,Entry ID');
    expect(lines[1]).toContain(
      `${admin.user.username},update_lead,lead 1000,"{""count"":1000,""reason"":""ünïcode \\""quoted\\""""}",203.0.113.7,test,`,
    );
    expect(new Set(lines).size).toBe(1_003);
  });

  test('sends JSON lines with the members of the API, and is recorded itself', async () => {
    await write(2);
    const query = new URLSearchParams({ format: 'jsonl', user: admin.user.username });
    const lines = (await text(admin, query.toString())).trimEnd().split('\n');
    const entries = lines.map((line) => auditLog.strict().parse(JSON.parse(line)));
    expect(entries.map(({ action }) => action)).toEqual([
      'export_audit_logs',
      'update_lead',
      'update_lead',
      'create_organization',
    ]);
    expect(entries[0]?.details).toEqual({ user: admin.user.username });
  });

  test('takes the password where exports do', async () => {
    expect((await admin.post('/api/export-auth/toggle', { enabled: true })).status).toBe(200);
    const refused = await admin.get<{ message: string }>('/api/audit-logs/export');
    expect([refused.status, refused.body.message]).toEqual([403, 'Confirm your password to export leads']);
    expect((await admin.post('/api/export/verify', { password: PASSWORD })).status).toBe(200);
    expect((await admin.send('/api/audit-logs/export', {})).status).toBe(200);
    expect((await admin.get('/api/audit-logs/export')).status).toBe(403);
  });

  test('is for administrators, each of their own organization, and for no other site', async () => {
    const colleague = await addColleague(app, admin, `colleague of ${admin.user.username}`);
    expect((await colleague.get('/api/audit-logs/export')).status).toBe(403);
    const { id } = await makeLead(admin, { email: 'a@example.com' });
    const other = await signUp(app.url);
    expect(await text(other, '')).not.toContain(id);
    const forged = await admin.send('/api/audit-logs/export', {
      headers: { origin: 'https://evil.example' },
    });
    expect(forged.status).toBe(403);
    expect((await fetch(`${app.url}/api/audit-logs/export`)).status).toBe(401);
    expect((await admin.get('/api/audit-logs/export?format=xml')).status).toBe(400);
  });
});

describe('the chain', () => {
  test('is sealed by the server within a few seconds, in the order of the entries', async () => {
    await makeLead(admin, { email: 'a@example.com' });
    const sealed = await until('the entries are sealed', async () => {
      const { rows } = await app.context.db.owner.query<{ action: string; sequence: number }>(
        'SELECT action, sequence FROM audit_logs WHERE organization_id = $1 AND sequence IS NOT NULL ORDER BY sequence',
        [organizationId],
      );
      return rows.length === 2 ? rows : null;
    });
    expect(sealed).toEqual([
      { action: 'create_organization', sequence: 1 },
      { action: 'create_lead', sequence: 2 },
    ]);
  });

  test('of many entries, sealed by several at once, holds', async () => {
    await write(40);
    await Promise.all(Array.from({ length: 4 }, () => write(30)));
    const reports = await verifyChains(statementsOn(app.context.db.owner));
    expect(reports.find(({ organization }) => organization.id === organizationId)).toMatchObject({
      entries: 161,
      broken: null,
    });
    expect(new Set(reports.map(({ end }) => end)).size).toBe(reports.length);
  });

  test.each([
    ['username', "username = 'someone else'"],
    ['user', 'user_id = NULL'],
    ['action', "action = 'delete_lead'"],
    ['resource', "resource = ''"],
    ['details', 'details = details || \'{"count": 7}\''],
    ['address', "ip_address = '203.0.113.8'"],
    ['user agent', 'user_agent = NULL'],
    ['time', "created_at = (SELECT created_at + interval '1 microsecond')"],
    ['id', `id = '${randomUUID()}'`],
    ['own hash', 'hash = sha256(hash)'],
  ])('is found broken at the entry whose %s was changed', async (_what, change) => {
    await write(6);
    expect(await broken()).toBeNull();
    await tamper(`UPDATE audit_logs SET ${change} WHERE organization_id = $1 AND sequence = 4`);
    expect(await broken()).toMatch(/^entry 4 \([0-9a-f-]{36}\) was changed$/);
  });

  test('is found broken where an entry was taken out', async () => {
    await write(6);
    await tamper('DELETE FROM audit_logs WHERE organization_id = $1 AND sequence = 3');
    expect(await broken()).toBe('entry 3 is missing');
  });

  test('is found broken where an entry was taken out and the gap closed', async () => {
    await write(6);
    await tamper('DELETE FROM audit_logs WHERE organization_id = $1 AND sequence = 3');
    for (const sequence of [4, 5, 6, 7]) {
      await tamper(
        `UPDATE audit_logs SET sequence = sequence - 1 WHERE organization_id = $1 AND sequence = ${sequence}`,
      );
    }
    expect(await broken()).toMatch(/^entry 3 \(.*\) does not follow the entry before it$/);
  });

  test('is found broken where its end was cut off', async () => {
    await write(6);
    await tamper('DELETE FROM audit_logs WHERE organization_id = $1 AND sequence > 4');
    expect(await broken()).toBe('the chain ends at entry 4, not at entry 7 as recorded');
  });

  test('is found broken where an entry was slipped in between', async () => {
    await write(2);
    await tamper(`UPDATE audit_logs SET sequence = sequence + 1 WHERE organization_id = $1 AND sequence = 3`);
    await tamper(
      `INSERT INTO audit_logs (organization_id, id, username, action, sequence, previous_hash, hash)
       SELECT organization_id, gen_random_uuid(), 'x', 'x', 3, previous_hash, hash FROM audit_logs
       WHERE organization_id = $1 AND sequence = 2`,
    );
    expect(await broken()).toMatch(/^entry 3 /);
  });

  test('is found broken by an entry that was kept out of it', async () => {
    await write(2);
    // Not committed: otherwise the server's own sealer would seal the entry at once.
    const client = await app.context.db.owner.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `UPDATE audit_logs SET sequence = NULL, previous_hash = NULL, hash = NULL, created_at = now() - interval '1 hour'
         WHERE organization_id = $1 AND sequence = 3`,
        [organizationId],
      );
      await client.query(
        `UPDATE audit_chains c SET sequence = a.sequence, hash = a.hash FROM audit_logs a
         WHERE c.organization_id = $1 AND a.organization_id = $1 AND a.sequence = 2`,
        [organizationId],
      );
      expect(await broken(client)).toMatch(/^entry [0-9a-f-]{36} was not sealed within 5 minutes$/);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('the role of the application', () => {
  const columns = '(organization_id, id, username, action';
  const values = "VALUES (current_setting('app.organization_id')::uuid, gen_random_uuid(), 'x', 'x'";

  test.each([
    ['seal', "UPDATE audit_logs SET sequence = 1, hash = '', previous_hash = ''"],
    ['write a sealed entry', `INSERT INTO audit_logs ${columns}, hash) ${values}, ''::bytea)`],
    ['set the time of an entry', `INSERT INTO audit_logs ${columns}, created_at) ${values}, now())`],
    ['move the end of a chain', "UPDATE audit_chains SET hash = ''"],
    ['forget a chain', 'DELETE FROM audit_chains'],
    ['change an entry', "UPDATE audit_logs SET username = 'x'"],
    ['delete an entry', 'DELETE FROM audit_logs'],
    ['empty the trail', 'TRUNCATE audit_logs'],
  ])('cannot %s', async (_what, statement) => {
    const scope = organizationScope(app.context.db.app, organizationId);
    const work = scope.transaction((tx) => tx.query(statement));
    await expect(work).rejects.toMatchObject({ code: '42501' });
  });

  test('can write an entry', async () => {
    const scope = organizationScope(app.context.db.app, organizationId);
    await scope.transaction((tx) => tx.query(`INSERT INTO audit_logs ${columns}) ${values})`));
  });
});
