import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});
afterAll(() => app.close());

/** Times that a command, not autovacuum, analyzed a table. */
async function analyses(table: string): Promise<number> {
  const { rows } = await app.context.db.owner.query<{ analyses: number }>(
    'SELECT analyze_count::int AS analyses FROM pg_stat_user_tables WHERE relname = $1',
    [table],
  );
  return rows[0]?.analyses ?? 0;
}

test('a sale of many leads has the tables analyzed, one of a few leads does not', async () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => [`lead-${n}@example.com`]);
  await importLeads(user, csvFile([['email'], ...rows]), { fieldMapping: { email: 'email' } });
  await until('the import has them analyzed', async () => (await analyses('lead_sales')) > 0);

  const before = await analyses('lead_sales');
  const [lead] = (await user.get<{ leads: { id: string }[] }>('/api/leads?limit=1')).body.leads;
  const few = await runBulkCall(user, { ids: [lead?.id ?? ''] }, { type: 'addTags', tags: ['few'] });
  expect(few.changed).toBe(1);
  expect(await analyses('lead_sales')).toBe(before);

  await runBulkCall(user, { filter: {} }, { type: 'markSold', customerNumber: 'C1' });
  await until('the sale has them analyzed', async () => (await analyses('lead_sales')) > before);
});
