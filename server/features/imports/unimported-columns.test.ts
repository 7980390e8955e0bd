import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { importDetail } from '#tests/support/undo.ts';

// An import tells which columns of its file were not imported.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

test('the history counts them and names the first ones, the details name all', async () => {
  const rows = [
    ['name', 'mail', 'fax', 'Import Row', 'remark', 'pager', 'hat'],
    ['Ada Byron', 'ada@example.com', '1', '2', 'x', 'y', 'z'],
  ];
  const { importId } = await importLeads(user, csvFile(rows), {
    fieldMapping: { mail: 'email' },
    nameSplitConfig: { column: 'name', enabled: true },
  });
  expect(await importDetail(user, importId)).toMatchObject({
    unimportedColumnCount: 4,
    unimportedColumns: ['fax', 'remark', 'pager', 'hat'],
  });
  const { importId: whole } = await importLeads(user, csvFile([['mail'], ['b@example.com']]), {
    fieldMapping: { mail: 'email' },
  });
  const { body } = await user.get<ImportRecord[]>('/api/imports');
  expect(
    body.map(({ id, unimportedColumnCount: count, firstUnimportedColumns }) => [
      id,
      count,
      firstUnimportedColumns,
    ]),
  ).toEqual([
    [whole, 0, []],
    [importId, 4, ['fax', 'remark', 'pager']],
  ]);
});
