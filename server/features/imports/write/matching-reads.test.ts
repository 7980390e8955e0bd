import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { organizationScope } from '../../../platform/db/scope.ts';
import { findLeads } from './matching-reads.ts';

const COUNT = 3_000;
const NUMBERS = Array.from({ length: COUNT }, (_, n) => String(100_000 + n));
/** So long that their index is one level higher than others, and by that alone dearer to the planner. */
const DOMAIN = `${'d'.repeat(60)}.${'e'.repeat(60)}.example.com`;
const emailOf = (number: string) => `${'l'.repeat(50)}${number}@${DOMAIN}`;

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  // As it is in the first seconds after a table was filled.
  await app.context.db.owner.query('ALTER TABLE leads SET (autovacuum_enabled = off)');
  user = await signUp(app.url);
  const rows = NUMBERS.map((number) => [emailOf(number), `+447400${number}`]);
  const fieldMapping = { email: 'email', phone: 'phone' };
  await importLeads(user, csvFile([['email', 'phone'], ...rows]), { fieldMapping });
});

afterAll(() => app.close());

test('leads are looked up one by one, however little is known of a table filled just now', async () => {
  const scope = organizationScope(app.context.db.app, user.user.organizationId);
  const wanted = {
    ids: [],
    emails: NUMBERS.map(emailOf),
    phones: NUMBERS.map((number) => `+447400${number}`),
  };

  const { found, read } = await scope.transaction(async (tx) => {
    const leads = await findLeads(tx, wanted);
    const [row] = await tx.query<{ read: number }>(
      "SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'leads'",
    );
    return { found: leads.length, read: row?.read ?? 0 };
  });

  expect(found).toBe(COUNT);
  // By email, by phone and by id.
  expect(read).toBeGreaterThanOrEqual(COUNT);
  expect(read).toBeLessThanOrEqual(3 * COUNT);
});
