import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePage, seeNoViolations } from '#tests/support/browser.ts';
import { type LeadStage, setLeadStage } from './leads-steps.ts';

/** One more than the organizations have that are scanned at once. */
const LEADS = 101;

let stage: LeadStage;

beforeAll(async () => {
  const rows = Array.from({ length: LEADS }, (_, n) => [`lead${n}@mail.example`]);
  stage = await setLeadStage(['email'], rows);
});
afterAll(() => stage.close());

it('never says that there are no duplicates while it looks for them', async () => {
  // Holds the scan, which waits for the same lock.
  const { owner } = stage.app.context.db;
  const holder = await owner.connect();
  await holder.query('BEGIN');
  await holder.query("SELECT pg_advisory_xact_lock(hashtextextended('duplicates:' || $1, 0))", [
    stage.owner.user.organizationId,
  ]);
  const page = await stage.open('/leads?tab=duplicates');
  await page.getByRole('heading', { name: 'Looking for duplicates…' }).waitFor();
  await seeNoViolations(page);
  const asked = page.waitForResponse((response) => response.url().includes('/api/duplicates'));
  await asked;
  expect(await page.getByRole('heading', { name: 'No duplicates found' }).count()).toBe(0);
  await holder.query('COMMIT');
  holder.release();
  await page.getByRole('heading', { name: 'No duplicates found' }).waitFor();
  await closePage(page);
});
