import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LeadStatusEntity } from '#contract/lead-statuses.ts';
import type { LeadDetail } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  addColleague,
  auditOf,
  call,
  endOfBulk,
  makeLead,
  readLeadDetail,
  runBulkCall,
  runUndoCall,
} from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { readTable } from '#tests/support/files/read-table.ts';
import { csvFile, importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';
import { until } from '#tests/support/until.ts';

// Statuses of an organization: administrators keep the list, and leads are given its statuses everywhere.

const PATH = '/api/lead-statuses';
const FIRST = ['new', 'contacted', 'qualified', 'converted'];

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  admin = await signUp(app.url);
});

async function statusesOf(client = admin): Promise<LeadStatusEntity[]> {
  return (await client.get<LeadStatusEntity[]>(PATH)).body;
}

async function namesOf(client = admin): Promise<string[]> {
  return (await statusesOf(client)).map(({ name }) => name);
}

async function idOf(name: string): Promise<string> {
  return (await statusesOf()).find((one) => one.name === name)?.id ?? '';
}

async function addStatus(name: string, color?: string): Promise<LeadStatusEntity> {
  const { status, body } = await admin.post<LeadStatusEntity>(PATH, { name, ...(color && { color }) });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

async function change(id: string, body: Record<string, unknown>): Promise<LeadStatusEntity> {
  const answer = await call<LeadStatusEntity>(admin, 'PATCH', `${PATH}/${id}`, body);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body;
}

async function emailsWith(status: string): Promise<(string | null)[]> {
  const { body } = await admin.get<{ leads: { email: string | null }[] }>(
    `/api/leads?status=${encodeURIComponent(status)}`,
  );
  return body.leads.map(({ email }) => email);
}

describe('the list', () => {
  test('begins with four statuses, of which two are fixed', async () => {
    const list = await statusesOf();
    expect(list.map(({ name, color, isDefault, isFixed }) => [name, color, isDefault, isFixed])).toEqual([
      ['new', 'gray', true, true],
      ['contacted', 'yellow', false, false],
      ['qualified', 'blue', false, true],
      ['converted', 'green', false, false],
    ]);
  });

  test('is changed by administrators, and read by everyone of the organization alone', async () => {
    const told: string[] = [];
    const forget = app.context.notices.onChange(admin.user.organizationId, ({ type }) => told.push(type));
    const made = await addStatus(' Call back ', 'violet');
    expect(made).toEqual({
      id: made.id,
      name: 'Call back',
      otherNames: [],
      color: 'violet',
      isDefault: false,
      isFixed: false,
    });
    await until('the others are told', () => told.includes('fields'));
    forget();
    const colleague = await addColleague(app, admin, `colleague-${made.id}`);
    expect(await namesOf(colleague)).toEqual([...FIRST, 'Call back']);
    expect(await namesOf(await signUp(app.url))).toEqual(FIRST);
    const refused = [
      await colleague.get(`${PATH}/usage`),
      await colleague.post(PATH, { name: 'Mine' }),
      await call(colleague, 'PATCH', `${PATH}/${made.id}`, { name: 'Mine' }),
      await call(colleague, 'PATCH', PATH, { ids: [made.id] }),
      await call(colleague, 'DELETE', `${PATH}/${made.id}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect((await app.anonymous.get(PATH)).status).toBe(401);
  });

  test.each([
    ['', 'gray', 400],
    ['\u200b', 'gray', 400],
    ['x'.repeat(51), 'gray', 400],
    ['Fresh', 'teal', 400],
    ['NEW', 'gray', 409],
    ['Convérted', 'gray', 409],
  ])('takes no status %j in %s', async (name, color, expected) => {
    const { status, body } = await admin.post<{ field?: string }>(PATH, { name, color });
    expect([status, body.field]).toEqual([expected, color === 'teal' ? 'color' : 'name']);
    const renamed = await call(admin, 'PATCH', `${PATH}/${await idOf('contacted')}`, { name, color });
    expect(renamed.status).toBe(expected);
  });

  test('has at most 50 statuses', async () => {
    for (let n = FIRST.length; n < 50; n++) await addStatus(`Status ${n}`);
    const { status, body } = await admin.post<{ message: string }>(PATH, { name: 'One more' });
    expect([status, body.message]).toEqual([409, 'You have 50 statuses, which is the maximum']);
  });

  test('is put into another order as a whole', async () => {
    const ids = (await statusesOf()).map(({ id }) => id).reverse();
    expect((await call<LeadStatusEntity[]>(admin, 'PATCH', PATH, { ids })).body.map(({ id }) => id)).toEqual(
      ids,
    );
    expect(await namesOf()).toEqual(FIRST.toReversed());
    for (const wrong of [ids.slice(1), [...ids.slice(1), ids[1]], [...ids.slice(1), crypto.randomUUID()]]) {
      expect((await call(admin, 'PATCH', PATH, { ids: wrong })).status).toBe(409);
    }
    expect(await namesOf()).toEqual(FIRST.toReversed());
    await addStatus('Last');
    expect((await namesOf()).at(-1)).toBe('Last');
  });

  test('keeps a trail of its changes', async () => {
    const { id } = await addStatus('Called', 'pink');
    await change(id, { name: 'Reached', color: 'red' });
    await change(id, { name: 'Reached' });
    await call(admin, 'DELETE', `${PATH}/${id}`);
    const organization = admin.user.organizationId;
    const entriesOf = async (action: string) =>
      (await auditOf(app, organization, action)).map(({ resource, details }) => [resource, details]);
    expect(await entriesOf('create_status')).toEqual([['Called', { color: 'pink' }]]);
    expect(await entriesOf('update_status')).toEqual([['Called', { name: 'Reached', color: 'red' }]]);
    expect(await entriesOf('delete_status')).toEqual([['Reached', { leads: 0 }]]);
  });
});

describe('a lead', () => {
  test('takes the statuses of its organization, in any spelling, and no others', async () => {
    await addStatus('Rückruf');
    const lead = await makeLead(admin, { email: 'a@example.com', status: ' RUCKRUF ' });
    expect(lead.status).toBe('Rückruf');
    const message = 'There is no status "Odd". Use one of: new, contacted, qualified, converted, Rückruf';
    const odd = { status: 'Odd' };
    const refused = [
      await admin.post<{ message: string }>('/api/leads', { email: 'b@example.com', ...odd }),
      await call<{ message: string }>(admin, 'PATCH', `/api/leads/${lead.id}`, odd),
      await admin.post<{ message: string }>('/api/leads/bulk', {
        selection: { ids: [lead.id] },
        action: { type: 'status', ...odd },
      }),
    ];
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
      [400, message],
      [400, message],
      [400, message],
    ]);
    const stranger = await signUp(app.url);
    expect((await stranger.post('/api/leads', { email: 'a@example.com', status: 'Rückruf' })).status).toBe(
      400,
    );
    expect((await call(admin, 'PATCH', `/api/leads/${lead.id}`, { status: '' })).status).toBe(200);
    expect((await readLeadDetail(admin, lead.id)).status).toBe('new');
  });

  test('of a renamed status has the new name everywhere, and the old one still stands for it', async () => {
    const { id } = await addStatus('Callback');
    const lead = await makeLead(admin, { email: 'a@example.com', status: 'Callback' });
    await makeLead(admin, { email: 'b@example.com' });
    await change(id, { name: 'Call again' });
    expect((await leadsOf(admin)).map(({ status }) => status)).toEqual(['Call again', 'new']);
    expect(await emailsWith('call AGAIN')).toEqual(['a@example.com']);
    expect(await emailsWith('Callback')).toEqual(['a@example.com']);
    const where = JSON.stringify([['status', 'isNot', 'Call again']]);
    const others = await admin.get<{ total: number }>(`/api/leads?where=${encodeURIComponent(where)}`);
    expect(others.body.total).toBe(1);
    expect((await admin.get<{ statuses: string[] }>('/api/leads/filter-values')).body.statuses).toEqual([
      'Call again',
      'new',
    ]);
    expect((await admin.get('/api/dashboard/statuses')).body).toEqual([
      { status: 'Call again', totalLeads: 1 },
      { status: 'new', totalLeads: 1 },
    ]);
    await call(admin, 'PATCH', `/api/leads/${lead.id}`, { status: 'new' });
    const { events } = await readLeadDetail(admin, lead.id);
    expect(events[0]?.changes).toEqual([{ field: 'status', before: 'Call again', after: 'new' }]);
    const response = await admin.send('/api/leads/export?limit=all', {});
    const { columns, cells } = await readTable(Buffer.from(await response.arrayBuffer()));
    expect(cells.map((row) => row[columns.indexOf('Status')])).toEqual(['new', 'new']);
  });

  test('is exported with the name of its status', async () => {
    const { id } = await addStatus("Bob's");
    await makeLead(admin, { email: 'a@example.com', status: "Bob's" });
    await change(id, { name: "=Bob's \\ second" });
    const response = await admin.send('/api/leads/export?limit=all', {});
    const { columns, cells } = await readTable(Buffer.from(await response.arrayBuffer()));
    expect(cells.map((row) => row[columns.indexOf('Status')])).toEqual(["=Bob's \\ second"]);
  });

  test('is still new, and counted as qualified, under other names', async () => {
    await change(await idOf('new'), { name: 'Fresh' });
    await change(await idOf('qualified'), { name: 'Hot' });
    await makeLead(admin, { email: 'a@example.com' });
    const hot = await makeLead(admin, { email: 'b@example.com', status: 'qualified' });
    expect(hot.status).toBe('Hot');
    const stats = await admin.get('/api/dashboard/stats');
    expect(stats.body).toMatchObject({ newLeads: 1, qualifiedLeads: 1 });
    expect(await emailsWith('Fresh')).toEqual(['a@example.com']);
  });

  test('is edited only while its status is as the caller saw it, by name', async () => {
    const { id } = await addStatus('Callback');
    const lead = await makeLead(admin, { email: 'a@example.com', status: 'Callback' });
    await change(id, { name: 'Later' });
    const edit = (expected: string, status: string) =>
      call<LeadDetail & { current?: unknown }>(admin, 'PATCH', `/api/leads/${lead.id}`, {
        status,
        expected: { status: expected },
      });
    expect((await edit('Callback', 'contacted')).status).toBe(200);
    const late = await edit('contacted', 'Later');
    expect([late.status, late.body.status]).toEqual([200, 'Later']);
    const refused = await edit('new', 'contacted');
    expect([refused.status, refused.body.current]).toEqual([409, { status: 'Later' }]);
  });

  test('gets a status of a name that was another status before', async () => {
    const { id } = await addStatus('Callback');
    await makeLead(admin, { email: 'a@example.com', status: 'Callback' });
    await change(id, { name: 'Later' });
    await addStatus('Callback');
    await makeLead(admin, { email: 'b@example.com', status: 'Callback' });
    expect((await leadsOf(admin)).map(({ status }) => status)).toEqual(['Later', 'Callback']);
    expect(await emailsWith('Callback')).toEqual(['b@example.com']);
    expect(await emailsWith('Later')).toEqual(['a@example.com']);
    const replacement = await idOf('contacted');
    const { body } = await call<{ operation: string }>(
      admin,
      'DELETE',
      `${PATH}/${id}?replacement=${replacement}`,
    );
    expect(await endOfBulk(admin, body.operation)).toMatchObject({ changed: 1 });
    expect((await leadsOf(admin)).map(({ status }) => status)).toEqual(['contacted', 'Callback']);
  });
});

describe('deleting', () => {
  test('is refused for fixed statuses, unknown ones and those of others', async () => {
    for (const name of ['new', 'qualified']) {
      const { status, body } = await call(admin, 'DELETE', `${PATH}/${await idOf(name)}`);
      expect([status, body['message']]).toEqual([
        409,
        `The status ${name} can't be deleted, but you can rename it`,
      ]);
    }
    expect((await call(admin, 'DELETE', `${PATH}/${crypto.randomUUID()}`)).status).toBe(404);
    const stranger = await signUp(app.url);
    expect((await call(stranger, 'DELETE', `${PATH}/${await idOf('contacted')}`)).status).toBe(404);
    const own = await idOf('contacted');
    expect((await call(admin, 'DELETE', `${PATH}/${own}?replacement=${own}`)).status).toBe(400);
  });

  test('asks which status its leads get, gives it to them, and is undone lead by lead', async () => {
    const { id } = await addStatus('Callback');
    const lead = await makeLead(admin, { email: 'a@example.com', status: 'Callback' });
    await makeLead(admin, { email: 'b@example.com', status: 'Callback' });
    await makeLead(admin, { email: 'c@example.com' });
    const usage = await admin.get<{ statuses: { id: string; leads: number }[] }>(`${PATH}/usage`);
    expect(usage.body.statuses.find((one) => one.id === id)?.leads).toBe(2);
    const refused = await call(admin, 'DELETE', `${PATH}/${id}`);
    expect([refused.status, refused.body['message'], refused.body['field']]).toEqual([
      409,
      '2 leads have this status. Choose a status to give them instead.',
      'replacement',
    ]);
    const path = `${PATH}/${id}?replacement=${await idOf('contacted')}`;
    const deleted = await call<{ leads: number; operation: string }>(admin, 'DELETE', path);
    expect([deleted.status, deleted.body.leads]).toEqual([200, 2]);
    expect(await namesOf()).toEqual(FIRST);
    expect(await endOfBulk(admin, deleted.body.operation)).toMatchObject({ changed: 2, action: 'status' });
    expect(await emailsWith('contacted')).toEqual(['b@example.com', 'a@example.com']);
    const [entry] = await auditOf(app, admin.user.organizationId, 'delete_status');
    expect(entry).toMatchObject({ resource: 'Callback', details: { leads: 2, replacement: 'contacted' } });
    await runUndoCall(admin, deleted.body.operation);
    // Leads that an undo brings back keep the name; they can be filtered by it, and no other lead can be given it.
    expect(await emailsWith('Callback')).toEqual(['b@example.com', 'a@example.com']);
    expect((await readLeadDetail(admin, lead.id)).status).toBe('Callback');
    const again = await call(admin, 'PATCH', `/api/leads/${lead.id}`, { status: 'Callback', city: 'Bonn' });
    expect(again.status).toBe(200);
    expect((await admin.post('/api/leads', { email: 'd@example.com', status: 'Callback' })).status).toBe(400);
    const unlisted = await admin.get<{ unlisted: unknown }>(`${PATH}/usage`);
    expect(unlisted.body.unlisted).toEqual([{ name: 'Callback', leads: 2 }]);
    const revived = await addStatus('callback', 'red');
    expect(revived).toMatchObject({ id, name: 'callback', color: 'red', isDefault: false, isFixed: false });
    expect(revived.otherNames).toContain('Callback');
    expect((await readLeadDetail(admin, lead.id)).status).toBe('callback');
  });
});

describe('a file', () => {
  const plan = { fieldMapping: { Mail: 'email', State: 'status' } };
  const rows = [
    ['Mail', 'State'],
    ['a@example.com', 'RÜCKRUF'],
    ['b@example.com', 'Reached'],
    ['c@example.com', 'kontaktiert'],
    ['d@example.com', 'odd'],
  ];

  test('names statuses of the organization, and unknown values are asked about', async () => {
    await addStatus('Rückruf');
    await change(await idOf('contacted'), { name: 'Reached' });
    const { uploadId } = await uploadFile(admin, csvFile(rows));
    const { body } = await admin.post<{
      columns: { known: string[]; values: { value: string; meaning: { value: string } | null }[] }[];
    }>('/api/imports/values', { uploadId, ...plan, columns: ['State'] });
    const [column] = body.columns;
    expect(column?.known).toEqual(['new', 'Reached', 'qualified', 'converted', 'Rückruf']);
    expect(Object.fromEntries(column?.values.map((one) => [one.value, one.meaning?.value]) ?? [])).toEqual({
      RÜCKRUF: 'Rückruf',
      Reached: 'Reached',
      kontaktiert: 'Reached',
      odd: undefined,
    });
    const preview = await admin.post<{ rows: { values: Record<string, string> }[] }>('/api/imports/preview', {
      uploadId,
      ...plan,
      rows: 4,
    });
    expect(preview.body.rows.map(({ values }) => values['status'])).toEqual([
      'Rückruf',
      'Reached',
      'kontaktiert',
      'odd',
    ]);
    await importLeads(admin, uploadId, {
      ...plan,
      valueMaps: { State: { kontaktiert: 'Reached', odd: 'Rückruf' } },
    });
    expect((await leadsOf(admin)).map(({ status }) => status)).toEqual([
      'Rückruf',
      'Reached',
      'Reached',
      'Rückruf',
    ]);
    expect(await emailsWith('Reached')).toEqual(['c@example.com', 'b@example.com']);
  });

  test('may keep a status that the list lacks, which an administrator can add for these leads', async () => {
    await importLeads(admin, csvFile(rows), { ...plan, valueMaps: { State: { odd: null } } });
    const usage = async () =>
      (await admin.get<{ unlisted: { name: string }[] }>(`${PATH}/usage`)).body.unlisted.map(
        ({ name }) => name,
      );
    expect(await usage()).toContain('odd');
    await addStatus('Odd', 'orange');
    expect(await usage()).not.toContain('odd');
    expect(await emailsWith('odd')).toEqual(['d@example.com']);
    expect((await leadsOf(admin)).at(-1)?.status).toBe('Odd');
  });
});

test('programs use the names, and are told them when they use another', async () => {
  const { id } = await addStatus('Callback');
  const program = programOf(app.url, await tokenFor(admin));
  const create = (email: string, status?: string) =>
    program.call<{ lead: { status: string }; message: string; field: string }>('POST', '/leads', {
      email,
      ...(status !== undefined && { status }),
    });
  expect((await create('a@example.com', 'callback')).body.lead.status).toBe('Callback');
  await change(id, { name: 'Later' });
  await until('the new name is told', async () => {
    const { body } = await program.call<{ results: { lead?: { status: string } }[] }>(
      'POST',
      '/leads/batch',
      {
        leads: [{ email: `${crypto.randomUUID()}@example.com`, status: 'callback' }],
      },
    );
    return body.results[0]?.lead?.status === 'Later';
  });
  expect((await create('b@example.com')).body.lead.status).toBe('new');
  const refused = await create('c@example.com', 'nope');
  expect([refused.status, refused.body.field, refused.body.message]).toEqual([
    400,
    'status',
    'There is no status "nope". Use one of: new, contacted, qualified, converted, Later',
  ]);
  const update = (status: string) =>
    program.call<{ field: string }>('PATCH', '/leads', {
      identifier: { email: 'b@example.com' },
      data: { status },
    });
  expect((await update('LATER')).status).toBe(200);
  const bad = await update('nope');
  expect([bad.status, bad.body.field]).toEqual([400, 'data.status']);
  const listed = await program.call<{ leads: { email: string; status: string }[] }>(
    'GET',
    '/leads?status=Later&limit=1',
  );
  expect(listed.body.leads).toMatchObject([{ status: 'Later' }]);
});

test('the trail of a bulk change has the name', async () => {
  const { id } = await addStatus('Callback');
  const lead = await makeLead(admin, { email: 'a@example.com' });
  await change(id, { name: 'Later' });
  expect(await runBulkCall(admin, { ids: [lead.id] }, { type: 'status', status: 'Later' })).toMatchObject({
    changed: 1,
  });
  const [entry] = await auditOf(app, admin.user.organizationId, 'bulk_update');
  expect(entry?.details).toMatchObject({ status: 'Later' });
});
