import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ImportedOutcomes, OUTCOME_ROWS_MAX } from '#contract/outcomes.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead, readLeadDetail, runBulkCall } from '#tests/support/calls.ts';
import { fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { csvFile } from '#tests/support/imports.ts';

let app: TestApp;
let admin: SignedIn;
let ids: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  admin = await signUp(app.url);
  ids = {};
  for (const [name, phone] of [
    ['ann', '+4915112345678'],
    ['ben', null],
    ['cem', '+4915112345679'],
    ['dan', null],
  ] as const) {
    const lead = await makeLead(admin, { email: `${name}@example.com`, phone, country: 'Germany' });
    ids[name] = lead.id;
  }
  await runBulkCall(
    admin,
    { ids: ['ann', 'ben', 'cem'].map((name) => ids[name] ?? '') },
    {
      ...{ type: 'markSold', customerNumber: 'C-1', price: '10', currency: 'USD' },
    },
  );
  await runBulkCall(admin, { ids: [ids['dan'] ?? ''] }, { type: 'markSold', customerNumber: 'C-2' });
});

const sendFile = async (file: File, customerNumber = 'C-1') => {
  const body = formWith([
    ['customerNumber', customerNumber],
    ['file', file],
  ]);
  const response = await admin.send('/api/outcomes/import', { method: 'POST', body });
  return {
    status: response.status,
    body: (await response.json()) as ImportedOutcomes & { field?: string; message: string },
  };
};
const sendRows = (...rows: string[][]) => sendFile(csvFile(rows, 'outcomes.csv'));
const outcomeCount = async () => {
  const { rows } = await app.context.db.owner.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM sale_outcomes WHERE organization_id = $1',
    [admin.user.organizationId],
  );
  return rows[0]?.n;
};

describe('an import of outcomes', () => {
  test('matches rows by Lead ID, email and phone, and says what happened to each', async () => {
    const { status, body } = await sendRows(
      ['Lead ID', 'Email', 'Phone', 'Outcome', 'Reason', 'Revenue'],
      [ids['ann'] ?? '', '', '', 'Converted', '', '1,250.50'],
      ['', 'BEN@example.com', '', 'returned', 'Wrong country', ''],
      ['', '', '0151 12345679', 'accepted', '', ''],
      ['', 'dan@example.com', '', 'accepted', '', ''],
      ['', 'ann@example.com', '', 'constructor', '', ''],
      ['', 'ann@example.com', '', 'rejected', '', ''],
      ['', 'ann@example.com', '', 'converted', '', 'a lot'],
      ['', 'ben@example.com', '', 'returned', '', ''],
      ['', '', '', 'accepted', '', ''],
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ matched: 3, notMatched: 2, refused: 4 });
    expect(body.rows.map(({ row, result, message }) => [row, result, message])).toEqual([
      [2, 'matched', 'Recorded'],
      [3, 'matched', 'Recorded'],
      [4, 'matched', 'Recorded'],
      [5, 'notMatched', 'The customer bought no such lead'],
      [6, 'refused', 'The outcome must be accepted, rejected, converted or returned'],
      [7, 'refused', 'No delivery of this lead is open; send returned instead'],
      [8, 'refused', 'The revenue must be an amount, e.g. 250.00'],
      [9, 'refused', 'Repeats row 3'],
      [10, 'notMatched', 'The row names no lead'],
    ]);
    expect(body.rows[1]).toMatchObject({
      identifier: 'BEN@example.com',
      leadId: ids['ben'],
      outcome: 'returned',
    });
    expect((await readLeadDetail(admin, ids['ben'] ?? '')).sales).toMatchObject([
      { returnReason: 'Wrong country' },
    ]);
    expect(await auditOf(app, admin.user.organizationId, 'import_outcomes')).toMatchObject([
      { resource: 'outcomes.csv', details: { customerNumber: 'C-1', matched: 3, notMatched: 2, refused: 4 } },
    ]);
  });

  test('records a file once, and a workbook like a CSV file', async () => {
    const rows = [
      ['Title of the report'],
      ['E-mail', 'Result'],
      ['ann@example.com', 'accepted'],
      ['ann@example.com', 'converted'],
    ];
    const bytes = xlsx({ sheets: [{ name: 'Outcomes', rows }] });
    const file = () => fileOf('outcomes.xlsx', new Uint8Array(bytes));
    expect((await sendFile(file())).body.rows.map(({ message }) => message)).toEqual([
      'Recorded',
      'Recorded',
    ]);
    expect((await sendFile(file())).body.rows.map(({ message }) => message)).toEqual([
      'Known already',
      'Known already',
    ]);
    expect(await outcomeCount()).toBe(2);
  });

  test('finds a person under the email at the time of the sale', async () => {
    await call(admin, 'PATCH', `/api/leads/${ids['ann']}`, { email: 'new@example.com' });
    const { body } = await sendRows(['Email', 'Outcome'], ['ann@example.com', 'converted']);
    expect(body).toMatchObject({ matched: 1, rows: [{ leadId: ids['ann'] }] });
  });

  test('is refused without rows, an outcome, something that names the lead, or a customer', async () => {
    for (const rows of [
      [['Email', 'Outcome']],
      [
        ['Email', 'Name'],
        ['ann@example.com', 'x'],
      ],
      [['Outcome'], ['accepted']],
    ]) {
      const { status, body } = await sendFile(csvFile(rows));
      expect([status, body.field]).toEqual([400, 'file']);
    }
    const file = () =>
      csvFile([
        ['Email', 'Outcome'],
        ['ann@example.com', 'accepted'],
      ]);
    expect((await sendFile(file(), ' ')).body.field).toBe('customerNumber');
    expect((await sendFile(fileOf('a.pdf', 'x'))).status).toBe(400);
    expect((await sendFile(fileOf('a.xlsx', 'PK\u0003\u0004 broken'))).status).toBe(400);
    expect(await outcomeCount()).toBe(0);
  });

  test('is refused with more than 10,000 rows, and nothing is recorded', async () => {
    const many = Array.from({ length: OUTCOME_ROWS_MAX + 1 }, () => ['ann@example.com', 'converted']);
    const { status, body } = await sendRows(['Email', 'Outcome'], ...many);
    expect([status, body.field]).toEqual([413, 'file']);
    expect(await outcomeCount()).toBe(0);
  });
});
