import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyTrash } from '#server/features/housekeeping/housekeeping.ts';
import { runOperation } from '#server/lead/operations/run.ts';
import { createBulk } from '#server/lead/operations/start.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { heldTexts } from '#tests/support/erasures.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { giveRules, passGrace, passNight } from '#tests/support/retention.ts';
import { compactSegments } from '#tests/support/segments.ts';
import { changeStored } from '#tests/support/stored-leads.ts';
import { until } from '#tests/support/until.ts';

const LEADS = 24;
const NAME = 'Quillfeather';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Returns the tables of leads and of their index that have the name. */
async function tablesWithName({ user }: SignedIn): Promise<Set<string>> {
  const found = await heldTexts(app, [NAME.toLowerCase()], user.organizationId);
  return new Set(found.flatMap((line) => / in public\.(leads?_?\w*)/.exec(line)?.[1] ?? []));
}

/** Returns a user with indexed leads, one of which changed since. */
async function withIndexedLeads(): Promise<SignedIn> {
  const user = await signUp(app.url);
  const email = (n: number) => `${n}@${NAME.toLowerCase()}.example`;
  const rows = Array.from({ length: LEADS }, (_, n) => [
    ...[email(n), NAME, `sent by ${email(n)}`, `of ${email(n)}`, `vip, friend of ${email(n)}`],
  ]);
  const header = ['email', 'firstName', 'source', 'brand', 'tags'];
  const fieldMapping = Object.fromEntries(header.map((field) => [field, field]));
  await importLeads(user, csvFile([header, ...rows]), { fieldMapping });
  await compactSegments(scopeOf(app.context, user.user.organizationId), 10);
  const [lead] = await leadsOf(user);
  await call(user, 'PATCH', `/api/leads/${lead?.id}`, { city: 'Bonn' });
  expect(await tablesWithName(user)).toEqual(
    new Set(['leads', 'lead_search', 'lead_stats', 'lead_bitmaps', 'lead_change_log', 'lead_segments']),
  );
  return user;
}

test.each([
  ['anonymise', 7],
  ['anonymise', 0],
  ['erase', 7],
  ['erase', 0],
] as const)('%s with %i grace days: no text of the persons stays in the index', async (action, graceDays) => {
  const user = await withIndexedLeads();
  await giveRules(user, { action, graceDays });
  await passNight(app, user, 2);
  const [run] = await passGrace(app, user);
  expect(run).toMatchObject({ status: 'completed', final: LEADS });
  expect(await tablesWithName(user)).toEqual(new Set());
});

test('a lead edited while others are still being anonymised: no text of the persons stays in the index', async () => {
  const user = await withIndexedLeads();
  const { organizationId, ...actor } = user.user;
  const { owner, locks } = app.context.db;
  const scope = organizationScope(owner, organizationId);
  const action = { type: 'anonymise', retention: organizationId } as const;
  const { id } = await scope.transaction((tx) =>
    createBulk(tx, { filter: {} }, action, { actor, origin: null }),
  );
  const held = await owner.connect();
  await held.query('BEGIN');
  // The last batch waits.
  await held.query('SELECT FROM leads WHERE organization_id = $1 ORDER BY id LIMIT 1 FOR UPDATE', [
    organizationId,
  ]);
  const run = runOperation(locks, scope, id, { batch: 10 });
  try {
    const indexed = await until('leads are anonymous', async () => {
      const lead = (await leadsOf(user))[LEADS - 7];
      return lead?.email === null ? lead : null;
    });
    const edit = await call(user, 'PATCH', `/api/leads/${indexed.id}`, { email: 'new@mail.example' });
    expect(edit.status).toBe(200);
    expect(await tablesWithName(user)).toContain('lead_change_log');
  } finally {
    await held.query('ROLLBACK');
    held.release();
  }
  await run;
  expect((await leadsOf(user))[LEADS - 7]?.email).toBe('new@mail.example');
  expect(await tablesWithName(user)).toEqual(new Set());
});

test('leads whose days in the bin are over: no text of theirs stays in the index', async () => {
  const user = await withIndexedLeads();
  await runBulkCall(user, { filter: {} }, { type: 'delete' });
  await changeStored(
    app.context.db.owner,
    "deleted_at = now() - interval '31 days'",
    'organization_id = $1',
    [user.user.organizationId],
  );
  await emptyTrash(app.context.db.owner);
  expect(await tablesWithName(user)).toEqual(new Set());
});

test('leads deleted forever: no text of theirs stays in the index', async () => {
  const user = await withIndexedLeads();
  await runBulkCall(user, { filter: {} }, { type: 'delete' });
  await runBulkCall(user, { filter: { bin: 'true' } }, { type: 'purge' });
  expect(await tablesWithName(user)).toEqual(new Set());
});
