import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { emptyTables } from '#tests/support/empty-tables.ts';
import {
  accounted,
  csvFile,
  importLeads,
  leadCounts,
  leadsOf,
  type PlanFields,
} from '#tests/support/imports.ts';
import { changeStored, emptyLeads } from '#tests/support/stored-leads.ts';

// Imports that create leads: the outcome of each row.

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

afterEach(async () => {
  const { counted, stored } = await leadCounts(app, user.user.organizationId);
  expect(counted).toBe(stored);
  await emptyLeads(app.context.db.owner, 'imports', 'uploads', 'custom_fields');
});

const CONTACT: PlanFields = { fieldMapping: { email: 'email', phone: 'phone' } };

/** Returns the report of an import in file order. */
async function problems(importId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await app.context.db.owner.query<Record<string, unknown>>(
    `SELECT row_number, outcome, code, field, column_name, value FROM import_problems
     WHERE import_id = $1 ORDER BY row_number, ordinal`,
    [importId],
  );
  return rows;
}

test("the planner knows an import's leads when it has ended", async () => {
  const { owner } = app.context.db;
  await importLeads(user, csvFile([['email'], ['ada@example.com'], ['bo@example.com']]), {
    fieldMapping: { email: 'email' },
  });
  await expect
    .poll(async () => {
      const { rows } = await owner.query<{ known: number }>(
        "SELECT reltuples::int AS known FROM pg_class WHERE oid = 'leads'::regclass",
      );
      return rows[0]?.known;
    })
    .toBe(2);
});

describe('every row is accounted for', () => {
  test('with its outcome, its reason and its place in the file', async () => {
    await importLeads(user, csvFile([['email'], ['known@example.com']]), {
      fieldMapping: { email: 'email' },
    });
    const { importId, stats } = await importLeads(
      user,
      csvFile([
        ['email', 'phone', 'amount'],
        ['ada@example.com', '+447400123456', '1.234,50'],
        ['', '', ''],
        ['KNOWN@example.com', '', ''],
        ['not an address', '+447400123457', ''],
        ['', '', '12'],
        ['', '12345', 'plenty'],
        ['Ada@Example.com ', '', ''],
        ['other@example.com', '+44 7400 123456', ''],
      ]),
      { fieldMapping: { email: 'email', phone: 'phone', amount: 'depositAmount' } },
    );

    expect(stats).toEqual({
      totalRows: 7,
      imported: 2,
      duplicates: 3,
      errors: 2,
      updated: 0,
      skipped: 0,
      suppressed: 0,
      invalidPhones: 1,
    });
    expect(accounted(stats)).toBe(stats.totalRows);
    expect(await problems(importId)).toMatchObject([
      { row_number: 4, outcome: 'duplicate', value: 'known@example.com' },
      {
        row_number: 5,
        outcome: 'error',
        code: 'invalid_email',
        column_name: 'email',
        value: 'not an address',
      },
      { row_number: 6, outcome: 'error', code: 'no_contact', field: null },
      { row_number: 7, outcome: 'warning', code: 'invalid_amount', field: 'depositAmount', value: 'plenty' },
      { row_number: 7, outcome: 'warning', code: 'invalid_phone', field: 'phone', value: '12345' },
      { row_number: 8, outcome: 'duplicate', value: 'ada@example.com' },
      { row_number: 9, outcome: 'duplicate', value: 'other@example.com' },
    ]);
    expect(await leadsOf(user)).toMatchObject([
      { email: 'known@example.com' },
      { email: 'ada@example.com', phone: '+447400123456', numberValid: true, depositAmount: '1234.50' },
      { email: null, phone: '12345', numberValid: false, depositAmount: null },
    ]);
  });

  test('in a file without rows', async () => {
    const { stats } = await importLeads(user, csvFile([['email', 'phone']]), CONTACT);
    expect(stats).toMatchObject({ totalRows: 0, imported: 0, errors: 0 });
  });

  test('over many batches, where a later one repeats an earlier one', async () => {
    const rows = Array.from({ length: 12_000 }, (_, n) => [`lead-${n % 11_000}@example.com`, '']);
    const { importId, stats } = await importLeads(user, csvFile([['email', 'phone'], ...rows]), CONTACT);
    expect(stats).toMatchObject({ totalRows: 12_000, imported: 11_000, duplicates: 1_000 });
    const report = await problems(importId);
    expect(report.map((one) => one['row_number'])).toEqual(
      Array.from({ length: 1_000 }, (_, n) => 11_002 + n),
    );
  });

  test('when the same file comes again: all are duplicates', async () => {
    const rows = Array.from({ length: 100 }, (_, n) => [`lead-${n}@example.com`, '']);
    const file = csvFile([['email', 'phone'], ...rows, ['broken', '']]);
    const first = await importLeads(user, file, CONTACT);
    const second = await importLeads(user, file, CONTACT);
    expect(first.stats).toMatchObject({ imported: 100, duplicates: 0, errors: 1 });
    expect(second.stats).toMatchObject({ imported: 0, duplicates: 100, errors: 1 });
  });

  test('when two imports of the same file run at once: each lead is there once', async () => {
    const rows = Array.from({ length: 12_000 }, (_, n) => [`lead-${n}@example.com`, `+4474001${10_000 + n}`]);
    const forward = csvFile([['email', 'phone'], ...rows]);
    const backward = csvFile([['email', 'phone'], ...rows.toReversed()]);
    const both = await Promise.all([
      importLeads(user, forward, CONTACT),
      importLeads(user, backward, CONTACT),
    ]);

    for (const { stats } of both) {
      expect(stats.imported + stats.duplicates).toBe(12_000);
      expect(accounted(stats)).toBe(12_000);
    }
    expect(both.reduce((sum, { stats }) => sum + stats.imported, 0)).toBe(12_000);
    expect(await leadCounts(app, user.user.organizationId)).toEqual({ counted: 12_000, stored: 12_000 });
  });
});

describe('duplicates', () => {
  test('go by valid phones, not by invalid ones, and not over organizations', async () => {
    const other = await signUp(app.url);
    const file = csvFile([
      ['email', 'phone'],
      ['', '+447400123456'],
      ['', '0044 7400 123456'],
      ['', '123'],
      ['', '123'],
    ]);
    const mine = await importLeads(user, file, CONTACT);
    const theirs = await importLeads(other, file, CONTACT);
    for (const { stats } of [mine, theirs]) {
      expect(stats).toMatchObject({ imported: 3, duplicates: 1, invalidPhones: 2 });
    }
  });

  test('do not count leads in the bin', async () => {
    const file = csvFile([
      ['email', 'phone'],
      ['ada@example.com', '+447400123456'],
    ]);
    await importLeads(user, file, CONTACT);
    const { owner } = app.context.db;
    await changeStored(owner, 'deleted_at = now()');
    await emptyTables(app.context.db.owner, 'lead_stats');
    expect((await importLeads(user, file, CONTACT)).stats).toMatchObject({ imported: 1, duplicates: 0 });
  });
});

test('the history shows imports newest first, with all there is to know', async () => {
  await importLeads(
    user,
    csvFile(
      [
        ['email', 'phone'],
        ['a@example.com', ''],
      ],
      'first.csv',
    ),
    CONTACT,
  );
  const { importId } = await importLeads(
    user,
    csvFile(
      [
        ['email', 'phone'],
        ['a@example.com', ''],
        ['b@example.com', '1'],
      ],
      'second.csv',
    ),
    CONTACT,
  );
  const { body } = await user.get<ImportRecord[]>('/api/imports');
  expect(body.map(({ filename }) => filename)).toEqual(['second.csv', 'first.csv']);
  expect(body[0]).toEqual({
    id: importId,
    filename: 'second.csv',
    status: 'completed',
    totalRows: 2,
    imported: 1,
    updated: 0,
    duplicates: 1,
    skipped: 0,
    suppressed: 0,
    errors: 0,
    unprocessed: 0,
    invalidPhones: 1,
    duration: expect.stringMatching(/^\d\.\ds$/),
    failure: null,
    createdBy: user.user.username,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    problems: 2,
    unimportedColumnCount: 0,
    isCorrection: false,
    firstUnimportedColumns: [],
    undo: null,
    merge: null,
  });
});

test('the audit trail tells of an import with its counts, its address and its user agent', async () => {
  await emptyTables(app.context.db.owner, 'audit_logs');
  await importLeads(
    user,
    csvFile([
      ['email', 'phone'],
      ['a@example.com', ''],
      ['b', ''],
    ]),
    CONTACT,
  );
  const { rows } = await app.context.db.owner.query(
    'SELECT user_id, username, resource, details, ip_address, user_agent FROM audit_logs WHERE action = $1',
    ['import_leads'],
  );
  expect(rows).toEqual([
    {
      user_id: user.user.id,
      username: user.user.username,
      resource: 'leads.csv',
      ip_address: '127.0.0.1',
      user_agent: expect.any(String),
      details: {
        importId: expect.any(String),
        totalRows: 2,
        imported: 1,
        updated: 0,
        duplicates: 0,
        skipped: 0,
        suppressed: 0,
        errors: 1,
        unprocessed: 0,
        invalidPhones: 0,
      },
    },
  ]);
});
