import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportRow, RowProblem } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { checkUpload, importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

test('a file that is UTF-8 but for a few bytes stays UTF-8, and the broken cells get a warning', async () => {
  const content = Buffer.concat([
    Buffer.from('First Name,Last Name,Email,Comment\nJürgen,Müller,j@example.com,山田\nBad,Cut'),
    Buffer.of(0xc3),
    Buffer.from(',z@example.com,'),
    Buffer.of(0xff),
    Buffer.from('\nNobody,None,x'),
    Buffer.of(0xe5),
    Buffer.from('@example.com,\n'),
  ]);
  const file = await uploadFile(user, fileOf('leads.csv', new Uint8Array(content)));
  expect(file).toMatchObject({ encoding: 'utf-8', totalRows: 3 });
  expect(file.preview[1]).toMatchObject({ 'Last Name': 'Cut\ufffd' });

  // The comment is not imported, so it is not reported either.
  const plan = { fieldMapping: { 'First Name': 'firstName', 'Last Name': 'lastName', Email: 'email' } };
  const problem = {
    severity: 'warning',
    code: 'unreadable_characters',
    field: 'lastName',
    column: 'Last Name',
    value: 'Cut\ufffd',
  };
  const inEmail = { severity: 'warning', code: 'unreadable_characters', column: 'Email' };
  const preview = await user.post<{ rows: { problems: RowProblem[] }[] }>('/api/imports/preview', {
    uploadId: file.uploadId,
    ...plan,
  });
  expect(preview.body.rows.map(({ problems }) => problems)).toMatchObject([[], [problem], [inEmail]]);
  const events = await checkUpload(user, file.uploadId, plan);
  expect(events.at(-1)).toMatchObject({
    type: 'complete',
    forecast: { imported: 3, warnings: 2, errors: 0 },
  });

  const { importId } = await importLeads(user, file.uploadId, plan);
  expect(await leadsOf(user)).toMatchObject([
    { firstName: 'Jürgen', lastName: 'Müller' },
    { firstName: 'Bad', lastName: 'Cut\ufffd' },
    { email: 'x\ufffd@example.com' },
  ]);
  const { body } = await user.get<{ rows: ReportRow[] }>(`/api/imports/${importId}/report`);
  expect(body.rows).toMatchObject([
    { row: 3, outcome: 'warning', problems: [problem] },
    { row: 4, outcome: 'warning', problems: [inEmail] },
  ]);
});
