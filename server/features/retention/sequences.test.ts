import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RetentionRule } from '#contract/retention.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, endOfBulk, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { giveRules, passGrace, passNight, runsOf } from '#tests/support/retention.ts';

// Whatever the order of edits, sales, nights, undos and ends of grace periods, counts equal the rows and sales stay.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Step =
  | { do: 'make' | 'restore' | 'sell' | 'delete' | 'edit' | 'undo' | 'grace' }
  | { do: 'night'; action: RetentionRule['action']; graceDays: number };

const step = fc.oneof(
  fc.record({
    do: fc.constantFrom(...(['make', 'make', 'restore', 'sell', 'delete', 'edit', 'undo', 'grace'] as const)),
  }),
  fc.record({
    do: fc.constant('night' as const),
    action: fc.constantFrom(...(['trash', 'anonymise', 'erase'] as const)),
    graceDays: fc.constantFrom(0, 7),
  }),
);

/** Carries a step out. */
async function take(user: SignedIn, one: Step, at: number): Promise<void> {
  const { body } = await user.get<{ leads: { id: string }[] }>('/api/leads?limit=1');
  const first = body.leads[0]?.id;
  if (one.do === 'make') {
    await makeLead(user, {
      ...{ email: `${at}@mail.example`, phone: `+4930${901820 + at}`, firstName: 'Zoë' },
      ...{ country: 'Germany', source: 'Größe', tags: ['a', `for ${at}@mail.example`] },
    });
  } else if (one.do === 'restore') await runBulkCall(user, { filter: { bin: 'true' } }, { type: 'restore' });
  else if (one.do === 'grace') await passGrace(app, user);
  else if (one.do === 'night') {
    await giveRules(user, { id: `${at}`, action: one.action, graceDays: one.graceDays });
    await passNight(app, user, 2 + at);
  } else if (one.do === 'undo') {
    const [run] = (await runsOf(user)).filter(({ canUndo }) => canUndo);
    if (run === undefined) return;
    const undo = await call<{ id: string }>(user, 'POST', `/api/retention/runs/${run.id}/undo`);
    await endOfBulk(user, undo.body.id);
  } else if (first !== undefined) {
    if (one.do === 'sell') {
      const sale = { type: 'markSold', customerNumber: 'C-1', price: '5', currency: 'EUR' } as const;
      await runBulkCall(user, { ids: [first] }, sale);
    } else if (one.do === 'delete') await call(user, 'DELETE', `/api/leads/${first}`);
    else await call(user, 'PATCH', `/api/leads/${first}`, { city: `City ${at}` });
  }
}

test('counts and search equal the rows after any sequence', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const user = await signUp(app.url);
      let sold = 0;
      for (const [at, one] of steps.entries()) {
        await take(user, one, at);
        const { organizationId } = user.user;
        expect(await wrongCounts(app, organizationId)).toEqual([]);
        expect(await wrongSearches(app, organizationId)).toEqual([]);
        const { rows } = await app.context.db.owner.query<{ sold: number }>(
          'SELECT count(*)::int AS sold FROM lead_sales WHERE organization_id = $1 AND counted',
          [organizationId],
        );
        expect(rows[0]?.sold).toBeGreaterThanOrEqual(sold);
        sold = rows[0]?.sold ?? 0;
      }
    }),
    { numRuns: 12 },
  );
});
