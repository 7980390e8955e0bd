import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportRecord, KeptLead, ReportRow } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { fileOf, type SignedIn, signUp } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { csvFile, importLeads, leadsOf, uploadFile } from '#tests/support/imports.ts';

// The report on rows that an import rejected or changed, and the import of the corrected rows.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

type Detail = ImportRecord & {
  fieldMapping: Record<string, string>;
  firstProblems: ReportRow[];
  firstKept: KeptLead[];
};

const COLUMNS = ['e-mail', 'note, free', 'deposit date', 'formula'];
const MAPPING = { 'e-mail': 'email', 'deposit date': 'depositDate', formula: 'city' };
const ROWS = [
  COLUMNS,
  ['ada@example.com', 'fine', '2024-05-06', ''],
  ['broken', 'says "no"', '2024-05-06', '=1+1'],
  ['ada@example.com', 'again\nand again', '', ''],
  ['bob@example.com', '', 'some day', '-5'],
  ['', '', 'nonsense', '+447400123451'],
];
const REASONS = {
  email: 'e-mail: Not a valid email address',
  duplicate: 'Same email as row 2',
  date: 'deposit date: Not a valid date; left empty',
  contact: 'The row has neither an email nor a phone',
};

async function imported(rows = ROWS): Promise<string> {
  return (await importLeads(user, csvFile(rows), { fieldMapping: MAPPING })).importId;
}

/** Returns the reason of a row that repeats the first row, as the file has it. */
async function duplicateOfFirst(): Promise<string> {
  const [first] = await leadsOf(user);
  return `${REASONS.duplicate} (lead ${first?.id})`;
}

async function reportText(importId: string): Promise<string> {
  const response = await user.send(`/api/imports/${importId}/report.csv`, {});
  expect(response.status).toBe(200);
  // response.text() would strip the byte order mark.
  return withoutQuotes(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()));
}

test('details tell of the mapping, the counters and the first rows of the report', async () => {
  const id = await imported();
  const { status, body } = await user.get<Detail>(`/api/imports/${id}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id,
    fieldMapping: MAPPING,
    imported: 2,
    errors: 2,
    duplicates: 1,
    problems: 4,
    undo: null,
    firstKept: [],
  });
  expect(body.firstProblems.map(({ row, outcome, reason }) => [row, outcome, reason])).toEqual([
    [3, 'error', REASONS.email],
    [6, 'error', `${REASONS.contact}; ${REASONS.date}`],
    [4, 'duplicate', REASONS.duplicate],
    [5, 'warning', REASONS.date],
  ]);
  expect(body.firstProblems[1]?.problems).toEqual([
    { severity: 'error', code: 'no_contact', field: null, column: null, value: '', message: REASONS.contact },
    {
      severity: 'warning',
      code: 'invalid_date',
      field: 'depositDate',
      column: 'deposit date',
      value: 'nonsense',
      message: 'Not a valid date; left empty',
    },
  ]);
  const [first] = await leadsOf(user);
  expect(body.firstProblems.map(({ repeatsRow, repeatsLead }) => [repeatsRow, repeatsLead])).toEqual([
    [null, null],
    [null, null],
    [2, first?.id],
    [null, null],
  ]);
  const { body: list } = await user.get<ImportRecord[]>('/api/imports');
  expect(list).toMatchObject([{ id, problems: 4, undo: null }]);
});

test('details tell the reasons, the gravest and most frequent first, each with a value', async () => {
  const id = await imported([...ROWS, ['cy@example.com', '', 'never', ''], ['dan@', '', '', '']]);
  const { body } = await user.get<{ reasons: unknown }>(`/api/imports/${id}`);
  const reason = (
    outcome: string,
    code: string,
    column: string | null,
    rows: number,
    at: [number, string],
  ) => ({
    ...{ outcome, code, column, rows, example: { row: at[0], value: at[1] } },
  });
  expect(body.reasons).toEqual([
    reason('error', 'invalid_email', 'e-mail', 2, [3, 'broken']),
    reason('error', 'no_contact', null, 1, [6, '']),
    reason('duplicate', 'duplicate', null, 1, [4, 'ada@example.com']),
    reason('warning', 'invalid_date', 'deposit date', 3, [5, 'some day']),
  ]);
  const rejected = [COLUMNS, ['ada@example.com', '', '', '']];
  expect(
    (await user.get<{ reasons: unknown }>(`/api/imports/${await imported(rejected)}`)).body.reasons,
  ).toEqual([reason('duplicate', 'duplicate', null, 1, [2, 'ada@example.com'])]);
});

test('details show the first twenty rows, the report all, page by page', async () => {
  const broken = Array.from({ length: 1_207 }, (_, n) => [`broken ${n}`, '', 'no date', '']);
  const id = await imported([COLUMNS, ...broken]);
  const { body } = await user.get<Detail>(`/api/imports/${id}`);
  expect(body).toMatchObject({ problems: 1_207, errors: 1_207 });
  expect(body.firstProblems.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, (_, n) => n + 2));
  const rows: number[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: { rows: ReportRow[]; next: number | null } = (
      await user.get<{ rows: ReportRow[]; next: number | null }>(
        `/api/imports/${id}/report?after=${after}&limit=500`,
      )
    ).body;
    expect(page.rows.every(({ problems }) => problems.length === 2)).toBe(true);
    rows.push(...page.rows.map(({ row }) => row));
    after = page.next;
  }
  expect(rows).toEqual(broken.map((_, n) => n + 2));
});

test('rows that were not imported come before any number of warnings', async () => {
  const dates = Array.from({ length: 1_100 }, (_, n) => [`lead-${n}@example.com`, '', 'no date', '']);
  const rows = [...dates, ['lead-0@example.com', '', '', ''], ['broken', '', '', '']];
  const id = await imported([COLUMNS, ...rows]);
  const { body } = await user.get<Detail>(`/api/imports/${id}`);
  expect(body).toMatchObject({ problems: 1_102, errors: 1, duplicates: 1 });
  expect(body.firstProblems.map(({ row, outcome }) => [row, outcome])).toEqual([
    [1_103, 'error'],
    [1_102, 'duplicate'],
    ...Array.from({ length: 18 }, (_, n) => [n + 2, 'warning']),
  ]);
});

test.each([
  ['limit=501', 'limit'],
  ['limit=0', 'limit'],
  ['after=-1', 'after'],
  ['after=x', 'after'],
])('a page of %s is refused', async (query, field) => {
  const id = await imported();
  const { status, body } = await user.get(`/api/imports/${id}/report?${query}`);
  expect([status, body]).toMatchObject([400, { field }]);
});

describe('the file', () => {
  test('has the rows by reason, with the values at fault and all their columns as they stood', async () => {
    const id = await imported();
    const duplicate = await duplicateOfFirst();
    expect(await reportText(id)).toBe(
      [
        '\uFEFFImport Row,Import Outcome,Import Reason,Import Value,e-mail,"note, free",deposit date,formula',
        `3,error,${REASONS.email},broken,broken,"says ""no""",2024-05-06,'=1+1`,
        `6,error,${REASONS.contact}; ${REASONS.date},nonsense,,,nonsense,+447400123451`,
        `4,duplicate,${duplicate},ada@example.com,ada@example.com,"again\nand again",,`,
        `5,warning,${REASONS.date},some day,bob@example.com,,some day,'-5`,
        '',
      ].join('\r\n'),
    );
  });

  test('imports once it is fixed, and its report has the columns once', async () => {
    const text = await reportText(await imported());
    const fixed = fileOf('fixed.csv', text.replaceAll('broken', 'cyd@example.com'));
    const upload = await uploadFile(user, fixed);
    expect(Object.keys(upload.suggestedMapping)).toEqual(['e-mail', 'deposit date']);
    const second = await importLeads(user, upload.uploadId, { fieldMapping: MAPPING });
    expect(second.stats).toMatchObject({ totalRows: 4, imported: 1, duplicates: 2, errors: 1 });
    const leads = await leadsOf(user);
    expect(leads.map(({ email, city }) => [email, city])).toEqual([
      ['ada@example.com', null],
      ['bob@example.com', '-5'],
      ['cyd@example.com', '=1+1'],
    ]);
    const [header, , duplicate] = (await reportText(second.importId)).split('\r\n');
    expect(header).toBe(
      '\uFEFFImport Row,Import Outcome,Import Reason,Import Value,e-mail,"note, free",deposit date,formula',
    );
    const reason = (await duplicateOfFirst()).replace(
      REASONS.duplicate,
      'A lead with this email already exists',
    );
    expect(duplicate).toBe(`4,duplicate,${reason},ada@example.com,ada@example.com,"again\nand again",,`);
  });

  test('of a workbook has the cells of the sheet that was read', async () => {
    const sheets = [
      { name: 'First', rows: [['email'], ['x@example.com']] },
      {
        name: 'Second',
        rows: [
          ['email', 'city'],
          ['broken', 'Rome'],
          ['fine@example.com', 'Oslo'],
        ],
      },
    ];
    const file = fileOf('leads.xlsx', new Uint8Array(xlsx({ sheets })));
    const { importId } = await importLeads(user, file, {
      fieldMapping: { email: 'email' },
      options: { sheet: 'Second' },
    });
    expect((await reportText(importId)).split('\r\n')).toEqual([
      '\uFEFFImport Row,Import Outcome,Import Reason,Import Value,email,city',
      '2,error,email: Not a valid email address,broken,broken,Rome',
      '',
    ]);
  });

  test('gives the cells at fault when what was imported is no longer there', async () => {
    const id = await imported();
    await app.context.db.owner.query('DELETE FROM uploads WHERE organization_id = $1', [
      user.user.organizationId,
    ]);
    expect((await reportText(id)).split('\r\n').slice(1)).toEqual([
      `3,error,${REASONS.email},broken,broken,,,`,
      `6,error,${REASONS.contact}; ${REASONS.date},nonsense,,,nonsense,`,
      `4,duplicate,${await duplicateOfFirst()},ada@example.com,,,,`,
      `5,warning,${REASONS.date},some day,,,some day,`,
      '',
    ]);
  });

  test('is called after what was imported', async () => {
    const { importId } = await importLeads(user, csvFile([['e-mail'], ['a@example.com']], "Ana's März.csv"), {
      fieldMapping: { 'e-mail': 'email' },
    });
    const response = await user.send(`/api/imports/${importId}/report.csv`, {});
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Ana%27s%20M%C3%A4rz%20-%20report.csv",
    );
    expect(withoutQuotes(await response.text())).toBe(
      'Import Row,Import Outcome,Import Reason,Import Value,e-mail\r\n',
    );
  });
});

test.each(['', '/report', '/report.csv'])(
  'an import that is not there has nothing to tell (%s)',
  async (path) => {
    const { status } = await user.get(`/api/imports/0198c0de-0000-7000-8000-000000000000${path}`);
    expect(status).toBe(404);
  },
);
