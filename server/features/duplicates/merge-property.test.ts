import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';

// Whatever is merged, restored, sold, returned and undone in whichever order: a sale belongs to one lead.

const RUNS = 12;
const SEED = 20_261_126;
const LEADS = 3;

type Step =
  | { do: 'sell'; lead: number; customer: string }
  | { do: 'return' | 'restore' | 'note'; lead: number }
  | { do: 'merge'; lead: number; other: number }
  | { do: 'undo'; nth: number };

const lead = fc.nat(LEADS - 1);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('sell' as const), lead, customer: fc.constantFrom('C1', 'C2') }),
    fc.record({ do: fc.constantFrom('return' as const, 'note' as const), lead }),
    { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), lead }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const), lead, other: lead }) },
    fc.record({ do: fc.constant('undo' as const), nth: fc.nat(3) }),
  ),
  { minLength: 4, maxLength: 14 },
);

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
});
afterAll(() => app.close());

/** Takes a step; what the product refuses has no effect. */
async function take(step: Step, ids: readonly string[], operations: string[]): Promise<void> {
  const at = (nth: number): string => ids[nth] ?? '';
  switch (step.do) {
    case 'sell': {
      const action = { type: 'markSold' as const, customerNumber: step.customer };
      operations.unshift((await runBulkCall(user, { ids: [at(step.lead)] }, action)).id);
      return;
    }
    case 'return':
      await call(user, 'POST', `/api/leads/${at(step.lead)}/return`, {});
      return;
    case 'restore':
      await call(user, 'POST', `/api/leads/${at(step.lead)}/restore`);
      return;
    case 'note':
      await call(user, 'POST', `/api/leads/${at(step.lead)}/notes`, { text: 'a note' });
      return;
    case 'merge':
      await call(user, 'POST', '/api/duplicates/merge', {
        ...{ keepId: at(step.lead), leadIds: [at(step.other)], take: [] },
      });
      return;
    case 'undo': {
      const [id] = operations.splice(step.nth, 1);
      if (id !== undefined) await runUndoCall(user, id);
    }
  }
}

/** Sales that more than one lead has, or counts for, and leads that are sold without an open sale or have one unsold. */
async function faults(): Promise<unknown[]> {
  const { rows } = await app.context.db.owner.query(
    `SELECT 'sale of two leads' AS fault, id::text FROM lead_sales WHERE organization_id = $1
     GROUP BY id HAVING count(*) FILTER (WHERE counted) > 1 OR count(*) FILTER (WHERE returned_at IS NULL) > 1
     UNION ALL
     SELECT 'sold without a sale', l.id::text FROM leads l WHERE l.organization_id = $1 AND is_sold AND NOT EXISTS (
       SELECT FROM lead_sales s WHERE s.organization_id = $1 AND s.lead_id = l.id AND s.counted
         AND s.returned_at IS NULL AND s.customer_number = l.customer_number)
     UNION ALL
     SELECT 'unsold with an open sale', s.lead_id::text FROM lead_sales s JOIN leads l USING (organization_id)
     WHERE s.organization_id = $1 AND l.id = s.lead_id AND NOT l.is_sold AND s.counted AND s.returned_at IS NULL`,
    [user.user.organizationId],
  );
  return [...rows, ...(await wrongCounts(app, user.user.organizationId))];
}

test('merges, restores, sales, returns and undos in any order: each sale has one lead, and counts are right', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      run++;
      const ids: string[] = [];
      for (let n = 0; n < LEADS; n++) {
        ids.push((await makeLead(user, { email: `lead-${run}-${n}@example.com` })).id);
      }
      const operations: string[] = [];
      for (const [nth, step] of taken.entries()) {
        await take(step, ids, operations);
        expect([nth, step.do, await faults()]).toEqual([nth, step.do, []]);
      }
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
});

test('a merged lead that is restored: holds none of the sales that went to the kept lead', async () => {
  const keep = await makeLead(user, { email: 'keep@example.com' });
  const other = await makeLead(user, { email: 'other@example.com' });
  await runBulkCall(user, { ids: [other.id] }, { type: 'markSold', customerNumber: 'C9' });
  const merged = await call(user, 'POST', '/api/duplicates/merge', {
    keepId: keep.id,
    leadIds: [other.id],
    take: [],
  });
  expect(merged.status).toBe(200);
  const restored = await call(user, 'POST', `/api/leads/${other.id}/restore`);
  expect(restored.status).toBe(200);
  const { body } = await user.get<{
    leads: { id: string; isSold: boolean; customerNumber: string | null }[];
  }>('/api/leads?search=c9');
  expect(body.leads.map(({ id, isSold }) => [id, isSold])).toEqual([[keep.id, true]]);
  const { rows } = await app.context.db.owner.query(
    "SELECT lead_id AS id FROM lead_sales WHERE customer_number = 'C9' AND counted",
  );
  expect(rows).toEqual([{ id: keep.id }]);
});
