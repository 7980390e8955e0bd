import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportRecord, ReportRow, RowProblem } from '#contract/imports.ts';
import { TAGS_MAX } from '#contract/limits.ts';
import { withAdvisoryLock } from '#server/platform/jobs/advisory-lock.ts';
import { JOB_TRIES } from '#server/platform/jobs/durable-work.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { expectContractError } from '#tests/support/contract-errors.ts';
import { sheetXml, xlsx } from '#tests/support/files/xlsx.ts';
import { FILL_MEMORY } from '#tests/support/fill-memory.ts';
import {
  checkUpload,
  csvFile,
  importLeads,
  leadsOf,
  postImport,
  uploadFile,
} from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';

// Files that would fill the memory of a thread, in real threads.

const MILLION = 1_000_000;

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ threads: true });
});

afterAll(() => app.close());

function workbook(xml: string, others: Partial<Parameters<typeof xlsx>[0]> = {}): File {
  const sheets = [{ name: 'Data', rows: [], xml: sheetXml(xml) }];
  return fileOf('leads.xlsx', new Uint8Array(xlsx({ sheets, ...others })));
}

function post(path: string, file: File): Promise<Response> {
  return user.send(path, { method: 'POST', body: formWith([['file', file]]) });
}

/** Makes a workbook of a few MB whose relationships take more memory than a thread has. */
function workbookOfRelationships(): File {
  const entries = Array.from({ length: 95_000 }, (_, n) => {
    const noise = createHash('sha256').update(String(n)).digest('hex');
    return `<Relationship Id="${noise}" Type="a/b" Target="${noise.repeat(40)}"/>`;
  });
  const data = `<Relationships>${entries.join('')}</Relationships>`;
  return workbook('', { parts: [{ name: 'xl/_rels/workbook.xml.rels', data }] });
}

test.each(['/api/upload', '/api/leads/update-phones-csv', '/api/leads/update-phones-csv/preview'])(
  'a file that takes more memory than a thread has: %s answers 400 and says so',
  async (path) => {
    user = await signUp(app.url);
    const body = await expectContractError(await post(path, workbookOfRelationships()), 400);
    expect(body.message).toMatch(/^The file takes too much memory to read\./);
    expect((await user.get('/api/user')).status).toBe(200);
  },
);

test('20,000 rows with one cell in the last column of Excel: the upload answers 400 with the reason', async () => {
  user = await signUp(app.url);
  const rows = Array.from({ length: 20_000 }, (_, n) => `<row><c r="XFD${n + 1}"><v>${n}</v></c></row>`);
  const body = await expectContractError(await post('/api/upload', workbook(rows.join(''))), 400);
  expect(body.message).toContain('column 16,384');
});

test('a cell of 7 million tags is cut, its tags are listed and left empty with a warning', async () => {
  user = await signUp(app.url);
  const content = `Email,Tags\na@example.com,"${'a,'.repeat(7 * MILLION)}"\nb@example.com,"one,two"\n`;
  const { uploadId } = await uploadFile(user, fileOf('leads.csv', content));
  const plan = { fieldMapping: { Email: 'email', Tags: 'tags' } };
  const values = await user.post<{ columns: { values: unknown }[] }>('/api/imports/values', {
    uploadId,
    columns: ['Tags'],
    ...plan,
  });
  expect(values.status).toBe(200);
  expect(values.body.columns[0]?.values).toContainEqual(expect.objectContaining({ value: 'two', count: 1 }));
  await importLeads(user, uploadId, plan);
  expect((await leadsOf(user)).map(({ tags }) => tags)).toEqual(expect.arrayContaining([[], ['one', 'two']]));
});

test('a row with more than 100 tags keeps the first 100 and has a warning', async () => {
  user = await signUp(app.url);
  const tags = Array.from({ length: 150 }, (_, n) => `tag-${n}`);
  const file = csvFile([
    ['Email', 'Tags'],
    ['a@example.com', tags.join(',')],
  ]);
  const { importId } = await importLeads(user, file, { fieldMapping: { Email: 'email', Tags: 'tags' } });
  expect((await leadsOf(user))[0]?.tags).toEqual(tags.slice(0, TAGS_MAX));
  const { body } = await user.get<{ rows: ReportRow[] }>(`/api/imports/${importId}/report`);
  expect(body.rows).toMatchObject([{ row: 2, outcome: 'warning', problems: [{ code: 'tags_cut' }] }]);
});

test('a cell of 14 MB of quotes is cut, and the column is named in the check and the report', async () => {
  user = await signUp(app.url);
  const quotes = '""'.repeat(7 * MILLION);
  const content = `Email,Text\na@example.com,"first;${quotes}"\nb@example.com,"first;second"\n`;
  const { uploadId } = await uploadFile(user, fileOf('leads.csv', content));
  const plan = {
    fieldMapping: { Email: 'email', Word: 'firstName' },
    columnTools: [{ tool: 'split', column: 'Text', separator: ';', into: ['Word', 'Rest'] }],
  };
  const events = await checkUpload(user, uploadId, plan);
  expect(events.at(-1)).toMatchObject({ type: 'complete', forecast: { imported: 2, warnings: 1 } });
  const { importId } = await importLeads(user, uploadId, plan);
  const { body } = await user.get<{ rows: ReportRow[] }>(`/api/imports/${importId}/report`);
  const problem: Partial<RowProblem> = { severity: 'warning', code: 'cell_cut', field: null, column: 'Text' };
  expect(body.rows).toMatchObject([{ row: 2, outcome: 'warning', problems: [problem] }]);
  expect(body.rows[0]?.reason).toContain('longer than 32,767 characters');
});

test('a shared string of 10 MB in 100,000 cells costs upload and check less than 30 s of processor time', async () => {
  user = await signUp(app.url);
  const cells = Array.from(
    { length: 100_000 },
    (_, n) => `<row><c t="inlineStr"><is><t>a${n}@example.com</t></is></c><c t="s"><v>0</v></c></row>`,
  );
  const head =
    '<row><c t="inlineStr"><is><t>Email</t></is></c><c t="inlineStr"><is><t>City</t></is></c></row>';
  const stringsXml = `<sst><si><t>${'é '.repeat(5 * MILLION)}</t></si></sst>`;
  const before = process.cpuUsage();
  const { uploadId } = await uploadFile(user, workbook(head + cells.join(''), { stringsXml }));
  const events = await checkUpload(user, uploadId, { fieldMapping: { Email: 'email', City: 'city' } });
  expect(events.at(-1)).toMatchObject({
    type: 'complete',
    forecast: { imported: 100_000, warnings: 100_000 },
  });
  const { user: own, system } = process.cpuUsage(before);
  expect((own + system) / MILLION).toBeLessThan(30);
});

test('an import that runs out of memory fails with the reason, without the tries that other errors get', async () => {
  user = await signUp(app.url);
  const { threads } = app.context;
  const { run } = threads;
  let tries = 0;
  threads.run = async (task, organizationId, input, ...options) => {
    if (!task.module.includes('run-import')) return run(task, organizationId, input, ...options);
    tries += 1;
    // Without the lock of an import, it would count as abandoned and be started again.
    await withAdvisoryLock(app.context.db.locks, `import:${input}`, async () => {
      await run(FILL_MEMORY, null, undefined);
    });
    return 'elsewhere' as never;
  };
  try {
    const file = csvFile([['Email'], ['a@example.com']]);
    const response = await postImport(user, file, { fieldMapping: { Email: 'email' } });
    response.text().catch(() => undefined);
    const ended = await until('the import has ended', async () => {
      const [newest] = (await user.get<ImportRecord[]>('/api/imports')).body;
      return newest !== undefined && newest.status !== 'processing' && newest;
    });
    expect(ended).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^The file takes too much memory to read\./),
    });
    expect(tries).toBeLessThan(JOB_TRIES);
  } finally {
    threads.run = run;
  }
});
