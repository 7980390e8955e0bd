import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Lead, LeadDetail } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, readLeadDetail, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { importDetail, undoneImport } from '#tests/support/undo.ts';

// The undo of an import restores the leads it changed, except those changed since.

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

const edit = (id: string | undefined, change: Record<string, unknown>) =>
  call<Lead>(user, 'PATCH', `/api/leads/${id}`, change);

/** Returns the parts of a lead that an undo has to restore. */
function contentOf(lead: LeadDetail): Record<string, unknown> {
  const {
    events: _events,
    updatedAt: _updatedAt,
    version: _version,
    ...content
  } = lead as LeadDetail & {
    version?: number;
  };
  return content;
}

describe('an import that updated leads', () => {
  test('gives every field back as it was', async () => {
    for (const field of [
      { name: 'Plan', type: 'text' },
      { name: 'Gone', type: 'text' },
    ])
      await user.post('/api/custom-fields', field);
    const columns = ['email', 'phone', 'firstName', 'status', 'tags', 'depositAmount', 'depositDate', 'hlr'];
    await imported([
      columns,
      ['ada@example.com', '+447400123451', 'Ada', 'qualified', 'vip', '10.50', '2024-01-02', 'active'],
      ['bob@example.com', 'nonsense', '', '', '', '', '', ''],
    ]);
    const [ada, bob] = await leadsOf(user);
    await edit(ada?.id, { customData: { Plan: 'gold', Gone: 'soon' } });
    const before = await Promise.all([ada, bob].map((lead) => readLeadDetail(user, lead?.id ?? '')));
    const { importId } = await importLeads(
      user,
      csvFile([
        ['email', 'phone', 'firstName', 'status', 'tags', 'amount', 'date', 'hlr', 'plan', 'gone'],
        ...[
          [
            'ada@example.com',
            'now invalid',
            'Augusta',
            'new',
            'hot, vip',
            '99',
            '2024-05-06',
            'dead',
            'x',
            'y',
          ],
          ['bob@example.com', '+447400123452', 'Bob', 'sleeping', 'a', '1', '2023-01-01', 'active', 'z', ''],
        ],
      ]),
      {
        fieldMapping: {
          ...Object.fromEntries(
            ['email', 'phone', 'firstName', 'status', 'tags', 'hlr'].map((key) => [key, key]),
          ),
          amount: 'depositAmount',
          date: 'depositDate',
          plan: 'custom:Plan',
          gone: 'custom:Gone',
        },
        importMode: { mode: 'update', matchField: 'email' },
      },
    );
    const { body: fields } = await user.get<{ id: string; name: string }[]>('/api/custom-fields');
    await call(user, 'DELETE', `/api/custom-fields/${fields.find(({ name }) => name === 'Gone')?.id}`);

    expect(await undoneImport(user, importId)).toMatchObject({ total: 2, undone: 2, kept: 0 });

    const after = await Promise.all([ada, bob].map((lead) => readLeadDetail(user, lead?.id ?? '')));
    // A custom field deleted in the meantime doesn't come back.
    const expected = before.map(contentOf);
    expected[0] = { ...expected[0], customData: { Plan: 'gold' } };
    expect(after.map(contentOf)).toEqual(expected);
    expect(after[0]?.events[0]).toMatchObject({
      kind: 'undo',
      detail: 'leads.csv',
      actor: user.user.username,
    });
    expect(after[0]?.events[0]?.changes).toContainEqual({
      field: 'firstName',
      before: 'Augusta',
      after: 'Ada',
    });
  });

  test('takes back rows that changed the same lead, the last first', async () => {
    await imported([
      ['email', 'firstName', 'city'],
      ['ada@example.com', 'Ada', 'London'],
    ]);
    const id = await imported(
      [
        ['email', 'firstName', 'city', 'tags'],
        ['ada@example.com', 'Augusta', '', 'a'],
        ['ada@example.com', 'Lovelace', 'Paris', 'b'],
      ],
      'email',
    );
    expect(await undoneImport(user, id)).toMatchObject({ total: 1, undone: 1 });
    expect(await leadsOf(user)).toMatchObject([{ firstName: 'Ada', city: 'London', tags: [] }]);
  });

  test('gives identities back that went from lead to lead', async () => {
    await imported([
      ['email', 'phone'],
      ['ada@example.com', ''],
      ['bob@example.com', ''],
    ]);
    const leads = await leadsOf(user);
    const [ada = '', bob = ''] = leads.map((lead) => lead.id);
    // Two leads swap their emails through a third address.
    const id = await imported(
      [
        ['id', 'email'],
        [ada, 'way@example.com'],
        [bob, 'ada@example.com'],
        [ada, 'bob@example.com'],
      ],
      'id',
    );
    expect((await leadsOf(user)).map(({ email }) => email)).toEqual(['bob@example.com', 'ada@example.com']);
    expect(await undoneImport(user, id)).toMatchObject({ total: 2, undone: 2, kept: 0 });
    expect(await leadsOf(user)).toEqual(leads);
  });

  test('keeps leads that were edited, annotated, sold or trashed since, or whose identity is taken', async () => {
    await imported([
      ['email', 'city'],
      ['edited@example.com', 'Rome'],
      ['binned@example.com', 'Rome'],
      ['taken@example.com', 'Rome'],
      ['fine@example.com', 'Rome'],
      ['noted@example.com', 'Rome'],
      ['sold@example.com', 'Rome'],
    ]);
    const [edited, trashed, taken, fine, noted, sold] = await leadsOf(user);
    await user.post(`/api/leads/${fine?.id}/notes`, { text: 'A note before the import keeps nothing' });
    const id = await imported(
      [
        ['id', 'email', 'city'],
        [edited?.id ?? '', '', 'Oslo'],
        [trashed?.id ?? '', '', 'Oslo'],
        [taken?.id ?? '', 'other@example.com', 'Oslo'],
        [fine?.id ?? '', '', 'Oslo'],
        [noted?.id ?? '', '', 'Oslo'],
        [sold?.id ?? '', '', 'Oslo'],
      ],
      'id',
    );
    await edit(edited?.id, { firstName: 'Eve' });
    await call(user, 'DELETE', `/api/leads/${trashed?.id}`);
    await user.post(`/api/leads/${noted?.id}/notes`, { text: 'Calls back on Monday' });
    await runBulkCall(user, { ids: [sold?.id ?? ''] }, { type: 'markSold', customerNumber: 'C1' });
    const holder = await makeLead(user, { email: 'taken@example.com' });

    expect(await undoneImport(user, id)).toMatchObject({ total: 6, done: 6, undone: 1, kept: 5 });

    expect((await leadsOf(user)).map(({ email, city }) => [email, city])).toEqual([
      ['edited@example.com', 'Oslo'],
      ['other@example.com', 'Oslo'],
      ['fine@example.com', 'Rome'],
      ['noted@example.com', 'Oslo'],
      ['sold@example.com', 'Oslo'],
      ['taken@example.com', null],
    ]);
    const { firstKept } = await importDetail(user, id);
    expect(firstKept.map(({ leadId, reason }) => [leadId, reason])).toEqual([
      [edited?.id, 'edited'],
      [trashed?.id, 'deleted'],
      [taken?.id, 'identity_taken'],
      [noted?.id, 'edited'],
      [sold?.id, 'edited'],
    ]);
    expect(firstKept[2]?.message).toBe(`Another lead now has its previous email or phone: ${holder.id}`);
  });
});
