import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { removeUpload } from '#server/platform/uploads/writes.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { clientOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid, editGrid, gridOf, gridPage } from '#tests/support/grids.ts';
import { csvFile, importLeads, importParts, type PlanFields, uploadFile } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';

// Which rows are linked to which leads, and who may update these.

let app: TestApp;
let user: SignedIn;

const PLAN: PlanFields = { fieldMapping: { Email: 'email', Phone: 'phone', Date: 'depositDate' } };
const ROWS = [
  ['Email', 'Phone', 'Date'],
  ['ada@example.com', '+447400123451', '2024-05-01'],
  ['cyd@example.com', '12', 'soon'],
  ['broken', '', '2024-05-05'],
  ['ada@example.com', '', '2024-05-06'],
];

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

beforeEach(() => emptyLeads(app.context.db.owner, 'imports', 'uploads'));

async function importedUpload(plan = PLAN): Promise<{ uploadId: string; importId: string }> {
  const { uploadId } = await uploadFile(user, csvFile(ROWS));
  const { importId } = await importLeads(user, uploadId, plan);
  return { uploadId, importId };
}

async function rowsOf(uploadId: string) {
  return (await gridPage(user, uploadId, { show: 'all' })).rows;
}

function update(client: Pick<SignedIn, 'send'>, uploadId: string): Promise<Response> {
  const body = formWith(importParts(uploadId, { ...PLAN, rows: 'stored' }));
  return client.send('/api/import-stream', { method: 'POST', body });
}

const MODES = {
  create: { mode: 'create' },
  update: { mode: 'update', matchField: 'email' },
  'create or update': { mode: 'createOrUpdate', matchField: 'email' },
};

test.each(Object.entries(MODES))(
  'a file that was imported unchecked is checked later: %s',
  async (_, importMode) => {
    await user.post('/api/leads', { email: 'cyd@example.com' });
    const plan = { ...PLAN, importMode };
    const { uploadId } = await importedUpload(plan);
    expect(await gridOf(user, uploadId)).toMatchObject({ state: 'none', lastImport: { leadsToUpdate: 0 } });
    await checkGrid(user, uploadId, plan);
    const { leads } = (await user.get<{ leads: Lead[] }>('/api/leads')).body;
    const held = new Map(leads.map(({ id, email }) => [id, email]));
    const stored = (await rowsOf(uploadId)).flatMap(({ row, stored: lead }) =>
      lead === null ? [] : [[row, held.get(lead.leadId)]],
    );
    const [ada, cyd] = ['ada@example.com', 'cyd@example.com'];
    expect(stored).toEqual(
      {
        create: [[2, ada]],
        update: [[3, cyd]],
        createOrUpdate: [
          [2, ada],
          [3, cyd],
          [5, ada],
        ],
      }[importMode.mode],
    );
    const [row] = stored.filter(([, email]) => email === (importMode.mode === 'create' ? ada : cyd));
    await editGrid(user, uploadId, [Number(row?.[0]), 'Date', '2024-05-04']);
    expect((await gridOf(user, uploadId)).lastImport).toMatchObject({ leadsToUpdate: 1 });
    const { stats } = await importLeads(user, uploadId, { ...plan, rows: 'stored' });
    expect(stats).toMatchObject({ totalRows: 1, updated: 1 });
  },
);

test('a check after the import lists the rows that are left and those with warnings', async () => {
  const { uploadId } = await importedUpload();
  await checkGrid(user, uploadId, PLAN);
  expect(await gridOf(user, uploadId)).toMatchObject({ openRows: 3, totals: { imported: 2, errors: 1 } });
  expect((await rowsOf(uploadId)).map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, 'imported'],
    [3, 'imported'],
    [4, 'error'],
    [5, 'duplicateInDatabase'],
  ]);
});

test('only members of the organization update its leads', async () => {
  const { uploadId } = await importedUpload();
  await checkGrid(user, uploadId, PLAN);
  await editGrid(user, uploadId, [3, 'Date', '2024-05-04']);
  expect((await update(await signUp(app.url), uploadId)).status).toBe(404);
  expect((await update(clientOf(app.url), uploadId)).status).toBe(401);
  expect((await importLeads(user, uploadId, { ...PLAN, rows: 'stored' })).stats).toMatchObject({
    updated: 1,
  });
});

test('what links rows to leads goes with the upload', async () => {
  const { uploadId } = await importedUpload();
  const { owner } = app.context.db;
  const count = async () => (await owner.query('SELECT FROM import_stored_rows')).rowCount;
  expect(await count()).toBe(1);
  await removeUpload(scopeOf(app.context, user.user.organizationId), uploadId);
  expect(await count()).toBe(0);
});
