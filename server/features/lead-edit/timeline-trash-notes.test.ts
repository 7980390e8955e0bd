import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Lead, LeadDetail } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';

let app: TestApp;
let user: SignedIn;
let colleague: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url, 'anna');
  colleague = await addColleague(app, user, 'bruno');
});

afterAll(() => app.close());

const patch = (client: SignedIn, id: string, body: unknown) =>
  call<LeadDetail & Record<string, unknown>>(client, 'PATCH', `/api/leads/${id}`, body);

describe('the timeline', () => {
  test('begins with the import and its file', async () => {
    const owner = await signUp(app.url, 'dora');
    const plan = { fieldMapping: { email: 'email', city: 'city' } };
    await importLeads(
      owner,
      csvFile(
        [
          ['email', 'city'],
          ['t@example.com', 'Oslo'],
        ],
        'first.csv',
      ),
      plan,
    );
    const [lead] = await leadsOf(owner);
    await importLeads(
      owner,
      csvFile(
        [
          ['email', 'city'],
          ['t@example.com', 'Bergen'],
        ],
        'second.csv',
      ),
      {
        ...plan,
        importMode: { mode: 'update', matchField: 'email' },
      },
    );
    const detail = await readLeadDetail(owner, lead?.id ?? '');
    expect(detail.importFilename).toBe('first.csv');
    expect(detail.events).toMatchObject([
      {
        kind: 'import',
        detail: 'second.csv',
        actor: 'dora',
        changes: [{ field: 'city', before: 'Oslo', after: 'Bergen' }],
      },
      { kind: 'created', detail: 'first.csv', actor: 'dora', changes: [] },
    ]);
    const { body } = await patch(owner, detail.id, { city: 'Turku', expected: { city: 'Oslo', brand: 'x' } });
    expect(body).toMatchObject({ changedBy: 'dora', current: { city: 'Bergen', brand: null } });
  });
});

describe('the bin', () => {
  test('takes a lead and gives it back', async () => {
    const lead = await makeLead(user, { email: 'bin@example.com' });
    expect((await call(user, 'DELETE', `/api/leads/${lead.id}`)).status).toBe(200);
    expect((await call(user, 'DELETE', `/api/leads/${lead.id}`)).status).toBe(404);
    expect((await readLeadDetail(user, lead.id)).deletedAt).not.toBeNull();
    expect((await patch(user, lead.id, { city: 'X' })).status).toBe(409);
    const twin = await makeLead(user, { email: 'bin@example.com' });
    const refused = await call(user, 'POST', `/api/leads/${lead.id}/restore`);
    expect([refused.status, refused.body['existingLeadId']]).toEqual([409, twin.id]);
    await patch(user, twin.id, { email: 'moved@example.com' });
    const { status, body } = await call<LeadDetail>(user, 'POST', `/api/leads/${lead.id}/restore`);
    expect([status, body.deletedAt]).toEqual([200, null]);
    expect(body.events.map((event) => event.kind)).toEqual(['restored', 'deleted', 'created']);
    expect((await call(user, 'POST', `/api/leads/${lead.id}/restore`)).status).toBe(409);
    for (const action of ['delete_lead', 'restore_lead']) {
      expect(await auditOf(app, user.user.organizationId, action)).toContainEqual(
        expect.objectContaining({ resource: lead.id }),
      );
    }
    expect(await wrongCounts(app, user.user.organizationId)).toEqual([]);
  });
});

describe('notes', () => {
  test('are kept, newest first, with who wrote them', async () => {
    const lead = await makeLead(user, { email: 'note@example.com' });
    for (const [client, text] of [
      [user, ' first '],
      [colleague, 'second'],
    ] as const) {
      expect((await call(client, 'POST', `/api/leads/${lead.id}/notes`, { text })).status).toBe(201);
    }
    const { body } = await user.get(`/api/leads/${lead.id}/notes`);
    expect(body).toMatchObject([
      { text: 'second', createdBy: 'bruno' },
      { text: 'first', createdBy: 'anna' },
    ]);
    expect((await readLeadDetail(user, lead.id)).notes).toEqual(body);
    expect((await call(user, 'POST', `/api/leads/${lead.id}/notes`, { text: ' ' })).status).toBe(400);
  });

  test('are searched with the rest of the lead, whatever happens to it', async () => {
    const lead = await makeLead(user, { firstName: 'Zoé', email: 'zoe@notes.example' });
    const found = async (search: string): Promise<number> =>
      (await user.get<{ leads: Lead[]; total: number }>(`/api/leads?search=${encodeURIComponent(search)}`))
        .body.total;
    expect(await found('zürich')).toBe(0);
    await user.post(`/api/leads/${lead.id}/notes`, { text: 'Moves to Zürich\nin spring' });
    await user.post(`/api/leads/${lead.id}/notes`, { text: 'CALL again' });
    expect([await found('zurich'), await found('again zoe'), await found('spring call')]).toEqual([1, 1, 1]);
    await patch(user, lead.id, { lastName: 'Übel', phone: '+49 30 901820' });
    expect([await found('zurich ubel'), await found('030 901820 again')]).toEqual([1, 1]);
    await call(user, 'DELETE', `/api/leads/${lead.id}`);
    expect(await found('zurich')).toBe(0);
    await user.post(`/api/leads/${lead.id}/restore`);
    expect(await found('zurich')).toBe(1);
    expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
  });

  test('of a merged lead are searched with the lead that is kept', async () => {
    const keep = await makeLead(user, { email: 'keep@notes.example' });
    const other = await makeLead(user, { email: 'other@notes.example' });
    await user.post(`/api/leads/${other.id}/notes`, { text: 'quokka' });
    await user.post('/api/duplicates/merge', { keepId: keep.id, leadIds: [other.id], take: [] });
    const { body } = await user.get<{ leads: Lead[]; total: number }>('/api/leads?search=quokka');
    expect(body.leads.map(({ id }) => id)).toEqual([keep.id]);
    expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
  });
});
