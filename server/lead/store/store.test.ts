import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { signUp } from '#tests/support/client.ts';
import { wrongSearches } from '#tests/support/lead-stats.ts';
import { compactSegments } from '#tests/support/segments.ts';
import { storing, UNASKED } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';
import type { OrganizationScope, TenantTransaction } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { announce, isAnnounced, makeNextSegment } from '../list/index/watermark.ts';
import { changeLeads } from './change-leads.ts';
import { deleteLeads } from './delete-leads.ts';
import { insertAllLeads, insertLeads, insertNewLeads } from './insert-leads.ts';
import { takeTransactionId } from './transaction-id.ts';

let app: TestApp;
let scope: OrganizationScope;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  const { user } = await signUp(app.url);
  scope = scopeOf(app.context, user.organizationId);
});

const SOURCE = "SELECT $1::uuid, id, left(id::text, 8), id || '@mail.test' FROM unnest($2::uuid[]) AS id";

function leadsOf(ids: readonly string[], source = SOURCE) {
  return {
    admission: UNASKED,
    columns: ['organization_id', 'id', 'first_name', 'email'],
    source,
    values: [scope.organizationId, ids],
  };
}

/** Inserts leads and builds segments of ten leads each for all of those below the watermark. */
async function indexed(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await scope.transaction((tx) => insertLeads(tx, leadsOf(ids)));
  await compactSegments(scope, 10);
  return ids;
}

async function lockedAnd<T>(ids: readonly string[], work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  return scope.transaction(async (tx) => {
    await tx.query('SELECT FROM leads WHERE organization_id = $1 AND id = ANY($2::uuid[]) FOR UPDATE', [
      tx.organizationId,
      ids,
    ]);
    return work(tx);
  });
}

function change(ids: readonly string[], set: string): Promise<unknown> {
  return lockedAnd(ids, (tx) =>
    changeLeads(tx, { source: 'SELECT unnest($2::uuid[]) AS id', set: [set] }, [tx.organizationId, ids]),
  );
}

async function textsOf(ids: readonly string[]): Promise<string[]> {
  const rows = await scope.transaction((tx) =>
    tx.query<{ text: string }>(
      `SELECT split_part(search_text, E'\\n', 1) AS text FROM lead_search
       WHERE organization_id = $1 AND lead_id = ANY($2::uuid[]) ORDER BY lead_id`,
      [tx.organizationId, ids],
    ),
  );
  return rows.map(({ text }) => text.trim());
}

/** Counts the log entries that the index has yet to apply. */
async function logged(): Promise<number> {
  const [row] = await scope.transaction((tx) =>
    tx.query<{ entries: number }>(
      'SELECT count(*)::int AS entries FROM lead_change_log WHERE organization_id = $1',
      [tx.organizationId],
    ),
  );
  return row?.entries ?? -1;
}

test('a change reaches the searched text and, below the watermark, the log, once each', async () => {
  const ids = await indexed(31);
  const [first = '', second = ''] = ids;
  expect(await logged()).toBe(0);
  await change([first, second], "city = 'Rome'");
  expect(await logged()).toBe(2);
  await change([first, second], "status = 'odd'");
  expect(await logged()).toBe(4);
  await change([first], "first_name = 'Ada', last_name = 'Lovelace'");
  expect(await textsOf([first])).toEqual(['ada lovelace']);
  expect(await logged()).toBe(5);
  // The newest leads are in no segment.
  await change(ids.slice(-1), "first_name = 'Ada', status = 'odd'");
  expect(await textsOf(ids.slice(-1))).toEqual(['ada']);
  expect(await logged()).toBe(5);
  expect(await wrongSearches(app, scope.organizationId)).toEqual([]);
});

test('a lead that comes into the trash, out of it or is deleted for good leaves nothing of its text behind', async () => {
  const [first = '', second = ''] = await indexed(31);
  await change([first, second], 'deleted_at = now()');
  expect(await textsOf([first, second])).toEqual([]);
  await change([first], "deleted_at = NULL, first_name = 'Back'");
  expect(await textsOf([first, second])).toEqual(['back']);
  await storing(app.context.db.owner, scope.organizationId, async (tx) => {
    await tx.query('SELECT FROM leads WHERE organization_id = $1 AND id = ANY($2::uuid[]) FOR UPDATE', [
      tx.organizationId,
      [first, second],
    ]);
    await deleteLeads(tx, [first, second]);
  });
  expect(await wrongSearches(app, scope.organizationId)).toEqual([]);
  const { rows } = await app.context.db.owner.query(
    'SELECT FROM lead_change_log WHERE lead_id = ANY($1::uuid[]) AND (was).search_text IS NOT NULL',
    [[first, second]],
  );
  expect(rows).toEqual([]);
});

test('values before a change are those of the locked lead, whatever others changed just before', async () => {
  const [id = ''] = await indexed(1);
  const told = await scope.transaction(async (tx) => {
    // Another transaction commits between the beginning of this one and its lock.
    await tx.query('SELECT');
    await change([id], "status = 'first'");
    await tx.query('SELECT FROM leads WHERE organization_id = $1 AND id = $2 FOR UPDATE', [
      tx.organizationId,
      id,
    ]);
    return changeLeads<{ was: string; version: number }>(
      tx,
      {
        source: 'SELECT $2::uuid AS id',
        set: ["status = 'second'"],
        returning: ['b.status AS was'],
        result: 'SELECT was, version FROM changed',
      },
      [tx.organizationId, id],
    );
  });
  expect(told).toEqual([{ was: 'first', version: 3 }]);
});

test('all leads are inserted, or none, or those whose identity is free', async () => {
  const ids = [newId(), newId(), newId()];
  const same = "SELECT $1::uuid, id, 'x', 'same@mail.test' FROM unnest($2::uuid[]) AS id ORDER BY id";
  const made = await scope.transaction(async (tx) => {
    await takeTransactionId(tx);
    expect(await insertAllLeads(tx, leadsOf(ids, same))).toBeNull();
    return insertNewLeads<{ id: string }>(tx, leadsOf(ids, same), 'SELECT id FROM made');
  });
  expect(made).toEqual([{ id: ids[0] }]);
  await scope.transaction(async (tx) => {
    await takeTransactionId(tx);
    expect(await insertAllLeads(tx, leadsOf([newId(), newId()]))).not.toBeNull();
  });
  expect(await wrongSearches(app, scope.organizationId)).toEqual([]);
});

test('an INSERT that began before a watermark was announced is waited for', async () => {
  const { owner } = app.context.db;
  const holder = await owner.connect();
  await scope.transaction((tx) => insertLeads(tx, leadsOf(Array.from({ length: 31 }, () => newId()))));
  const late = '01900000-0000-7000-8000-000000000000';
  try {
    await holder.query('SELECT pg_advisory_lock(4711)');
    // Holds the statement after its snapshot is taken and before its first row is written.
    const source = `${SOURCE}, (SELECT pg_advisory_xact_lock_shared(4711) OFFSET 0) AS held`;
    const inserting = scope.transaction((tx) => insertLeads(tx, leadsOf([late], source)));
    await until('the INSERT waits', async () => {
      const { rows } = await owner.query(
        "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted",
      );
      return rows.length === 1;
    });
    expect(await scope.transaction((tx) => announce(tx, 10))).toBe(true);
    expect(await scope.transaction((tx) => isAnnounced(tx))).toBe(false);
    await holder.query('SELECT pg_advisory_unlock(4711)');
    await inserting;
  } finally {
    holder.release();
  }
  await until('every transaction sees the watermark', () => scope.transaction((tx) => isAnnounced(tx)));
  await scope.transaction((tx) => makeNextSegment(tx, 10));
  const rows = await scope.transaction((tx) =>
    tx.query(
      'SELECT FROM lead_segments WHERE organization_id = $1 AND position(uuid_send($2::uuid) IN ids) > 0',
      [tx.organizationId, late],
    ),
  );
  expect(rows).toHaveLength(1);
});
