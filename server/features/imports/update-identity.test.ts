import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportStats } from '#contract/imports.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { accounted, csvFile, importLeads, leadCounts, leadsOf } from '#tests/support/imports.ts';
import { emptyLeads } from '#tests/support/stored-leads.ts';

// Imports that update leads: their recorded history, and identities that move between leads.

let app: TestApp;
let user: SignedIn;
/** Ada, Bob and Cyd, reset for every test. */
let leads: Lead[];

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});

afterAll(() => app.close());

const PHONES = { ada: '+447400123451', bob: '+447400123452', free: '+447400123459' };

beforeEach(async () => {
  await importLeads(
    user,
    csvFile([
      ['email', 'phone', 'first', 'city', 'tags'],
      ['ada@example.com', PHONES.ada, 'Ada', 'London', 'vip'],
      ['bob@example.com', PHONES.bob, 'Bob', '', ''],
      ['', '12345', 'Cyd', '', ''],
    ]),
    { fieldMapping: { email: 'email', phone: 'phone', first: 'firstName', city: 'city', tags: 'tags' } },
  );
  leads = await leadsOf(user);
});

afterEach(async () => {
  expect(await leadCounts(app, user.user.organizationId)).toEqual({ counted: 3, stored: 3 });
  await emptyLeads(app.context.db.owner, 'imports', 'uploads', 'custom_fields');
});

type MatchField = 'email' | 'phone' | 'id';

/** Runs an update whose columns are named after the lead fields they map to. */
async function update(
  matchField: MatchField,
  rows: string[][],
  more: { options?: Record<string, unknown>; manualTags?: string[] } = {},
): Promise<{ importId: string; stats: ImportStats }> {
  const outcome = await importLeads(user, csvFile(rows), {
    fieldMapping: Object.fromEntries((rows[0] ?? []).map((field) => [field, field])),
    importMode: { mode: 'update', matchField },
    ...more,
  });
  expect(accounted(outcome.stats)).toBe(outcome.stats.totalRows);
  expect(outcome.stats.totalRows).toBe(rows.length - 1);
  return outcome;
}

async function problems(importId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await app.context.db.owner.query<Record<string, unknown>>(
    'SELECT row_number, outcome, code, field, message FROM import_problems WHERE import_id = $1 ORDER BY row_number',
    [importId],
  );
  return rows;
}

async function events(importId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await app.context.db.owner.query<Record<string, unknown>>(
    'SELECT lead_id, kind, changes, actor_id, actor_name FROM lead_events WHERE import_id = $1 ORDER BY id',
    [importId],
  );
  return rows;
}

test('the timeline tells what a lead was before, and who changed it', async () => {
  const { importId } = await update('email', [
    ['email', 'firstName', 'tags'],
    ['ada@example.com', 'Augusta', 'hot'],
  ]);
  expect(await events(importId)).toEqual([
    {
      lead_id: leads[0]?.id,
      kind: 'import',
      changes: { first_name: ['Ada', 'Augusta'], tags: [['vip'], ['vip', 'hot']] },
      actor_id: user.user.id,
      actor_name: user.user.username,
    },
  ]);
});

test('the same lead twice in a file is updated twice, in file order', async () => {
  const { importId, stats } = await update('email', [
    ['email', 'city', 'brand'],
    ['ada@example.com', 'Paris', ''],
    ['ada@example.com', 'Rome', 'Acme'],
  ]);
  expect(stats).toMatchObject({ updated: 2, skipped: 0 });
  expect((await leadsOf(user))[0]).toMatchObject({ city: 'Rome', brand: 'Acme' });
  const changes = (await events(importId)).map((event) => event['changes']);
  // An undo starts from the first value of each column and has to end with the last.
  expect(JSON.stringify(changes)).toContain('London');
  expect(changes.at(-1)).toMatchObject({ city: [expect.anything(), 'Rome'], brand: [null, 'Acme'] });
});

describe.each(['overwrite', 'fillEmpty'])('a row that means two leads (%s)', (updatePolicy) => {
  test.each<[MatchField, string[], string[], string]>([
    ['email', ['email', 'phone', 'city'], ['ada@example.com', PHONES.bob, 'Paris'], 'phone'],
    ['phone', ['phone', 'email', 'city'], [PHONES.bob, 'ada@example.com', 'Paris'], 'email'],
  ])('is an error that names both (found by %s)', async (matchField, columns, cells, field) => {
    const { importId, stats } = await update(matchField, [columns, cells], { options: { updatePolicy } });
    expect(stats).toMatchObject({ updated: 0, skipped: 0, errors: 1 });
    const message = `The email belongs to lead ${leads[0]?.id}, the phone to lead ${leads[1]?.id}`;
    expect(await problems(importId)).toEqual([
      { row_number: 2, outcome: 'error', code: 'ambiguous_match', field, message },
    ]);
    expect(await leadsOf(user)).toEqual(leads);
  });
});

test('of leads that are created such a row is a duplicate', async () => {
  const { importId, stats } = await importLeads(
    user,
    csvFile([
      ['email', 'phone'],
      ['ada@example.com', PHONES.bob],
    ]),
    { fieldMapping: { email: 'email', phone: 'phone' } },
  );
  expect(stats).toMatchObject({ imported: 0, duplicates: 1, errors: 0 });
  expect(await problems(importId)).toMatchObject([{ outcome: 'duplicate', code: 'duplicate' }]);
});

describe('an identity', () => {
  test.each([
    ['email', 'bob@example.com', 'email'],
    ['phone', PHONES.bob, 'phone'],
  ])('that another lead has is an error that names it (%s)', async (field, value, name) => {
    const { importId, stats } = await update('id', [
      ['id', field],
      [leads[0]?.id ?? '', value],
    ]);
    expect(stats).toMatchObject({ updated: 0, errors: 1 });
    const message = `Another lead already has this ${name}: ${leads[1]?.id}`;
    expect(await problems(importId)).toEqual([
      { row_number: 2, outcome: 'error', code: 'identity_taken', field, message },
    ]);
    expect(await leadsOf(user)).toEqual(leads);
  });

  test('that an earlier row set free can be taken by a later one', async () => {
    const { stats } = await update('email', [
      ['email', 'phone'],
      ['ada@example.com', PHONES.free],
      ['bob@example.com', PHONES.ada],
    ]);
    expect(stats).toMatchObject({ updated: 2, errors: 0 });
    expect((await leadsOf(user)).slice(0, 2).map(({ phone }) => phone)).toEqual([PHONES.free, PHONES.ada]);
  });

  test('can go round', async () => {
    const { stats } = await update('email', [
      ['email', 'phone'],
      ['ada@example.com', PHONES.free],
      ['bob@example.com', PHONES.ada],
      ['ada@example.com', PHONES.bob],
    ]);
    expect(stats).toMatchObject({ updated: 3, errors: 0 });
    expect((await leadsOf(user)).slice(0, 2).map(({ phone }) => phone)).toEqual([PHONES.bob, PHONES.ada]);
  });

  test('that a later row sets free is still taken', async () => {
    const { stats } = await update('email', [
      ['email', 'phone'],
      ['bob@example.com', PHONES.ada],
      ['ada@example.com', PHONES.free],
    ]);
    expect(stats).toMatchObject({ updated: 1, errors: 1 });
    expect((await leadsOf(user)).slice(0, 2).map(({ phone }) => phone)).toEqual([PHONES.free, PHONES.bob]);
  });

  test('that a lead gets in a row finds it in the next', async () => {
    const { stats } = await update('phone', [
      ['phone', 'email', 'city'],
      [PHONES.ada, 'augusta@example.com', 'Paris'],
    ]);
    expect(stats.updated).toBe(1);
    const next = await update('email', [
      ['email', 'city'],
      ['ada@example.com', 'Rome'],
      ['augusta@example.com', 'Oslo'],
    ]);
    expect(next.stats).toMatchObject({ updated: 1, skipped: 1 });
    expect((await leadsOf(user))[0]?.city).toBe('Oslo');
  });
});
