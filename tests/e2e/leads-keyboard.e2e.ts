import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { call } from '#tests/support/calls.ts';
import { dialogOf } from './elements.ts';
import {
  eventually,
  type LeadStage,
  rowOf,
  setLeadStage,
  tableOf,
  VARIED,
  variedRows,
} from './leads-steps.ts';

// Frequent tasks take few keys, which each test counts.

const COUNT = 24;
let stage: LeadStage;
let page: Page;
let pressed: string[];

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(COUNT));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await page.getByText(`${COUNT} leads`).waitFor();
  // The rows of a page are read apart from their total.
  await rowOf(page, `Given${COUNT - 1} `).waitFor();
  pressed = [];
});
afterEach(() => closePage(page));

async function press(key: string): Promise<void> {
  pressed.push(key);
  await page.keyboard.press(key);
}
const selected = () => page.getByRole('region', { name: 'Selected leads' }).getByRole('status').textContent();
const focusedCell = () => page.evaluate<string>('document.activeElement.dataset.cell ?? ""');

it('sets the status of a page of leads', async () => {
  await press('Control+a');
  await expect.poll(selected).toBe('20 selected');
  await press('s');
  await dialogOf(page, 'Set Status').getByRole('button', { name: '3 Qualified' }).waitFor();
  await seeNoViolations(page);
  await press('3');
  await seeToast(page, 'Status set', '15 leads changed, 5 unchanged', 'Undo');
  expect(pressed).toHaveLength(3);
  expect((await stage.leads('status=qualified')).length).toBeGreaterThanOrEqual(20);
  await expect.poll(selected).toBe('20 selected');
});

it('opens a lead from the search and adds a note to it', async () => {
  await press('/');
  await page.keyboard.type('lead7@');
  await page.getByText('1 lead', { exact: true }).waitFor();
  await press('ArrowDown');
  await expect.poll(focusedCell).toBe('0:0');
  await press('Enter');
  const lead = dialogOf(page, 'Given7 Family');
  await lead.getByLabel('New note').waitFor();
  expect(pressed).toHaveLength(3);

  pressed = [];
  await press('n');
  await page.keyboard.type('Call back on Monday');
  await press('Control+Enter');
  await lead.getByRole('list', { name: 'Notes' }).getByText('Call back on Monday').waitFor();
  expect(pressed).toHaveLength(2);
});

it('selects row by row and the rows of a block, and keeps the focus when rows go', async () => {
  await page.goto('/leads?sort=email&order=asc&brand=Nordlicht');
  await page.getByText('8 leads').waitFor();
  await page.getByLabel('Search leads').focus();
  await press('ArrowDown');
  await press('Shift+J');
  await press('Shift+J');
  await expect.poll(selected).toBe('3 selected');
  await press('ArrowDown');
  await press('Shift+ArrowDown');
  await press('x');
  await expect.poll(selected).toBe('5 selected');
  await expect.poll(focusedCell).toBe('4:0');

  await press('End');
  await expect.poll(focusedCell).toBe('7:0');
  const [other] = await stage.leads('search=lead0@');
  await call(stage.owner, 'DELETE', `/api/leads/${other?.id}`);
  await eventually(() => tableOf(page).locator('[data-cell="7:0"]').count()).toBe(0);
  await expect.poll(focusedCell).toBe('6:0');
});
