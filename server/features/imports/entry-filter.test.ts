import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importPlan, type ReportRow } from '#contract/imports.ts';
import type { Suppression } from '#contract/suppressions.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, postImport, uploadFile } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { withEntryFilter } from '../../lead/suppression/filter-writes.ts';
import { askLists, isHit } from '../../lead/suppression/suppression-reads.ts';
import { scopeOf } from '../../platform/context/context.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { findUpload } from '../../platform/uploads/reads.ts';
import { dryRunUpload } from './dry-run/dry-run-upload.ts';
import { runImport } from './run-import.ts';

// Large imports and their dry runs ask a filter of the entries before the table. It is read once, and never misses an entry.

let app: TestApp;
let user: SignedIn;
let scope: OrganizationScope;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await signUp(app.url);
  scope = scopeOf(app.context, user.user.organizationId);
  await add('first@mail.example');
  await countAs(100_000);
});

const add = async (...entries: string[]) =>
  expect((await user.post('/api/suppressions', { entries })).status).toBe(201);

/** Pretends that a list has this number of entries. */
const countAs = (entries: number) =>
  app.context.db.owner.query('UPDATE suppression_counts SET entries = $2 WHERE organization_id = $1', [
    user.user.organizationId,
    entries,
  ]);

const ROWS = 1_000_000;
const filtering = <T>(work: () => Promise<T>, rows = ROWS) => withEntryFilter(scope, rows, work);

/** Returns which of these emails are on a list. */
async function listed(...emails: string[]): Promise<string[]> {
  const hits = await scope.transaction((tx) =>
    askLists(
      tx,
      emails.map((email) => ({ email, phone: null })),
    ),
  );
  return emails.filter((_, at) => hits[at] !== undefined && isHit(hits[at]));
}

async function stored(): Promise<{ entries: number; parts: number }> {
  const { rows } = await app.context.db.owner.query<{ entries: number; parts: number }>(
    `SELECT max(entries) AS entries, count(*)::int AS parts FROM suppression_filters WHERE organization_id = $1`,
    [user.user.organizationId],
  );
  return rows[0] ?? { entries: 0, parts: 0 };
}

/** Lets the stored filter say no to everything. */
const emptyStored = () =>
  app.context.db.owner.query(
    'UPDATE suppression_filters SET bits = decode(repeat($2, length(bits)), $3) WHERE organization_id = $1',
    [user.user.organizationId, '00', 'hex'],
  );

test('a filter is stored once, asked before the table, and read again by the next import', async () => {
  expect(await filtering(() => listed('first@mail.example', 'other@mail.example'))).toEqual([
    'first@mail.example',
  ]);
  expect((await stored()).parts).toBe(1);
  await emptyStored();
  expect(await filtering(() => listed('first@mail.example'))).toEqual([]);
  expect(await listed('first@mail.example')).toEqual(['first@mail.example']);
});

test('an entry committed while an import runs is met by its next transaction', async () => {
  await filtering(async () => {
    expect(await listed('first@mail.example', 'second@mail.example')).toEqual(['first@mail.example']);
    await add('second@mail.example', '@domain.example');
    await Promise.all([add('third@mail.example'), add('fourth@mail.example')]);
    const people = ['second@mail.example', 'third@mail.example', 'fourth@mail.example', 'x@domain.example'];
    expect(await listed(...people)).toEqual(people);
  });
});

test('entries added since the filter was stored are met, also one removed and added again', async () => {
  await filtering(() => listed('first@mail.example'));
  await add('second@mail.example');
  await filtering(async () => {
    expect(await listed('first@mail.example', 'second@mail.example')).toHaveLength(2);
    for (const email of ['second@mail.example', 'first@mail.example']) {
      const { body } = await user.get<{ entries: Suppression[] }>(`/api/suppressions?search=${email}`);
      await call(user, 'DELETE', `/api/suppressions/${body.entries[0]?.id}`);
      expect(await listed(email)).toEqual([]);
      await add(email);
      expect(await listed(email)).toEqual([email]);
    }
  });
});

test('an entry is met although the clock of its server is behind', async () => {
  await filtering(() => listed('first@mail.example'));
  await app.context.db.owner.query('UPDATE suppression_settings SET entry_stamp = entry_stamp + 86400000');
  await filtering(async () => {
    await add('second@mail.example');
    expect(await listed('second@mail.example')).toHaveLength(1);
    await add('third@mail.example');
    expect(await listed('second@mail.example', 'third@mail.example')).toHaveLength(2);
  });
});

test('a filter is stored again once there are half as many entries more', async () => {
  await filtering(() => listed('first@mail.example'));
  await countAs(140_000);
  await filtering(() => listed('first@mail.example'));
  expect((await stored()).entries).toBe(100_000);
  await countAs(160_000);
  await filtering(() => listed('first@mail.example'));
  expect((await stored()).entries).toBe(160_000);
});

test('few rows, and few or too many entries, are looked up in the table', async () => {
  await filtering(() => listed('first@mail.example'), 1_000);
  for (const entries of [99_999, 20_000_001]) {
    await countAs(entries);
    expect(await filtering(() => listed('first@mail.example'))).toHaveLength(1);
  }
  expect((await stored()).parts).toBe(0);
});

test('a dry run asks the filter, too', async () => {
  const { uploadId } = await uploadFile(user, csvFile([['email'], ['first@mail.example']]));
  const upload = await scope.transaction((tx) => findUpload(tx, uploadId));
  if (upload === null) throw new Error('The upload is not there');
  const plan = importPlan.parse({ fieldMapping: { email: 'email' } });
  const task = { ...upload, uploadId, plan, totalRows: ROWS };
  const suppressed = async () => {
    const outcome = await dryRunUpload(scope, task, () => undefined);
    return outcome.ok && outcome.result.suppressed;
  };
  expect(await suppressed()).toBe(1);
  expect((await stored()).parts).toBe(1);
  await emptyStored();
  expect(await suppressed()).toBe(0);
});

test('an import leaves out a person whose entry is committed while it runs', async () => {
  const { owner, app: pool } = app.context.db;
  const rows = Array.from({ length: 4000 }, (_, at) => [
    at === 3999 ? 'late@mail.example' : `p${at}@mail.example`,
  ]);
  rows[0] = ['first@mail.example'];
  const response = await postImport(user, csvFile([['email'], ...rows]), {
    fieldMapping: { email: 'email' },
  });
  await response.body?.cancel();
  const { rows: made } = await owner.query<{ id: string }>('SELECT id FROM imports ORDER BY id DESC LIMIT 1');
  const importId = made[0]?.id ?? '';
  const waiting = async () => {
    const { rows: locks } = await owner.query(
      `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
       WHERE l.locktype = 'advisory' AND NOT l.granted AND d.datname = current_database()`,
    );
    return locks.length;
  };
  const holder = await owner.connect();
  // Three batches wait for the lists, then the entry, then the other batches.
  await holder.query('BEGIN');
  await holder.query("SELECT pg_advisory_xact_lock(hashtextextended('suppression:' || $1, 0))", [
    user.user.organizationId,
  ]);
  const running = runImport(pool, scope, importId, { batchRows: 500 });
  let added: Promise<void> = Promise.resolve();
  try {
    await until('three batches wait', async () => (await waiting()) === 3);
    added = add('late@mail.example');
    await until('the entry waits', async () => (await waiting()) === 4);
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
  await added;
  expect(await running).toBe('finished');
  expect((await stored()).parts).toBe(1);
  const { body } = await user.get<{ rows: ReportRow[] }>(`/api/imports/${importId}/report`);
  expect(body.rows.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'This email is on the suppression list Do not contact'],
    [4001, 'This email is on the suppression list Do not contact'],
  ]);
});
