import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { previewImport } from '#contract/import-preview.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { checkGrid } from '#tests/support/grids.ts';
import { csvFile, importLeads, leadsOf, type PlanFields, uploadFile } from '#tests/support/imports.ts';

// Dates and amounts that the first 100 rows leave open: after a check, the preview reads them as the whole file says.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const HEAD = ['email', 'date', 'amount'];
const PLAN: PlanFields = { fieldMapping: { email: 'email', date: 'depositDate', amount: 'depositAmount' } };

/** Uploads 150 rows, of which only the last ones tell that the month comes first and that a dot is the decimal sign. */
async function uploaded(): Promise<string> {
  const rows = Array.from({ length: 150 }, (_, n) => {
    const isOpen = n < 120;
    return [`lead-${n}@example.com`, isOpen ? '03/04/2024' : '12/25/2024', isOpen ? '1.234' : '12.50'];
  });
  return (await uploadFile(user, csvFile([HEAD, ...rows]))).uploadId;
}

/** Returns the date and the amount of the first previewed row. */
async function previewed(uploadId: string, plan: PlanFields = PLAN): Promise<(string | undefined)[]> {
  const body = { ...plan, uploadId, rows: 100 };
  const { status, body: preview } = await user.post<ReplyOf<typeof previewImport>>(
    '/api/imports/preview',
    body,
  );
  expect(status).toBe(200);
  expect(preview.rows).toHaveLength(100);
  const { values } = preview.rows[0] ?? {};
  return [values?.['depositDate'], values?.['depositAmount']];
}

async function stored(): Promise<(string | null)[]> {
  const first = (await leadsOf(user)).find(({ email }) => email === 'lead-0@example.com');
  return [first?.depositDate ?? null, first?.depositAmount ?? null];
}

test('the preview after a check shows what the import stores', async () => {
  const uploadId = await uploaded();
  expect(await previewed(uploadId)).toEqual(['2024-04-03', '1234.00']);
  await checkGrid(user, uploadId, PLAN);
  const shown = await previewed(uploadId);
  expect(shown).toEqual(['2024-03-04', '1.23']);
  await importLeads(user, uploadId, PLAN);
  expect(await stored()).toEqual(shown);
});

test('a column that the check read otherwise is read by the first rows', async () => {
  const uploadId = await uploaded();
  await checkGrid(user, uploadId, {
    fieldMapping: { email: 'email', date: 'city', amount: 'depositAmount' },
  });
  expect(await previewed(uploadId)).toEqual(['2024-04-03', '1.23']);
  const columnTools = [{ tool: 'replace', column: 'amount', find: ',', replacement: '.' }];
  await checkGrid(user, uploadId, PLAN);
  expect(await previewed(uploadId, { ...PLAN, columnTools })).toEqual(['2024-04-03', '1234.00']);
});
