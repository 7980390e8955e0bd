import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations } from '#tests/support/browser.ts';
import { buttonOf, dialogOf } from './elements.ts';
import {
  eventually,
  type LeadStage,
  rowOf,
  setLeadStage,
  tableOf,
  VARIED,
  variedRows,
} from './leads-steps.ts';

const COUNT = 45;
/** Maximum distance from the top of the window to the first row, in CSS pixels. */
const TOP_MAX = 160;
const SHIFT_MAX = 0.01;

let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(COUNT));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await page.getByText(`${COUNT} leads`).waitFor();
});
afterEach(() => closePage(page));

const head = (name: string) => tableOf(page).getByRole('columnheader', { name, exact: true });
const sortBy = (name: string) => head(name).getByRole('button', { name, exact: true });
const asked = (query: RegExp) => page.waitForRequest((request) => query.test(request.url()));

it('sorts by a heading, the other way, and no more', async () => {
  await Promise.all([asked(/api\/leads\?.*sort=email&order=asc/), sortBy('Email').click()]);
  await page.waitForURL('**/leads?sort=email&order=asc');
  await expect.poll(() => head('Email').getAttribute('aria-sort')).toBe('ascending');
  await Promise.all([asked(/api\/leads\?.*sort=email&order=desc/), sortBy('Email').click()]);
  await expect.poll(() => head('Email').getAttribute('aria-sort')).toBe('descending');
  await sortBy('Email').click();
  await page.waitForURL(`${stage.app.url}/leads`);
  await expect.poll(() => head('Email').getAttribute('aria-sort')).toBe(null);

  await sortBy('Name').click();
  await page.waitForURL('**/leads?sort=firstName&order=asc');
  await expect.poll(() => head('Name').getAttribute('aria-sort')).toBe('ascending');
  await seeNoViolations(page);
});

it('keeps the order with filters and pages, and drops one that leads do not have', async () => {
  await page.goto('/leads?sort=brand&order=desc&page=2');
  await page.getByText('Page 2 of 3').waitFor();
  await expect.poll(() => head('Brand').getAttribute('aria-sort')).toBe('descending');
  await page.getByLabel('Search leads').fill('Given1');
  await page.waitForURL('**/leads?sort=brand&order=desc&search=Given1');
  await buttonOf(page, 'Clear All').click();
  await page.waitForURL('**/leads?sort=brand&order=desc');
  await page.goto('/leads?sort=nothing&order=asc');
  await page.getByText(`${COUNT} leads`).waitFor();
  await expect.poll(() => tableOf(page).locator('[aria-sort]').count()).toBe(0);
});

it('sorts, moves and hides columns with the keyboard and the menu of a heading', async () => {
  await sortBy('Name').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => head('Email').getAttribute('aria-sort')).toBe('ascending');
  await page.keyboard.press('Alt+ArrowDown');
  const menu = dialogOf(page, 'Options for Email');
  await menu.waitFor();
  await seeNoViolations(page);
  await menu.getByRole('button', { name: 'Sort Descending' }).click();
  await expect.poll(() => head('Email').getAttribute('aria-sort')).toBe('descending');

  await head('Email').hover();
  await page.getByRole('button', { name: 'Options for Email' }).click();
  await menu.getByRole('button', { name: 'Clear Sorting' }).click();
  await page.waitForURL(`${stage.app.url}/leads`);
  await head('Tags').hover();
  await page.getByRole('button', { name: 'Options for Tags' }).click();
  await dialogOf(page, 'Options for Tags').getByRole('button', { name: 'Hide Column' }).click();
  await expect.poll(() => head('Tags').count()).toBe(0);
  await buttonOf(page, 'Columns').click();
  await dialogOf(page, 'Columns').getByRole('button', { name: 'Reset' }).click();
  await eventually(() => head('Tags').count()).toBe(1);
});

it('keeps the order in a saved view', async () => {
  await page.goto('/leads?country=Germany&sort=brand&order=desc');
  await buttonOf(page, 'Views').click();
  const views = dialogOf(page, 'Saved views');
  await views.getByRole('button', { name: 'Save as New View' }).click();
  await views.getByLabel('Name of the view').fill('By brand');
  await views.getByRole('button', { name: 'Save View' }).click();
  await page.waitForURL(/view=/);
  await page.goto('/leads');
  await buttonOf(page, 'Views').click();
  await views
    .getByRole('button', { name: /By brand/ })
    .first()
    .click();
  await page.waitForURL(/sort=brand&order=desc/);
  await expect.poll(() => head('Brand').getAttribute('aria-sort')).toBe('descending');
});

it('starts its rows near the top of the window', async () => {
  const box = await rowOf(page, `Given${COUNT - 1} `).boundingBox();
  expect(box?.y).toBeGreaterThan(0);
  expect(box?.y).toBeLessThanOrEqual(TOP_MAX);
});

it('shifts nothing while it loads, pages, sorts and searches, not even right after a key', async () => {
  await page.addInitScript(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        shifts.push({ value, at: sources.map(({ node }) => node?.nodeName + '.' + (node?.className ?? '')) });
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  const shift = () =>
    page.evaluate<{ sum: number; at: string[] }>(
      '({ sum: shifts.reduce((sum, { value }) => sum + value, 0), at: shifts.flatMap(({ at }) => at) })',
    );
  await page.reload();
  await page.getByText(`${COUNT} leads`).waitFor();
  await rowOf(page, `Given${COUNT - 1} `).waitFor();
  await buttonOf(page, 'Next').click();
  await rowOf(page, `Given${COUNT - 21} `).waitFor();
  await sortBy('Email').click();
  await page.waitForURL(/sort=email/);
  await page.getByLabel('Search leads').fill('Given7');
  await expect.poll(() => rowOf(page, 'Family').count()).toBe(1);
  const { sum, at } = await shift();
  expect(sum, at.join('\n')).toBeLessThan(SHIFT_MAX);
});

it('says loudly only what is not the rule', async () => {
  // A badge is tinted and has a dot.
  const dots = (text: string) =>
    rowOf(page, 'Given43 ')
      .getByRole('gridcell', { name: text, exact: true })
      .locator('.rounded-full')
      .count();
  await rowOf(page, 'Given43 ').getByRole('gridcell', { name: 'New', exact: true }).waitFor();
  await expect.poll(() => dots('New')).toBe(0);
  await expect.poll(() => dots('Available')).toBe(0);
  await rowOf(page, 'Given44 ')
    .getByRole('gridcell', { name: 'Qualified' })
    .locator('.rounded-full')
    .first()
    .waitFor();
});
