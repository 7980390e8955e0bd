import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { heldTexts } from '#tests/support/erasures.ts';
import { wrongCounts, wrongSearches } from '#tests/support/lead-stats.ts';
import { textsOfIdentity } from '#tests/support/listed-people.ts';
import { type HeldLead, SuppressionRun } from '#tests/support/suppression-run.ts';
import { type SuppressionStep, suppressionSteps } from '#tests/support/suppression-steps.ts';
import { takeSuppressionStep } from '#tests/support/take-suppression-step.ts';
import { until } from '#tests/support/until.ts';

// Whatever the sequence of imports, edits, restores, undos, merges, sales, list changes and erasures: no one on a list is in an unmarked,
// sold or exported lead, and no one who was erased is anywhere. SEQUENCES sets how many are tried, SEED where they begin.

const { SEQUENCES = '15', SEED = '20261128' } = process.env;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Sale {
  id: string;
  leadId: string;
  customer: string;
}

async function openSales({ user }: SuppressionRun): Promise<Sale[]> {
  const { rows } = await app.context.db.owner.query<Sale>(
    `SELECT id, lead_id AS "leadId", customer_number AS customer FROM lead_sales
     WHERE organization_id = $1 AND counted AND returned_at IS NULL`,
    [user.user.organizationId],
  );
  return rows;
}

interface Moment {
  leads: HeldLead[];
  sales: Sale[];
}

async function momentOf(run: SuppressionRun): Promise<Moment> {
  return { leads: await run.leads(), sales: await openSales(run) };
}

const stored = ({ leads }: Moment): HeldLead[] => leads.filter(({ gone }) => !gone);

/** Leads on a list that aren't marked. */
function unmarked(run: SuppressionRun, now: Moment): HeldLead[] {
  return stored(now).filter((lead) => run.isListedFor(lead, null) && !lead.suppressed);
}

/** Identities on a list that a lead got by the step. A merge may give it those of the other lead. */
function gained(run: SuppressionRun, step: SuppressionStep, before: Moment, now: Moment): string[] {
  if (step.do === 'merge' || (step.do === 'undo' && step.of === 'merge')) return [];
  const had = new Map(stored(before).map(({ id, identities }) => [id, identities]));
  return stored(now).flatMap(({ id, identities }) =>
    identities.filter((one) => run.lists.isListed(one) && !had.get(id)?.includes(one)),
  );
}

/** Leads on a list, of the customer or for everyone, that the step sold. */
function soldBy(run: SuppressionRun, before: Moment, now: Moment): HeldLead[] {
  const open = new Set(before.sales.map(({ id }) => id));
  return now.sales
    .filter(({ id }) => !open.has(id))
    .flatMap(({ leadId, customer }) =>
      now.leads.filter((lead) => lead.id === leadId && run.isListedFor(lead, customer)),
    );
}

/** Marks go in the background once an entry is gone. */
function marksAreRight(run: SuppressionRun): Promise<boolean> {
  return until('marks are right', async () =>
    stored(await momentOf(run)).every((lead) => run.isListedFor(lead, null) === lead.suppressed),
  );
}

async function exportIsClean(run: SuppressionRun, customer: string | null): Promise<void> {
  const query = customer === null ? '' : `&forCustomer=${customer}`;
  const response = await run.user.send(`/api/leads/export?limit=all${query}`, {});
  const text = await response.text();
  expect([response.status, run.listedIn(text, customer)]).toEqual([200, []]);
  const able = stored(await momentOf(run)).filter((lead) => !run.isListedFor(lead, customer));
  expect(response.headers.get('x-exported-count')).toBe(String(able.length));
}

const traces = (run: SuppressionRun): Promise<string[]> =>
  heldTexts(app, [...run.erased].flatMap(textsOfIdentity), run.user.user.organizationId);

async function takeAndCheck(run: SuppressionRun, step: SuppressionStep): Promise<void> {
  const before = await momentOf(run);
  await takeSuppressionStep(run, step);
  const now = await momentOf(run);
  expect({ unmarked: unmarked(run, now), gained: gained(run, step, before, now) }).toEqual({
    unmarked: [],
    gained: [],
  });
  expect(soldBy(run, before, now)).toEqual([]);
  await marksAreRight(run);
  if (['list', 'unlist', 'expire', 'dropList', 'erase'].includes(step.do)) await exportIsClean(run, null);
  if (step.do === 'erase') expect(await traces(run)).toEqual([]);
}

test('nobody on a list gets in, is unmarked, sold or exported, and nobody erased is left', {
  timeout: 100_000 * Number(SEQUENCES),
}, async () => {
  await fc.assert(
    fc.asyncProperty(suppressionSteps, async (steps) => {
      const run = await SuppressionRun.begin(app);
      for (const step of steps) await takeAndCheck(run, step);
      for (const customer of [null, 'C-1', 'C-2']) await exportIsClean(run, customer);
      expect(await traces(run)).toEqual([]);
      const { organizationId } = run.user.user;
      expect(await wrongCounts(app, organizationId)).toEqual([]);
      expect(await wrongSearches(app, organizationId)).toEqual([]);
    }),
    { seed: Number(SEED), numRuns: Number(SEQUENCES), endOnFailure: true },
  );
});
