import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { fillDemo } from '#tests/screens/demo.ts';
import { settled } from '#tests/screens/scenes.ts';
import { closePage } from '#tests/support/browser.ts';
import { type LeadStage, setLeadStage } from './leads-steps.ts';

/** Limit of the sum of all shifts without recent input. */
const SHIFT_MAX = 0.01;

let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage([], []);
  await fillDemo(stage.app.url, stage.owner);
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await page.addInitScript(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) shifts.push({ value, at: sources.map(({ node }) => node?.outerHTML?.slice(0, 160)) });
    }).observe({ type: 'layout-shift', buffered: true });
  `);
});
afterEach(() => closePage(page));

async function seeStill(): Promise<void> {
  await settled(page);
  const shifts = await page.evaluate<{ value: number; at: string[] }[]>('shifts');
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(
    sum,
    shifts.flatMap(({ value, at }) => at.map((each) => `${value}: ${each}`)).join('\n'),
  ).toBeLessThan(SHIFT_MAX);
}

it.each([
  ['/', null],
  ['/import', null],
  ['/audit-logs', 'Audit logs'],
  ['/customers', 'Customers'],
  ['/history', 'Imports'],
  ['/users', 'Users'],
  ['/leads?bin=true', 'Leads in the bin'],
])('shifts nothing while %s loads', async (path, table) => {
  await page.goto(path);
  if (table !== null) await page.getByRole('table', { name: table }).getByRole('button').nth(1).waitFor();
  await seeStill();
});

it('shifts nothing while a lead list loads, turns its page and opens a lead', async () => {
  await page.goto('/leads');
  await seeStill();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL(/page=2/);
  await seeStill();
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('button').first().click();
  await page.getByRole('dialog').getByText('Lead ID').waitFor();
  await seeStill();
});
