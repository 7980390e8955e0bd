import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { TrashedLead } from '#contract/trash.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, endOfBulk, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { beginUndo, endOfUndo } from '#tests/support/undo.ts';

let app: TestApp;
let admin: SignedIn;
let colleague: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signUp(app.url, 'anna');
  colleague = await addColleague(app, admin, 'bruno');
  stranger = await signUp(app.url);
});

afterAll(() => app.close());

type Trash = { leads: TrashedLead[]; total: number };

const trashOf = async (client: SignedIn, query = ''): Promise<Trash> =>
  (await client.get<Trash>(`/api/leads/bin?${query}`)).body;
const emailsOf = ({ leads }: Trash) => leads.map(({ email }) => email);
const trash = (client: SignedIn, lead: Pick<Lead, 'id'>) => call(client, 'DELETE', `/api/leads/${lead.id}`);
const purge = (client: SignedIn, selection: object) =>
  call<{ id: string }>(client, 'POST', '/api/leads/bulk', { selection, action: { type: 'purge' } });

describe('the bin', () => {
  test('lists what was deleted last first, by whom and how, and searches and pages it', async () => {
    const [ada, bo, cy] = [
      await makeLead(admin, { email: 'ada@bin.example', firstName: 'Ada', brand: 'Acme' }),
      await makeLead(admin, { email: 'bo@bin.example', firstName: 'Bo' }),
      await makeLead(admin, { email: 'cy@bin.example', firstName: 'Cy', brand: 'Acme' }),
    ];
    await trash(colleague, cy);
    await runBulkCall(admin, { ids: [ada.id] }, { type: 'delete' });
    const kept = await makeLead(admin, { email: 'kept@bin.example', firstName: 'Kept' });
    await admin.post('/api/duplicates/merge', { keepId: kept.id, leadIds: [bo.id] });
    const { importId } = await importLeads(admin, csvFile([['email'], ['file@bin.example']], 'may.csv'), {
      fieldMapping: { email: 'email' },
    });
    const before = Date.now();
    await beginUndo(admin, importId);
    await endOfUndo(admin, importId);

    const all = await trashOf(admin);
    expect(all.total).toBe(4);
    expect(all.leads.map(({ email, deletion }) => [email, deletion])).toEqual([
      ['file@bin.example', { by: 'anna', way: 'undo', detail: 'may.csv' }],
      ['bo@bin.example', { by: 'anna', way: 'merge', detail: 'Kept, kept@bin.example' }],
      ['ada@bin.example', { by: 'anna', way: 'delete', detail: null }],
      ['cy@bin.example', { by: 'bruno', way: 'delete', detail: null }],
    ]);
    const deletedAt = Date.parse(all.leads[0]?.deletedAt ?? '');
    expect(deletedAt).toBeGreaterThanOrEqual(before);
    expect(deletedAt).toBeLessThanOrEqual(Date.now());
    expect(emailsOf(await trashOf(admin, 'brand=acme'))).toEqual(['ada@bin.example', 'cy@bin.example']);
    expect(emailsOf(await trashOf(colleague, 'search=cy@bin'))).toEqual(['cy@bin.example']);
    const page = await trashOf(admin, 'limit=1&offset=2');
    expect([emailsOf(page), page.total]).toEqual([['ada@bin.example'], 4]);

    // A lead that was restored and deleted again tells of its last deletion.
    await call(admin, 'POST', `/api/leads/${cy.id}/restore`);
    await trash(admin, cy);
    expect((await trashOf(admin)).leads[0]).toMatchObject({
      email: 'cy@bin.example',
      deletion: { by: 'anna' },
    });
    expect(await trashOf(stranger)).toEqual({ leads: [], total: 0 });
    expect((await app.anonymous.get('/api/leads/bin')).status).toBe(401);
    for (const wrong of ['bin=true', 'limit=0', 'sort=email']) {
      expect((await admin.get(`/api/leads/bin?${wrong}`)).status).toBe(400);
    }
  });
});

describe('deleting forever', () => {
  test('is for administrators', async () => {
    const lead = await makeLead(admin, { email: 'stays@forever.example' });
    await trash(admin, lead);
    const { status, body } = await purge(colleague, { ids: [lead.id] });
    expect([status, body]).toMatchObject([403, { message: 'Only administrators can delete leads forever' }]);
    expect((await trashOf(admin, 'search=stays@forever')).total).toBe(1);
    expect((await purge(stranger, { ids: [lead.id] })).status).toBe(201);
    expect((await trashOf(admin, 'search=stays@forever')).total).toBe(1);
    expect((await app.anonymous.post('/api/leads/bulk', {})).status).toBe(401);
  });

  test('removes leads of the bin with notes and timeline, spares all others, and cannot be undone', async () => {
    const { organizationId } = admin.user;
    const stored = async (table: string, ids: string[], column: string) =>
      (
        await app.context.db.owner.query(
          `SELECT FROM ${table} WHERE organization_id = $1 AND ${column} = ANY($2)`,
          [organizationId, ids],
        )
      ).rowCount;
    const gone = await makeLead(admin, { email: 'gone@forever.example' });
    const listed = await makeLead(admin, { email: 'listed@forever.example' });
    await call(admin, 'PATCH', `/api/leads/${listed.id}`, { city: 'Rome' });
    await admin.post(`/api/leads/${gone.id}/notes`, { text: 'secret' });
    await runBulkCall(admin, { ids: [gone.id] }, { type: 'markSold', customerNumber: 'C-7' });
    await trash(admin, gone);

    const { id } = (await purge(admin, { ids: [gone.id, listed.id] })).body;
    expect(await endOfBulk(admin, id)).toMatchObject({
      action: 'purge',
      status: 'completed',
      total: 1,
      changed: 1,
    });
    expect((await admin.get(`/api/leads/${gone.id}`)).status).toBe(404);
    expect((await admin.get(`/api/leads/${listed.id}`)).status).toBe(200);
    for (const table of ['lead_notes', 'lead_events'])
      expect(await stored(table, [gone.id], 'lead_id')).toBe(0);
    expect(await stored('lead_events', [listed.id], 'lead_id')).toBe(1);
    // Sales stay: revenue doesn't change.
    expect(await stored('lead_sales', [gone.id], 'lead_id')).toBe(1);
    expect(await wrongCounts(app, organizationId)).toEqual([]);
    expect(await auditOf(app, organizationId, 'purge_lead')).toEqual([
      expect.objectContaining({
        resource: id,
        username: 'anna',
        details: expect.objectContaining({ changed: 1 }),
      }),
    ]);
    const undo = await admin.post<{ message: string }>(`/api/leads/bulk/${id}/undo`);
    expect([undo.status, undo.body.message]).toEqual([409, "Leads deleted forever can't be restored"]);
    expect(await makeLead(admin, { email: 'gone@forever.example' })).toMatchObject({ isSold: false });
  });

  test('by filter empties the bin of what matches', async () => {
    for (const brand of ['Empty', 'Empty', 'Full']) {
      await trash(admin, await makeLead(admin, { email: `${crypto.randomUUID()}@forever.example`, brand }));
    }
    const listed = await makeLead(admin, { email: 'brand@forever.example', brand: 'Empty' });
    const ended = await runBulkCall(admin, { filter: { brand: 'empty', bin: 'true' } }, { type: 'purge' });
    expect(ended).toMatchObject({ total: 2, changed: 2 });
    expect((await trashOf(admin, 'brand=empty')).total).toBe(0);
    expect((await trashOf(admin, 'brand=full')).total).toBe(1);
    expect((await admin.get(`/api/leads/${listed.id}`)).status).toBe(200);
  });

  test('is the one way to remove events, and only of leads that are gone', async () => {
    const lead = await makeLead(admin, { email: 'events@forever.example' });
    await call(admin, 'PATCH', `/api/leads/${lead.id}`, { city: 'Rome' });
    const { db } = app.context;
    const remove = (organizationId: string, scoped: string) =>
      db.app.query(
        `SELECT set_config('app.organization_id', '${scoped}', true), delete_events_of_deleted('${organizationId}', ARRAY['${lead.id}']::uuid[])`,
      );
    const { organizationId } = admin.user;
    await remove(organizationId, organizationId);
    await expect(remove(organizationId, stranger.user.organizationId)).rejects.toThrow(
      'their own organization',
    );
    expect((await admin.get<{ events: unknown[] }>(`/api/leads/${lead.id}`)).body.events).toHaveLength(2);
    await expect(db.app.query('DELETE FROM lead_events')).rejects.toThrow('permission denied');
  });
});
