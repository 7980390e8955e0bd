import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import type { Suppression, SuppressionList } from '#contract/suppressions.ts';
import { removeExpired } from '#server/features/suppressions/suppression-jobs.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signUp(app.url);
});

interface Added {
  added: number;
  existing: number;
  invalid: { entry: string; message: string }[];
  leads: number;
}

const add = (entries: string[], more: Record<string, unknown> = {}) =>
  user.post<Added>('/api/suppressions', { entries, ...more });
const found = async (query = '') =>
  (await user.get<{ entries: Suppression[]; total: number }>(`/api/suppressions?${query}`)).body;
const check = async (entries: string[], more: Record<string, unknown> = {}) =>
  (await user.post<{ lists: string[] }[]>('/api/suppressions/check', { entries, ...more })).body.map(
    ({ lists }) => lists,
  );
const hashOf = (name: string, text: string) => createHash(name).update(text).digest('hex');
const isMarked = async (id: string) => (await readLeadDetail(user, id)).suppressed;
const unmarked = (id: string) => until('the lead is unmarked', async () => !(await isMarked(id)));

async function send(name: string, bytes: Uint8Array | string, fields: Record<string, string> = {}) {
  const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const response = await user.send('/api/suppressions/import', {
    method: 'POST',
    body: formWith([...Object.entries(fields), ['file', fileOf(name, new Uint8Array(content))]]),
  });
  return { status: response.status, body: (await response.json()) as BulkOperation & { message: string } };
}

describe('entries', () => {
  test('are emails, phones, domains, prefixes and hashes, shown masked and never stored plain', async () => {
    const { status, body } = await add([
      ' Jane.Doe@Example.com ',
      '+49 30 901820',
      '@blocked.example',
      'other.example',
      '+4487*',
      hashOf('md5', 'x@mail.example').toUpperCase(),
      hashOf('sha1', '+4930901820'),
      hashOf('sha256', '4930901820'),
      'nonsense',
      '030 901820',
      `${hashOf('sha256', 'x')}00`,
      '$2b$10$abcdefghijklmnopqrstuv',
    ]);
    expect([status, body]).toMatchObject([201, { added: 8, existing: 0, leads: 0 }]);
    expect(body.invalid.map(({ entry }) => entry.slice(0, 8))).toEqual([
      'nonsense',
      '030 9018',
      expect.any(String),
      '$2b$10$a',
    ]);
    expect(body.invalid[1]?.message).toContain('country code');
    expect(body.invalid[2]?.message).toContain('salted or of an unknown kind');
    const { entries, total } = await found();
    expect(total).toBe(8);
    expect(entries.map(({ kind, hash, hint }) => [kind, hash, hint]).reverse()).toEqual([
      ['email', null, 'j…@example.com'],
      ['phone', null, '+49…20'],
      ['domain', null, '@b….example'],
      ['domain', null, '@o….example'],
      ['prefix', null, '+44…*'],
      ['hash', 'md5', expect.stringMatching(/^[0-9a-f]{6}…$/)],
      ['hash', 'sha1', expect.any(String)],
      ['hash', 'sha256', expect.any(String)],
    ]);
    const { rows } = await app.context.db.owner.query<{ row: string }>(
      'SELECT s::text AS row FROM suppressions s WHERE organization_id = $1',
      [user.user.organizationId],
    );
    expect(rows.map(({ row }) => row).join()).not.toMatch(/jane|4930901820|blocked/i);
    expect(await auditOf(app, user.user.organizationId, 'add_suppressions')).toMatchObject([
      { resource: 'Do not contact', details: { added: 8 } },
    ]);
  });

  test('are known again in any spelling, and national ones by the default country', async () => {
    await add(['jane@example.com', '+4930901820']);
    expect(
      (await call(user, 'PATCH', '/api/organization', { defaultCountry: 'Germany' })).body,
    ).toMatchObject({
      defaultCountry: 'DE',
    });
    expect((await call(user, 'PATCH', '/api/organization', { defaultCountry: 'Atlantis' })).status).toBe(400);
    expect((await add(['JANE@example.com', '030 901820', '0049 30 901820'])).body).toMatchObject({
      ...{ added: 0, existing: 3, invalid: [] },
    });
    await add(['+33 1 42 68 53 00']);
    expect((await add(['+33142685300', '+33 (0)1 42 68 53 00', '00 33 1 42 68 53 00'])).body).toMatchObject({
      ...{ added: 0, existing: 3, invalid: [] },
    });
  });

  test('meet leads by every hash of every usual spelling', async () => {
    const lead = await makeLead(user, { email: 'Ada@mail.example', phone: '+4930901820' });
    for (const text of ['ada@mail.example', '+4930901820', '4930901820', '30901820', '030901820']) {
      for (const name of ['md5', 'sha1', 'sha256']) {
        const { body } = await add([hashOf(name, text)]);
        expect([name, text, body.leads, await isMarked(lead.id)]).toEqual([name, text, 1, true]);
        const { entries } = await found();
        await call(user, 'DELETE', `/api/suppressions/${entries[0]?.id}`);
        await unmarked(lead.id);
      }
    }
  });

  test('are found by a whole value, those that apply to it too', async () => {
    await add(['jane@example.com', '@example.com', hashOf('md5', 'jane@example.com'), 'joe@other.example']);
    expect((await found('search=JANE%40example.com')).entries.map(({ kind }) => kind).sort()).toEqual([
      ...['domain', 'email', 'hash'],
    ]);
    expect((await found('search=%40example.com')).total).toBe(1);
    expect((await found('search=jane')).total).toBe(0);
    expect((await found('kind=email')).total).toBe(2);
    expect((await found('kind=email&limit=1&offset=1')).entries).toMatchObject([{ hint: 'j…@example.com' }]);
  });

  test('expire: they stop to count at once, and their leads are unmarked', async () => {
    const { id } = await makeLead(user, { email: 'ada@mail.example' });
    expect((await add(['x@mail.example'], { expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
    await add(['ada@mail.example'], { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await isMarked(id)).toBe(true);
    await app.context.db.owner.query(
      'UPDATE suppressions SET expires_at = now() WHERE organization_id = $1',
      [user.user.organizationId],
    );
    expect(await check(['ada@mail.example'])).toEqual([[]]);
    await removeExpired(app.context);
    await unmarked(id);
    expect((await found()).total).toBe(0);
  });

  test('are read by every user, and changed by administrators alone', async () => {
    await add(['ada@mail.example']);
    const colleague = await addColleague(app, user, `sam-${crypto.randomUUID()}`);
    const entries = await colleague.get<{ entries: Suppression[] }>('/api/suppressions');
    expect(entries.body.entries).toHaveLength(1);
    expect((await colleague.get('/api/suppression-lists')).status).toBe(200);
    expect((await colleague.post('/api/suppressions/check', { entries: ['x'] })).status).toBe(200);
    expect((await colleague.post('/api/suppressions', { entries: ['x@mail.example'] })).status).toBe(403);
    expect((await colleague.post('/api/suppression-lists', { name: 'x' })).status).toBe(403);
    const path = `/api/suppressions/${entries.body.entries[0]?.id}`;
    expect((await call(colleague, 'DELETE', path)).status).toBe(403);
    expect((await colleague.send('/api/leads/export?includeSuppressed=true', { method: 'GET' })).status).toBe(
      403,
    );
    expect((await call(user, 'DELETE', path)).status).toBe(204);
    expect((await call(user, 'DELETE', path)).status).toBe(404);
  });
});

describe('lists', () => {
  const lists = async () => (await user.get<SuppressionList[]>('/api/suppression-lists')).body;

  test('are Do not contact, which stays, and those that are made', async () => {
    expect(await lists()).toMatchObject([{ name: 'Do not contact', customerNumber: null, entries: 0 }]);
    const made = await user.post<SuppressionList>('/api/suppression-lists', {
      name: 'Theirs',
      customerNumber: 'C-1',
    });
    expect(made).toMatchObject({ status: 201, body: { name: 'Theirs', customerNumber: 'C-1', entries: 0 } });
    expect((await user.post('/api/suppression-lists', { name: 'theirs' })).status).toBe(409);
    await add(['a@mail.example', 'b@mail.example'], { listId: made.body.id });
    expect((await lists()).map(({ entries }) => entries)).toEqual([0, 2]);
    expect(await check(['a@mail.example'])).toEqual([[]]);
    expect(await check(['a@mail.example'], { customerNumber: 'c-1' })).toEqual([['Theirs']]);
    const [standard] = await lists();
    expect((await call(user, 'DELETE', `/api/suppression-lists/${standard?.id}`)).status).toBe(409);
    expect((await call(user, 'DELETE', `/api/suppression-lists/${made.body.id}`)).status).toBe(200);
    expect((await found()).total).toBe(0);
    expect((await add(['a@mail.example'], { listId: made.body.id })).status).toBe(404);
  });

  test('unmark leads once they are deleted, unless another one has them', async () => {
    const [one, other] = [
      await makeLead(user, { email: 'a@mail.example' }),
      await makeLead(user, { email: 'b@mail.example' }),
    ];
    const { body } = await user.post<SuppressionList>('/api/suppression-lists', { name: 'More' });
    await add(['a@mail.example', 'b@mail.example'], { listId: body.id });
    await add(['b@mail.example']);
    await call(user, 'DELETE', `/api/suppression-lists/${body.id}`);
    await unmarked(one.id);
    expect(await isMarked(other.id)).toBe(true);
  });

  test('are found by programs too, under /api/v1', async () => {
    const program = programOf(app.url, await tokenFor(user, { scopes: 'read,write' }));
    const made = await program.call('POST', '/suppression-lists', { name: 'API' });
    expect(made).toMatchObject({ status: 201, body: { success: true, name: 'API' } });
    expect(await program.call('POST', '/suppressions', { entries: ['a@mail.example'] })).toMatchObject({
      ...{ status: 201, body: { success: true, added: 1 } },
    });
    expect(await program.call('POST', '/suppressions/check', { entries: ['a@mail.example'] })).toMatchObject({
      body: { success: true, results: [{ suppressed: true, lists: ['Do not contact'] }] },
    });
    const listed = await program.call<{ entries: Suppression[] }>('GET', '/suppressions');
    expect(listed.body.entries).toMatchObject([{ source: 'API: test' }]);
    const file = formWith([['file', fileOf('a.txt', new TextEncoder().encode('b@mail.example\n'))]]);
    const sent = await program.send('/suppressions/import', { method: 'POST', body: file });
    expect([sent.status, await sent.json()]).toMatchObject([201, { success: true, added: 1 }]);
    const reader = programOf(app.url, await tokenFor(user, { scopes: 'read' }));
    expect((await reader.call('GET', '/suppression-lists')).status).toBe(200);
    expect((await reader.call('POST', '/suppressions', { entries: ['x@mail.example'] })).status).toBe(403);
    const id = listed.body.entries[0]?.id;
    expect((await program.call('DELETE', `/suppressions/${id}`)).status).toBe(204);
  });
});

describe('a file', () => {
  test('of any kind is read as an operation whose report has the lines that are not', async () => {
    const lead = await makeLead(user, { email: 'a@mail.example' });
    const text = 'Email,Name\na@mail.example,Ada\nb@mail.example,Bo\nnonsense,Cy\nb@mail.example,Bo\n';
    const { status, body } = await send('people.csv', text, { reason: 'Opted out' });
    expect([status, body]).toMatchObject([
      201,
      { action: 'suppress', status: 'completed', added: 2, existing: 1, invalid: 1, detail: 'people.csv' },
    ]);
    expect(await isMarked(lead.id)).toBe(true);
    expect((await found()).entries[0]).toMatchObject({ reason: 'Opted out', source: 'people.csv' });
    const again = await user.get<BulkOperation>(`/api/leads/bulk/${body.id}`);
    expect(again.body).toMatchObject({ added: 2, existing: 1, invalid: 1 });
    const report = await user.send(`/api/leads/bulk/${body.id}/report`, { method: 'GET' });
    expect(await report.text()).toMatch(/^"?4"?,/m);
    expect((await call(user, 'POST', `/api/leads/bulk/${body.id}/undo`)).status).toBe(409);
  });

  test.each([
    ['hashes', 'a.txt', hashOf('md5', 'a@mail.example'), {}],
    ['hashes of a kind', 'a.csv', hashOf('sha256', 'a@mail.example'), { format: 'sha256' }],
    ['a do-not-call list', 'dnc.txt', '201,5550123\n212,5550199', { format: 'dnc' }],
    ['a do-not-call list that is detected', 'dnc.csv', 'area,number\n201,5550123', {}],
    ['a zip archive', 'a.zip', zipSync({ 'in/a.txt': new TextEncoder().encode('a@mail.example\n') }), {}],
  ])('may be %s', async (_what, name, content, fields) => {
    const lead = await makeLead(user, { email: 'a@mail.example', phone: '+12015550123' });
    const { status, body } = await send(name, content, fields);
    expect([status, body.invalid]).toEqual([201, 0]);
    await until('the lead is marked', () => isMarked(lead.id));
  });

  test.each([
    ['nothing but unknown hashes', 'a.csv', `${'ab'.repeat(48)}\n${'cd'.repeat(48)}`, {}, 400],
    ['hashes of another kind', 'a.csv', hashOf('md5', 'x'), { format: 'sha256' }, 400],
    ['a time that is over', 'a.csv', 'a@mail.example', { expiresAt: '2020-01-01T00:00:00Z' }, 400],
    ['a file of another kind', 'a.pdf', 'a@mail.example', {}, 400],
    ['an unknown list', 'a.csv', 'a@mail.example', { listId: crypto.randomUUID() }, 404],
    ['an empty archive', 'a.zip', zipSync({}), {}, 400],
  ])('is refused with %s', async (_what, name, content, fields, expected) => {
    const { status, body } = await send(name, content, fields);
    expect([status, body.message]).toEqual([expected, expect.any(String)]);
    expect((await found()).total).toBe(0);
    expect((await user.get<BulkOperation[]>('/api/leads/bulk?kinds=suppress')).body).toEqual([]);
  });
});
