import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';

// The same call many times at once: none is answered by a server error, and the outcome is that of one after the other.

const AT_ONCE = 30;

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url, 'racer');
});
afterAll(() => app.close());

/** Makes calls at once; returns how many were answered with each status. */
async function statuses(
  calls: readonly (() => Promise<{ status: number }>)[],
): Promise<Record<number, number>> {
  const answers = await Promise.all(calls.map((make) => make()));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth));

/** Expects no server error and at least one success. */
function expectOrderly(counts: Record<number, number>): void {
  expect(Object.keys(counts).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(Object.keys(counts).some((status) => Number(status) < 300)).toBe(true);
}

test('the undo of an import, 30 times at once: happens once', async () => {
  const rows = times(300, (n) => [`undo-${n}@example.com`]);
  const { importId } = await importLeads(user, csvFile([['email'], ...rows]), {
    fieldMapping: { email: 'email' },
  });
  const counts = await statuses(
    times(AT_ONCE, () => () => call(user, 'POST', `/api/imports/${importId}/undo`)),
  );
  expectOrderly(counts);
});

test('administrators who demote each other at once: one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const first = await signUp(app.url);
    const second = await addColleague(app, first, `second-${round}`);
    const third = await addColleague(app, first, `third-${round}`);
    for (const { user: other } of [second, third])
      await call(first, 'PATCH', `/api/users/${other.id}/admin`, { isAdmin: true });
    const all = [first, second, third];
    const counts = await statuses(
      all.flatMap((by) =>
        all.map((of) => () => call(by, 'PATCH', `/api/users/${of.user.id}/admin`, { isAdmin: false })),
      ),
    );
    expectOrderly(counts);
    const { rows } = await app.context.db.owner.query<{ admins: number }>(
      'SELECT count(*)::int AS admins FROM users WHERE organization_id = $1 AND is_admin',
      [first.user.organizationId],
    );
    expect(rows[0]?.admins).toBeGreaterThan(0);
  }
});

test('administrators who remove each other at once: one stays', async () => {
  const first = await signUp(app.url);
  const second = await addColleague(app, first, 'removed');
  await call(first, 'PATCH', `/api/users/${second.user.id}/admin`, { isAdmin: true });
  const counts = await statuses([
    () => call(first, 'DELETE', `/api/users/${second.user.id}`),
    () => call(second, 'DELETE', `/api/users/${first.user.id}`),
    () => call(first, 'PATCH', `/api/users/${second.user.id}/admin`, { isAdmin: false }),
    () => call(second, 'PATCH', `/api/users/${first.user.id}/admin`, { isAdmin: false }),
  ]);
  expectOrderly(counts);
});

test('six changes of a password at once: the one that succeeds holds', async () => {
  const own = await signUp(app.url, 'changer');
  const passwords = times(6, (n) => `a new long password ${n}`);
  const answers = await Promise.all(
    passwords.map((newPassword) =>
      call(clientOf(app.url, own.cookie), 'POST', '/api/user/password', {
        currentPassword: PASSWORD,
        newPassword,
      }),
    ),
  );
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const changed = answers.flatMap(({ status }, nth) => (status < 300 ? [passwords[nth]] : []));
  expect(changed).toHaveLength(1);
  const signIn = (password: string | undefined) =>
    clientOf(app.url).post('/api/login', { username: 'changer', password });
  expect((await signIn(changed[0])).status).toBe(200);
});

test('calls that write the same at once: answer without a server error', async () => {
  const [a, b] = [
    await makeLead(user, { email: 'a@example.com' }),
    await makeLead(user, { email: 'b@example.com' }),
  ];
  const { id: operation } = await runBulkCall(user, { ids: [a.id] }, { type: 'addTags', tags: ['x'] });
  const { body: token } = await user.post<{ id: string }>('/api/tokens', { name: 'x' });
  const { body: view } = await user.post<{ id: string }>('/api/views', { name: 'v', filter: {} });
  const { body: field } = await user.post<{ id: string }>('/api/custom-fields', { name: 'f', type: 'text' });
  const calls: [string, 'POST' | 'PATCH' | 'DELETE', string, unknown][] = [
    ['create lead', 'POST', '/api/leads', { email: 'same@example.com' }],
    ['edit lead', 'PATCH', `/api/leads/${a.id}`, { city: 'Rome' }],
    ['note', 'POST', `/api/leads/${a.id}/notes`, { text: 'x' }],
    [
      'mark sold',
      'POST',
      '/api/leads/mark-sold',
      { identifiers: ['a@example.com'], identifierType: 'email', customerNumber: 'C1' },
    ],
    ['return', 'POST', `/api/leads/${a.id}/return`, {}],
    ['undo bulk', 'POST', `/api/leads/bulk/${operation}/undo`, undefined],
    ['customer', 'PATCH', '/api/customers/detail?customer=C1', { name: 'Acme' }],
    ['status', 'POST', '/api/lead-statuses', { name: 'same' }],
    ['create field', 'POST', '/api/custom-fields', { name: 'same', type: 'text' }],
    ['delete field', 'DELETE', `/api/custom-fields/${field.id}`, undefined],
    ['view', 'POST', '/api/views', { name: 'same', filter: {} }],
    ['edit view', 'PATCH', `/api/views/${view.id}`, { name: 'renamed' }],
    ['column set', 'POST', '/api/column-sets', { name: 'same', columns: ['email'] }],
    ['delete view', 'DELETE', `/api/views/${view.id}`, undefined],
    ['default view', 'PATCH', '/api/preferences/default-view', { viewId: null }],
    ['list entry', 'POST', '/api/ip-whitelist', { ipAddress: '127.0.0.1' }],
    ['revoke', 'DELETE', `/api/tokens/${token.id}`, undefined],
    ['user', 'POST', '/api/users', { username: 'same-name' }],
    ['organization', 'POST', '/api/organizations', { name: 'Same name' }],
    ['merge', 'POST', '/api/duplicates/merge', { keepId: a.id, leadIds: [b.id], take: [] }],
    ['dismiss', 'POST', '/api/duplicates/dismiss', { a: a.id, b: b.id }],
    ['delete lead', 'DELETE', `/api/leads/${a.id}`, undefined],
    ['restore', 'POST', `/api/leads/${a.id}/restore`, undefined],
    ['sample data', 'POST', '/api/dashboard/sample-data', {}],
    ['end others', 'POST', '/api/sessions/end-others', undefined],
    ['setup', 'POST', '/api/2fa/setup', undefined],
  ];
  const failed = [];
  for (const [name, method, path, body] of calls) {
    const counts = await statuses(times(AT_ONCE / 2, () => () => call(user, method, path, body)));
    if (Object.keys(counts).some((status) => Number(status) >= 500)) failed.push([name, counts]);
  }
  expect(failed).toEqual([]);
});
