import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { PASSWORD, type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { undoneImport } from '#tests/support/undo.ts';

// With requireExportAuth, a report that holds data of people takes the grant of an export.

let app: TestApp;
let user: SignedIn;
let reports: string[];

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  const { importId } = await importLeads(user, csvFile([['email'], ['ada@example.com'], ['broken']]), {
    fieldMapping: { email: 'email' },
  });
  const [lead] = await leadsOf(user);
  await user.post(`/api/leads/${lead?.id}/notes`, { text: 'Calls back on Monday' });
  expect(await undoneImport(user, importId)).toMatchObject({ kept: 1 });
  await makeLead(user, { email: 'bob@example.com' });
  const { body } = await user.post<{ operationId: string }>('/api/leads/mark-sold', {
    identifiers: ['nobody@example.com'],
    identifierType: 'email',
    customerNumber: 'C-1',
  });
  reports = [
    `/api/imports/${importId}/report.csv`,
    `/api/imports/${importId}/undo-report.csv`,
    `/api/leads/bulk/${body.operationId}/report`,
  ];
});

afterAll(() => app.close());

async function get(path: string): Promise<{ status: number; text: string }> {
  const response = await user.send(path, {});
  return { status: response.status, text: await response.text() };
}

const verify = () => user.post('/api/export/verify', { password: PASSWORD });

test('a report takes a grant of its own where exports do', async () => {
  for (const report of reports) expect([report, (await get(report)).status]).toEqual([report, 200]);
  await user.post('/api/export-auth/toggle', { enabled: true });
  for (const report of reports) {
    const { status, text } = await get(report);
    expect([status, JSON.parse(text)]).toMatchObject([
      403,
      { message: 'Confirm your password to export leads' },
    ]);
    await verify();
    expect([report, (await get(report)).status]).toEqual([report, 200]);
    expect([report, (await get(report)).status]).toEqual([report, 403]);
  }
});

test('a report that is not there uses no grant up', async () => {
  await verify();
  const nothing = crypto.randomUUID();
  for (const path of [`/api/imports/${nothing}/report.csv`, `/api/leads/bulk/${nothing}/report`]) {
    expect((await get(path)).status).toBe(404);
  }
  expect((await get(reports[0] ?? '')).status).toBe(200);
});
