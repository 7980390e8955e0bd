import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReportRow } from '#contract/imports.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, postImport } from '#tests/support/imports.ts';
import { insertStored } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import { scopeOf } from '../../platform/context/context.ts';
import { runImport } from './run-import.ts';

// Rows that repeat the email or phone of an earlier row of the file, in the same batch or in another one.

const CONTACT = { email: 'email', phone: 'phone' };
const BATCH_ROWS = 4;

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

/** Creates an import of rows of email and phone and returns the function that runs it. */
async function prepared(
  rows: readonly (readonly string[])[],
): Promise<{ id: string; run(): Promise<unknown> }> {
  const response = await postImport(user, csvFile([['email', 'phone'], ...rows]), { fieldMapping: CONTACT });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  const { rows: made } = await app.context.db.owner.query<{ id: string }>(
    'SELECT id FROM imports ORDER BY id DESC LIMIT 1',
  );
  const id = made[0]?.id ?? '';
  const scope = scopeOf(app.context, user.user.organizationId);
  return { id, run: () => runImport(app.context.db.app, scope, id, { batchRows: BATCH_ROWS }) };
}

/** Returns the numbers of the reported rows. */
async function duplicatesOf(importId: string): Promise<number[]> {
  const { rows } = await app.context.db.owner.query<{ row: number }>(
    `SELECT row_number AS row FROM import_problems WHERE import_id = $1 AND outcome = 'duplicate' ORDER BY row_number`,
    [importId],
  );
  return rows.map(({ row }) => row);
}

test('batches whose rows repeat each other are written side by side', async () => {
  // Every batch repeats a row of the one before it, and one of its own.
  const rows = Array.from({ length: 3 * BATCH_ROWS }, (_, n) => {
    const back = { 0: n < BATCH_ROWS ? 0 : 2, 3: 1 }[n % BATCH_ROWS] ?? 0;
    return [`lead-${n - back}@example.com`, ''];
  });
  const { id, run } = await prepared(rows);
  const holder = await app.context.db.owner.connect();
  // Holds the first batch, which has to report a duplicate before it commits.
  await holder.query('BEGIN; LOCK TABLE import_problems IN SHARE MODE');
  const running = run();

  try {
    await until('three batches are being written', async () => {
      // Each has a transaction id once it has staged its rows.
      const { rows: found } = await app.context.db.owner.query<{ writing: number }>(
        `SELECT count(*)::int AS writing FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend' AND backend_xid IS NOT NULL`,
      );
      return found[0]?.writing === 3;
    });
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }

  expect(await running).toBe('finished');
  expect(await duplicatesOf(id)).toEqual([5, 6, 9, 10, 13]);
});

test('a row that is rejected because of an existing lead leaves its phone to a later row of any batch', async () => {
  await insertStored(
    app.context.db.owner,
    user.user.organizationId,
    'organization_id, id, email, number_valid',
    "SELECT $1::uuid, gen_random_uuid(), 'known@example.com', false",
  );
  const { id, run } = await prepared([
    ['known@example.com', '+447400123451'],
    ['known@example.com', '+447400123452'],
    ['first@example.com', '+447400123451'],
    ['second@example.com', '+447400123451'],
    ['third@example.com', '+447400123452'],
    ['second@example.com', '+447400123453'],
    ['third@example.com', '+447400123453'],
    ['fourth@example.com', '+447400123453'],
    ['fourth@example.com', '123'],
  ]);
  expect(await run()).toBe('finished');
  expect(await duplicatesOf(id)).toEqual([2, 3, 5, 8, 9]);
  const { body } = await user.get<{ leads: { email: string }[] }>('/api/leads');
  expect(body.leads.map(({ email }) => email).toSorted()).toEqual([
    'first@example.com',
    'fourth@example.com',
    'known@example.com',
    'second@example.com',
    'third@example.com',
  ]);
});

test('the report names the row or the lead that a duplicate repeats', async () => {
  await insertStored(
    app.context.db.owner,
    user.user.organizationId,
    'organization_id, id, email, number_valid',
    "SELECT $1::uuid, gen_random_uuid(), 'known@example.com', false",
  );
  const { id, run } = await prepared([
    ['a@example.com', '+447400123451'],
    ['a@example.com', ''],
    ['b@example.com', '+447400123451'],
    ['known@example.com', ''],
    // The next batch.
    ['a@example.com', ''],
    ['c@example.com', ''],
  ]);
  expect(await run()).toBe('finished');
  const { body } = await user.get<{ rows: ReportRow[] }>(`/api/imports/${id}/report`);
  const { body: list } = await user.get<{ leads: { id: string; email: string }[] }>('/api/leads');
  const idOf = (email: string) => list.leads.find((lead) => lead.email === email)?.id;
  expect(
    body.rows.map(({ row, reason, repeatsRow, repeatsLead }) => [row, reason, repeatsRow, repeatsLead]),
  ).toEqual([
    [3, 'Same email as row 2', 2, idOf('a@example.com')],
    [4, 'Same phone as row 2', 2, idOf('a@example.com')],
    [5, 'A lead with this email already exists', null, idOf('known@example.com')],
    [6, 'Same email as an earlier row in this file', null, idOf('a@example.com')],
  ]);
});
