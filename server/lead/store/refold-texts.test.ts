import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { wrongSearches } from '#tests/support/lead-stats.ts';
import { compactSegments } from '#tests/support/segments.ts';
import { insertStored } from '#tests/support/stored-leads.ts';
import { refoldTexts } from './store.ts';

const LEADS = 5_200;

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
  user = await signUp(app.url);
});

afterAll(() => app.close());

/** Counts the leads that a search finds. */
async function total(search: string): Promise<number> {
  const { body } = await user.get<{ total: number }>(`/api/leads/count?${new URLSearchParams({ search })}`);
  return body.total;
}

test('leads of an older version are found by folded texts once the server has started, even if it was killed at it', async () => {
  const { owner } = app.context.db;
  const { organizationId } = user.user;
  // As an upgrade leaves them: not folded, and known to an index.
  await insertStored(
    owner,
    organizationId,
    'organization_id, id, email, first_name, deleted_at',
    `SELECT $1::uuid, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@mail.test', 'Zoë',
       CASE WHEN n % 100 = 0 THEN now() END FROM generate_series(1, ${LEADS}) AS n`,
  );
  await owner.query(
    'DELETE FROM lead_search WHERE lead_id IN (SELECT id FROM leads WHERE deleted_at IS NOT NULL)',
  );
  const scope = scopeOf(app.context, organizationId);
  await compactSegments(scope, 1_000);
  await owner.query('INSERT INTO leads_to_fold SELECT organization_id, id FROM leads');
  expect(await total('zoe')).toBe(0);

  let batches = 0;
  const killed = refoldTexts(owner, () => {
    if (batches++ === 1) throw new Error('killed');
    return scope;
  });
  await expect(killed).rejects.toThrow('killed');
  const { rows } = await owner.query('SELECT FROM leads_to_fold');
  expect(rows).toHaveLength(200);

  expect(await refoldTexts(owner, () => scope)).toBe(200);
  expect(await total('ZOE')).toBe(LEADS - 52);
  expect((await user.get('/api/leads/count?search=zoe&bin=true')).body).toEqual({ total: 52 });
  await compactSegments(scope, 1_000);
  expect(await total('zoë')).toBe(LEADS - 52);
  expect(await wrongSearches(app, organizationId)).toEqual([]);
  expect(await refoldTexts(owner, () => scope)).toBe(0);
});
