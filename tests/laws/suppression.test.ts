import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BulkOperation } from '#contract/bulk.ts';
import type { Lead, LeadDetail } from '#contract/leads.ts';
import { API } from '#tests/support/api.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  auditOf,
  call,
  endOfBulk,
  makeLead,
  readLeadDetail,
  runBulkCall,
  runUndoCall,
} from '#tests/support/calls.ts';
import { formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid, editGrid } from '#tests/support/grids.ts';
import { csvFile, importLeads, uploadFile } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';
import { endedQueue, queueFiles } from '#tests/support/queue.ts';
import { giveRules, passNight } from '#tests/support/retention.ts';
import { changeStored } from '#tests/support/stored-leads.ts';
import { importDetail, undoneImport } from '#tests/support/undo.ts';
import { ABOUT_OTHERS, WITHOUT_CONTACT } from './calls-without-contact.ts';

// Every call that writes leads refuses or marks people on suppression lists.

const EMAIL = 'said-no@blocked.example';
const PHONE = '+4930901820';
const DOMAIN_EMAIL = 'anyone@domain.example';
const PREFIX_PHONE = '+447911123456';
const LIST = 'Do not contact';

let app: TestApp;
let user: SignedIn;
let program: Program;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signUp(app.url);
  program = programOf(app.url, await tokenFor(user, { scopes: 'read,write' }));
});
afterEach(async () => {
  const { organizationId } = user.user;
  expect(await unmarked()).toEqual([]);
  expect(await wrongCounts(app, organizationId)).toEqual([]);
  expect(await wrongSearches(app, organizationId)).toEqual([]);
});

/** The listed leads that are people on the list and not marked. */
async function unmarked(): Promise<string[]> {
  const { rows } = await app.context.db.owner.query<{ id: string }>(
    `SELECT id FROM leads WHERE organization_id = $1 AND deleted_at IS NULL AND NOT suppressed
       AND (email = $2 OR phone = $3 AND number_valid OR email LIKE '%@domain.example' OR phone LIKE '+447911%')
       AND EXISTS (SELECT FROM suppressions WHERE organization_id = $1)`,
    [user.user.organizationId, EMAIL, PHONE],
  );
  return rows.map(({ id }) => id);
}

async function suppress(...entries: string[]): Promise<{ leads: number }> {
  const given = entries.length === 0 ? [EMAIL, PHONE, '@domain.example', '+447911*'] : entries;
  const { status, body } = await user.post<{ leads: number }>('/api/suppressions', { entries: given });
  expect([status, body]).toMatchObject([201, { invalid: [] }]);
  return body;
}

const refusal = (field: 'email' | 'phone') => ({
  status: 409,
  body: {
    error: 'suppressed',
    message: `This ${field} is on the suppression list ${LIST}`,
    lists: [LIST],
  },
});
const people = async () => (await user.get<{ leads: Lead[] }>('/api/leads')).body.leads;
const fetched = (path: string) => user.send(path, { method: 'GET' });
const latest = async (kind: BulkOperation['action']) =>
  (await user.get<BulkOperation[]>(`/api/leads/bulk?kinds=${kind}`)).body[0];
const emails = async () => (await people()).map(({ email }) => email).sort();

const tried = new Set<string>();
/** Tests a call that can give a lead an email or phone. */
function way(calls: string | string[], title: string, run: () => Promise<void>): void {
  for (const one of [calls].flat()) tried.add(one);
  test(`${[calls].flat().join(', ')} ${title}`, run);
}

describe('one lead', () => {
  way('POST /api/leads', 'refuses a person on a list', async () => {
    await suppress();
    expect(await user.post('/api/leads', { email: EMAIL })).toMatchObject(refusal('email'));
    expect(await user.post('/api/leads', { email: ' Said-No@Blocked.Example' })).toMatchObject(
      refusal('email'),
    );
    expect(await user.post('/api/leads', { phone: '030 901820', country: 'Germany' })).toMatchObject(
      refusal('phone'),
    );
    expect(await user.post('/api/leads', { email: DOMAIN_EMAIL })).toMatchObject(refusal('email'));
    expect(await user.post('/api/leads', { phone: PREFIX_PHONE })).toMatchObject(refusal('phone'));
    await makeLead(user, { email: 'x@sub.domain.example' });
    expect(await emails()).toEqual(['x@sub.domain.example']);
  });

  way('PATCH /api/leads/:id', 'refuses a new email or phone, and a country that makes one', async () => {
    const { id } = await makeLead(user, { email: 'a@mail.example', phone: '030 901820' });
    await suppress();
    const patch = (body: unknown) => call<LeadDetail>(user, 'PATCH', `/api/leads/${id}`, body);
    expect(await patch({ email: EMAIL })).toMatchObject(refusal('email'));
    expect(await patch({ phone: PHONE })).toMatchObject(refusal('phone'));
    expect(await patch({ country: 'Germany' })).toMatchObject(refusal('phone'));
    expect((await patch({ city: 'Bonn' })).status).toBe(200);
    expect(await readLeadDetail(user, id)).toMatchObject({ email: 'a@mail.example', suppressed: false });
  });

  way(
    'PATCH /api/leads/:id',
    'still changes other fields of a marked lead, and unmarks one that changed',
    async () => {
      const { id } = await makeLead(user, { email: EMAIL });
      expect(await suppress()).toMatchObject({ leads: 1 });
      expect(await readLeadDetail(user, id)).toMatchObject({ suppressed: true });
      const { body } = await call<LeadDetail>(user, 'PATCH', `/api/leads/${id}`, { city: 'Bonn' });
      expect(body).toMatchObject({ city: 'Bonn', suppressed: true });
      const changed = await call<LeadDetail>(user, 'PATCH', `/api/leads/${id}`, {
        email: 'new@mail.example',
      });
      expect(changed.body).toMatchObject({ suppressed: false });
    },
  );

  way('POST /api/leads/:id/restore', 'refuses', async () => {
    const { id } = await makeLead(user, { email: EMAIL });
    await call(user, 'DELETE', `/api/leads/${id}`);
    await suppress();
    expect(await call(user, 'POST', `/api/leads/${id}/restore`)).toMatchObject(refusal('email'));
    expect(await people()).toEqual([]);
  });

  way(
    ['POST /api/duplicates/merge', 'POST /api/duplicates/merges/:id/undo'],
    'mark the lead that becomes somebody on a list, and unmark it',
    async () => {
      const keep = await makeLead(user, { firstName: 'Ada', phone: '+12015550123' });
      const merged = await makeLead(user, { firstName: 'Ada', email: EMAIL });
      await suppress();
      const merge = await user.post<{ undoId: string }>('/api/duplicates/merge', {
        keepId: keep.id,
        leadIds: [merged.id],
      });
      expect(merge.status).toBe(200);
      expect(await readLeadDetail(user, keep.id)).toMatchObject({ email: EMAIL, suppressed: true });
      await user.post(`/api/duplicates/merges/${merge.body.undoId}/undo`);
      expect(await readLeadDetail(user, keep.id)).toMatchObject({ email: null, suppressed: false });
      expect(await readLeadDetail(user, merged.id)).toMatchObject({ email: EMAIL, suppressed: true });
    },
  );
});

describe('the public API', () => {
  const refused = { error: 'suppressed', lists: [LIST] };

  way('POST /api/v1/leads', 'refuses', async () => {
    await suppress();
    expect(await program.call('POST', '/leads', { email: EMAIL })).toMatchObject({
      status: 409,
      body: refused,
    });
    const once = await program.call('POST', '/leads', { phone: PHONE }, { 'idempotency-key': 'one' });
    expect(once).toMatchObject({ status: 409, body: refused });
    expect(await people()).toEqual([]);
  });

  way('POST /api/v1/leads/batch', 'reports the leads that are left out', async () => {
    await suppress();
    const leads = [
      { email: 'a@mail.example' },
      { email: EMAIL },
      { phone: PREFIX_PHONE, email: 'b@mail.example' },
    ];
    const { body } = await program.call<{ results: unknown[] }>('POST', '/leads/batch', { leads });
    expect(body.results).toMatchObject([
      { status: 'created' },
      { index: 1, status: 'suppressed', lists: [LIST], field: 'email' },
      { index: 2, status: 'suppressed', lists: [LIST], field: 'phone' },
    ]);
    expect(await emails()).toEqual(['a@mail.example']);
  });

  way('PATCH /api/v1/leads', 'refuses', async () => {
    await makeLead(user, { email: 'a@mail.example' });
    await suppress();
    const update = { identifier: { email: 'a@mail.example' }, data: { email: EMAIL } };
    expect(await program.call('PATCH', '/leads', update)).toMatchObject({ status: 409, body: refused });
    expect(await emails()).toEqual(['a@mail.example']);
  });
});

const HEADER = ['email', 'phone', 'city'];
const fieldMapping = Object.fromEntries(HEADER.map((field) => [field, field]));

describe('imports', () => {
  way('POST /api/import-stream', 'skip the rows of a new file and name their list', async () => {
    await suppress();
    const rows = [
      HEADER,
      ['a@mail.example', '', 'Bonn'],
      [EMAIL, '', 'Bonn'],
      ['b@mail.example', PHONE, 'Bonn'],
      [EMAIL, '', 'Ulm'],
      ['c@mail.example', PREFIX_PHONE, 'Ulm'],
      ['a@mail.example', '', 'Ulm'],
    ];
    const { stats, importId } = await importLeads(user, csvFile(rows), { fieldMapping });
    expect(stats).toMatchObject({ totalRows: 6, imported: 1, duplicates: 1, skipped: 4, suppressed: 4 });
    const { firstProblems } = await importDetail(user, importId);
    const reasons = firstProblems.map(({ row, outcome, problems }) => [
      row,
      outcome,
      problems[0]?.field,
      problems[0]?.code,
    ]);
    expect(reasons.filter(([, outcome]) => outcome === 'skipped')).toEqual([
      [3, 'skipped', 'email', 'suppressed'],
      [4, 'skipped', 'phone', 'suppressed'],
      [5, 'skipped', 'email', 'suppressed'],
      [6, 'skipped', 'phone', 'suppressed'],
    ]);
    expect(JSON.stringify(firstProblems)).toContain(`This email is on the suppression list ${LIST}`);
    expect(await emails()).toEqual(['a@mail.example']);
  });

  way('POST /api/import-stream', 'skip rows that would give a lead such an email or phone', async () => {
    await makeLead(user, { email: 'a@mail.example' });
    await makeLead(user, { email: DOMAIN_EMAIL });
    await suppress();
    const rows = [HEADER, ['a@mail.example', PHONE, 'Bonn'], [DOMAIN_EMAIL, '', 'Ulm'], [EMAIL, '', 'Ulm']];
    const { stats } = await importLeads(user, csvFile(rows), {
      fieldMapping,
      importMode: { mode: 'createOrUpdate', matchField: 'email' },
    });
    expect(stats).toMatchObject({ updated: 1, skipped: 2, suppressed: 2, imported: 0 });
    expect(await people()).toMatchObject([
      { email: DOMAIN_EMAIL, city: 'Ulm', suppressed: true },
      { email: 'a@mail.example', phone: null, city: null },
    ]);
  });

  way('POST /api/imports/:id/undo', 'keeps a lead whose former email is on a list now', async () => {
    const { id } = await makeLead(user, { email: EMAIL, phone: '+12015550123' });
    const { importId } = await importLeads(
      user,
      csvFile([
        ['phone', 'email'],
        ['+12015550123', 'new@mail.example'],
      ]),
      {
        fieldMapping: { phone: 'phone', email: 'email' },
        importMode: { mode: 'update', matchField: 'phone' },
      },
    );
    await suppress();
    expect(await undoneImport(user, importId)).toMatchObject({ undone: 0, kept: 1 });
    expect((await importDetail(user, importId)).firstKept).toMatchObject([
      { leadId: id, reason: 'suppressed' },
    ]);
    expect(await emails()).toEqual(['new@mail.example']);
  });

  way('POST /api/import-queue', 'skips in the Multi-File Import', async () => {
    await suppress();
    const file = csvFile([HEADER, [EMAIL, '', 'Bonn'], ['a@mail.example', '', 'Bonn']], 'one.csv');
    await queueFiles(user, file);
    const jobs = await endedQueue(user);
    expect(jobs).toMatchObject([{ stats: { imported: 1, skipped: 1, suppressed: 1 } }]);
    expect(await emails()).toEqual(['a@mail.example']);
  });
});

describe('Fix Rows', () => {
  way(
    'POST /api/import-grids/:uploadId/edit',
    'skips rows that an edit gives such an email or phone',
    async () => {
      await suppress();
      const rows = [
        HEADER,
        ['a@mail.example', '', 'Bonn'],
        ['b@mail.example', '', 'Ulm'],
        ['c@mail.example', '', 'Ulm'],
      ];
      const { uploadId } = await uploadFile(user, csvFile(rows));
      expect(await checkGrid(user, uploadId, { fieldMapping })).toMatchObject({ suppressed: 0 });
      await editGrid(user, uploadId, [2, 'email', EMAIL], [3, 'phone', PHONE]);
      expect(await checkGrid(user, uploadId, { fieldMapping })).toMatchObject({ suppressed: 2, skipped: 2 });
      const { stats } = await importLeads(user, uploadId, { fieldMapping });
      expect(stats).toMatchObject({ imported: 1, skipped: 2, suppressed: 2 });
      expect(await emails()).toEqual(['c@mail.example']);
    },
  );
});

describe('many leads', () => {
  way('POST /api/leads/bulk', 'restores nobody on a list', async () => {
    const one = await makeLead(user, { email: EMAIL });
    const other = await makeLead(user, { email: 'a@mail.example' });
    await runBulkCall(user, { filter: {} }, { type: 'delete' });
    await suppress();
    const restored = await runBulkCall(user, { ids: [one.id, other.id] }, { type: 'restore' });
    expect(restored).toMatchObject({ changed: 1, refused: 1, suppressed: 1, lists: [LIST] });
    expect(await emails()).toEqual(['a@mail.example']);
  });

  way('POST /api/duplicates/merge-all', 'leaves people on a list to be decided', async () => {
    const same = {
      firstName: 'Ada',
      lastName: 'Zoller',
      postcode: '90219',
      city: 'Ulm',
      address: '7 Elm Road',
    };
    for (const email of [EMAIL, 'ada@mail.example']) await makeLead(user, { ...same, email });
    await suppress();
    expect((await user.get<{ total: number }>('/api/duplicates?band=certain')).body.total).toBe(1);
    expect((await user.get('/api/duplicates/merge-all?band=certain')).body).toMatchObject({
      ...{ groups: 0, left: { suppressed: 1 } },
    });
    expect((await user.post('/api/duplicates/merge-all', { band: 'certain' })).status).toBe(409);
  });

  way('POST /api/leads/bulk/:id/undo', 'brings nobody on a list back', async () => {
    await makeLead(user, { email: EMAIL });
    await makeLead(user, { email: 'a@mail.example' });
    const { id } = await runBulkCall(user, { filter: {} }, { type: 'delete' });
    await suppress();
    expect(await runUndoCall(user, id)).toMatchObject({
      changed: 1,
      refused: 1,
      suppressed: 1,
      lists: [LIST],
    });
    expect(await emails()).toEqual(['a@mail.example']);
  });

  way('POST /api/retention/runs/:id/undo', 'brings nobody on a list back', async () => {
    await makeLead(user, { email: EMAIL });
    await makeLead(user, { email: 'a@mail.example' });
    await giveRules(user, {});
    const [run] = await passNight(app, user, 2);
    await suppress();
    const { body } = await call<{ id: string }>(user, 'POST', `/api/retention/runs/${run?.id}/undo`);
    expect(await endOfBulk(user, body.id)).toMatchObject({
      changed: 1,
      refused: 1,
      suppressed: 1,
      lists: [LIST],
    });
    expect(await emails()).toEqual(['a@mail.example']);
  });

  way('POST /api/leads/bulk', 'sets no country that makes such a phone', async () => {
    await makeLead(user, { email: 'a@mail.example', phone: '030 901820' });
    await suppress();
    const set = await runBulkCall(
      user,
      { filter: {} },
      { type: 'setField', field: 'country', value: 'Germany' },
    );
    expect(set).toMatchObject({ changed: 0, refused: 1, suppressed: 1, lists: [LIST] });
  });

  way('POST /api/leads/fix-phones', 'fixes no phone that is on a list', async () => {
    await makeLead(user, { email: 'a@mail.example', phone: '030901820', country: 'Austria' });
    const { id } = await makeLead(user, { email: 'b@mail.example', phone: '030!901820', country: 'Germany' });
    await suppress();
    await user.post('/api/leads/fix-phones');
    expect(await latest('fixPhones')).toMatchObject({ suppressed: 1, lists: [LIST] });
    expect(await readLeadDetail(user, id)).toMatchObject({ numberValid: false, suppressed: false });
  });

  way(
    ['POST /api/leads/update-phones-csv', 'POST /api/leads/update-phones-csv/preview'],
    'refuses',
    async () => {
      const { id } = await makeLead(user, { email: 'a@mail.example', country: 'Germany' });
      await suppress();
      const send = async (path: string) => {
        const file = csvFile([
          ['Lead ID', 'Phone'],
          [id, PHONE],
        ]);
        const response = await user.send(path, { method: 'POST', body: formWith([['file', file]]) });
        return (await response.json()) as unknown;
      };
      const counts = { updated: 0, suppressed: 1, totalProcessed: 1 };
      expect(await send('/api/leads/update-phones-csv/preview')).toMatchObject(counts);
      expect(await send('/api/leads/update-phones-csv')).toMatchObject(counts);
      expect(await latest('updatePhones')).toMatchObject({ suppressed: 1, lists: [LIST] });
      expect(await readLeadDetail(user, id)).toMatchObject({ phone: null });
    },
  );

  way('POST /api/dashboard/sample-data', 'leaves sample people on a list out', async () => {
    await suppress('+1*', '+4*', '+3*');
    await user.post('/api/dashboard/sample-data');
    const { rows } = await app.context.db.owner.query(
      `SELECT id FROM leads WHERE organization_id = $1 AND number_valid AND phone ~ '^[+][134]' AND NOT suppressed`,
      [user.user.organizationId],
    );
    expect(rows).toEqual([]);
  });
});

describe('sales', () => {
  const sell = { type: 'markSold', customerNumber: 'C-1' } as const;

  test('sell and deliver nobody on a list, whatever their mark', async () => {
    const one = await makeLead(user, { email: EMAIL });
    const other = await makeLead(user, { email: 'a@mail.example' });
    await suppress();
    await changeStored(app.context.db.owner, 'suppressed = false', 'id = $1', [one.id]);
    expect(await runBulkCall(user, { ids: [one.id, other.id] }, sell)).toMatchObject({
      ...{ changed: 1, refused: 1, suppressed: 1, lists: [LIST] },
    });
    const list = { identifiers: [EMAIL], identifierType: 'email', customerNumber: 'C-1' };
    expect((await user.post('/api/leads/mark-sold', list)).body).toMatchObject({
      updatedCount: 0,
      suppressed: 1,
    });
    expect(await latest('markSoldList')).toMatchObject({ suppressed: 1, lists: [LIST] });
    await changeStored(app.context.db.owner, 'suppressed = true', 'id = $1', [one.id]);
  });

  test('ask the lists of the customer, which mark no lead', async () => {
    await makeLead(user, { email: 'a@mail.example' });
    const { body } = await user.post<{ id: string }>('/api/suppression-lists', {
      name: 'Theirs',
      customerNumber: 'c-1',
    });
    const added = await user.post('/api/suppressions', { listId: body.id, entries: ['a@mail.example'] });
    expect(added.body).toMatchObject({ added: 1, leads: 1 });
    expect(await people()).toMatchObject([{ suppressed: false }]);
    expect(await runBulkCall(user, { filter: {} }, sell)).toMatchObject({
      ...{ changed: 0, suppressed: 1, lists: ['Theirs'] },
    });
    const other = await runBulkCall(user, { filter: {} }, { ...sell, customerNumber: 'C-2' });
    expect(other).toMatchObject({ changed: 1, suppressed: 0 });
    expect(other.lists).toBeUndefined();
  });

  test('stay returned when the return of somebody on a list is undone, who is named', async () => {
    await makeLead(user, { email: EMAIL });
    await runBulkCall(user, { filter: {} }, sell);
    const { id } = await runBulkCall(user, { filter: {} }, { type: 'returnSale' });
    await suppress();
    const undone = await runUndoCall(user, id);
    expect(undone).toMatchObject({ changed: 0, refused: 1, suppressed: 1, lists: [LIST] });
    expect(await people()).toMatchObject([{ isSold: false }]);
    expect(await (await fetched(`/api/leads/bulk/${undone.id}/report`)).text()).toContain(EMAIL);
  });

  test('hand out no file with somebody who got on a list since', async () => {
    await makeLead(user, { email: EMAIL });
    await makeLead(user, { email: 'a@mail.example' });
    const sale = { selection: { filter: {} }, customerNumber: 'C-1', price: '1', currency: 'USD' };
    const { body } = await user.post<BulkOperation>('/api/leads/deliveries', sale);
    await endOfBulk(user, body.id);
    await suppress();
    const file = await fetched(`/api/leads/deliveries/${body.id}`);
    const text = await file.text();
    expect([text.includes('a@mail.example'), text.includes(EMAIL)]).toEqual([true, false]);
    expect(file.headers.get('x-suppressed-count')).toBe('1');
  });
});

describe('exports', () => {
  test('leave people on lists out and count them, but for administrators who ask for them', async () => {
    await makeLead(user, { email: EMAIL });
    await makeLead(user, { email: 'a@mail.example' });
    await suppress();
    const file = await fetched('/api/leads/export?limit=all');
    expect((await file.text()).includes(EMAIL)).toBe(false);
    expect(
      ['x-total-count', 'x-exported-count', 'x-suppressed-count'].map((name) => file.headers.get(name)),
    ).toEqual(['2', '1', '1']);
    const whole = await fetched('/api/leads/export?limit=all&includeSuppressed=true');
    expect((await whole.text()).includes(EMAIL)).toBe(true);
    expect(await auditOf(app, user.user.organizationId, 'export_leads')).toContainEqual(
      expect.objectContaining({ details: expect.objectContaining({ includeSuppressed: 'true' }) }),
    );
    const list = { name: 'Theirs', customerNumber: 'C-1' };
    const { body } = await user.post<{ id: string }>('/api/suppression-lists', list);
    await user.post('/api/suppressions', { listId: body.id, entries: ['a@mail.example'] });
    const theirs = await fetched('/api/leads/export?limit=all&forCustomer=c-1');
    expect(await theirs.text()).not.toContain('a@mail.example');
    expect(theirs.headers.get('x-suppressed-count')).toBe('2');
  });
});

test('every other call that writes is known to give no lead an email or phone', () => {
  const writing = API.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  const known = new Set([...tried, ...WITHOUT_CONTACT]);
  expect(writing.filter((one) => !known.has(one) && !ABOUT_OTHERS.test(one))).toEqual([]);
  expect([...known].filter((one) => !writing.includes(one))).toEqual([]);
  expect([...tried].filter((one) => WITHOUT_CONTACT.has(one))).toEqual([]);
});
