import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead, readLeadDetail, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { importDetail, undoneImport } from '#tests/support/undo.ts';

// The undo of an import reverts everything it did, except where leads have changed since.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

afterEach(async () => {
  expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
});

/** Imports rows under a header of the lead fields they map to; returns the import's id. */
async function imported(rows: string[][], matchField?: 'email' | 'phone' | 'id'): Promise<string> {
  const { importId } = await importLeads(user, csvFile(rows), {
    fieldMapping: Object.fromEntries((rows[0] ?? []).map((field) => [field, field])),
    ...(matchField !== undefined && { importMode: { mode: 'update', matchField } }),
  });
  return importId;
}

async function leadsInTrash(): Promise<Lead[]> {
  return (await user.get<{ leads: Lead[] }>('/api/leads?bin=true&limit=200')).body.leads;
}

const edit = (id: string | undefined, change: Record<string, unknown>) =>
  call<Lead>(user, 'PATCH', `/api/leads/${id}`, change);

describe('an import that created leads', () => {
  test('puts them into the bin, from where they can be restored', async () => {
    await makeLead(user, { email: 'mine@example.com' });
    const id = await imported([
      ['email', 'brand', 'tags'],
      ['ada@example.com', 'Acme', 'vip'],
      ['mine@example.com', 'Acme', ''],
      ['bob@example.com', '', ''],
    ]);
    expect(await undoneImport(user, id)).toEqual({
      status: 'completed',
      total: 2,
      done: 2,
      undone: 2,
      kept: 0,
    });
    expect((await leadsOf(user)).map(({ email }) => email)).toEqual(['mine@example.com']);
    const trashed = await leadsInTrash();
    expect(trashed.map(({ email }) => email).sort()).toEqual(['ada@example.com', 'bob@example.com']);
    const [event] = (await readLeadDetail(user, trashed[0]?.id ?? '')).events;
    expect(event).toMatchObject({ kind: 'undo', actor: user.user.username, detail: 'leads.csv' });
    expect((await user.post(`/api/leads/${trashed[0]?.id}/restore`)).status).toBe(200);
    expect(await auditOf(app, user.user.organizationId, 'undo_import')).toMatchObject([
      {
        resource: 'leads.csv',
        username: user.user.username,
        details: { importId: id, total: 2, undone: 2, kept: 0 },
      },
    ]);
    const { body } = await user.get('/api/dashboard/stats');
    expect(body).toMatchObject({ totalLeads: 2, newLeads: 2 });
  });

  test('keeps those that have a note, a sale or an edit since, and names them', async () => {
    const id = await imported([
      ['email', 'firstName', 'phone'],
      ['edited@example.com', '=Eve', '+447400123451'],
      ['untouched@example.com', '', ''],
      ['binned@example.com', '', ''],
      ['sold@example.com', '', ''],
      ['noted@example.com', '', ''],
    ]);
    const [edited, , trashed, sold, noted] = await leadsOf(user);
    await edit(edited?.id, { lastName: 'Smith' });
    await call(user, 'DELETE', `/api/leads/${trashed?.id}`);
    await runBulkCall(user, { ids: [sold?.id ?? ''] }, { type: 'markSold', customerNumber: 'C1' });
    await user.post(`/api/leads/${noted?.id}/notes`, { text: 'Calls back on Monday' });

    expect(await undoneImport(user, id)).toMatchObject({ total: 5, done: 5, undone: 1, kept: 4 });

    expect((await leadsOf(user)).map(({ email }) => email)).toEqual([
      'edited@example.com',
      'sold@example.com',
      'noted@example.com',
    ]);
    const { firstKept, undo } = await importDetail(user, id);
    expect(undo).toMatchObject({ kept: 4 });
    const names = { firstName: '=Eve', lastName: 'Smith', phone: '+447400123451' };
    const nameless = { firstName: null, lastName: null, phone: null };
    const [changed, gone] = ['Changed since it was imported', 'Already in the bin'];
    expect(firstKept).toEqual([
      { leadId: edited?.id, reason: 'edited', message: changed, email: 'edited@example.com', ...names },
      { leadId: trashed?.id, reason: 'deleted', message: gone, email: 'binned@example.com', ...nameless },
      { leadId: sold?.id, reason: 'edited', message: changed, email: 'sold@example.com', ...nameless },
      { leadId: noted?.id, reason: 'edited', message: changed, email: 'noted@example.com', ...nameless },
    ]);
    const response = await user.send(`/api/imports/${id}/undo-report.csv`, {});
    expect(response.headers.get('content-disposition')).toContain('leads%20-%20undo%20report.csv');
    expect(withoutQuotes(await response.text()).split('\r\n')).toEqual([
      'Lead ID,Reason,First Name,Last Name,Email,Phone',
      `${edited?.id},${changed},'=Eve,Smith,edited@example.com,+447400123451`,
      `${trashed?.id},${gone},,,binned@example.com,`,
      `${sold?.id},${changed},,,sold@example.com,`,
      `${noted?.id},${changed},,,noted@example.com,`,
      '',
    ]);
  });

  test('that took nothing in has nothing to put back', async () => {
    const id = await imported([['email'], ['broken']]);
    expect(await undoneImport(user, id)).toMatchObject({ status: 'completed', total: 0, undone: 0, kept: 0 });
  });
});

describe('an undo is refused', () => {
  test('a second time', async () => {
    const id = await imported([['email'], ['ada@example.com']]);
    await undoneImport(user, id);
    const { status, body } = await user.post(`/api/imports/${id}/undo`);
    expect([status, body]).toMatchObject([409, { message: 'The import was already undone' }]);
  });

  test('for what is not there', async () => {
    expect((await user.post('/api/imports/0198c0de-0000-7000-8000-000000000000/undo')).status).toBe(404);
    expect((await user.get('/api/imports/0198c0de-0000-7000-8000-000000000000')).status).toBe(404);
  });
});

test('a history tells how far its undos are', async () => {
  const id = await imported([['email'], ['ada@example.com']]);
  await undoneImport(user, id);
  const { body } = await user.get<ImportRecord[]>('/api/imports');
  expect(body).toMatchObject([
    { id, imported: 1, undo: { status: 'completed', total: 1, done: 1, undone: 1, kept: 0 } },
  ]);
});
