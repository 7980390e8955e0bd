import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations } from '#tests/support/browser.ts';
import { buttonOf, dialogOf } from './elements.ts';
import {
  eventually,
  type LeadStage,
  openLead,
  rowOf,
  setLeadStage,
  tableOf,
  VARIED,
  variedRows,
} from './leads-steps.ts';

const COUNT = 45;
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  const rows = variedRows(COUNT).map((row, n) => [...row, String(n * 1000)]);
  stage = await setLeadStage([...VARIED, 'custom:Score'], rows, [{ name: 'Score', type: 'number' }]);
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await page.getByText(`${COUNT} leads`).waitFor();
});
afterEach(() => closePage(page));

const heads = () => tableOf(page).getByRole('columnheader').allInnerTexts();
const selected = () => page.getByRole('region', { name: 'Selected leads' }).getByRole('status').textContent();
const focusedName = () =>
  page.evaluate<string>(
    'document.activeElement.closest("[data-cell]") ? document.activeElement.closest("tr").querySelector("button").textContent : ""',
  );
const kept = () =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/preferences/lead-table') && response.request().method() === 'PATCH',
  );

it('keeps choice, order, width and density of the columns for the user', async () => {
  await buttonOf(page, 'Columns').click();
  const panel = dialogOf(page, 'Columns');
  const step = async (act: () => Promise<void>) => {
    await Promise.all([kept(), act()]);
  };
  await step(() => panel.getByLabel('Source', { exact: true }).click());
  await step(() => panel.getByLabel('Score', { exact: true }).click());
  await step(() => panel.getByRole('button', { name: 'Move Phone left' }).click());
  await step(() => panel.getByText('Compact').click());
  await seeNoViolations(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Columns');

  await page.getByRole('separator', { name: 'Width of Name' }).focus();
  await page.keyboard.press('ArrowDown');
  await step(() => page.keyboard.press('ArrowRight'));
  await step(() => page.keyboard.press('Alt+ArrowRight'));

  const expected = 'Name Email Phone Country Brand Status Sold Tags Deposit Created Score'.split(' ');
  const seen = async () => (await heads()).filter((head) => head !== '');
  await eventually(seen).toEqual(expected);
  await page.reload();
  await page.getByText(`${COUNT} leads`).waitFor();
  await expect.poll(() => seen()).toEqual(expected);
  await expect
    .poll(() => page.getByRole('separator', { name: 'Width of Phone' }).getAttribute('aria-valuenow'))
    .toBe('180');
  const height = await rowOf(page, 'Given44').boundingBox();
  expect(height?.height).toBe(28);
  await rowOf(page, 'Given44').getByText('44,000').waitFor();

  await buttonOf(page, 'Columns').click();
  await step(() => dialogOf(page, 'Columns').getByRole('button', { name: 'Reset' }).click());
  await step(() => dialogOf(page, 'Columns').getByText('Normal').click());
});

it('moves a column by dragging its head and widens one by dragging its edge', async () => {
  const head = (name: string) => tableOf(page).getByRole('columnheader', { name, exact: true });
  await Promise.all([kept(), head('Brand').dragTo(head('Email'))]);
  await eventually(async () => (await heads()).slice(1, 4)).toEqual(['Name', 'Brand', 'Email']);

  const edge = await page.getByRole('separator', { name: 'Width of Name' }).boundingBox();
  if (!edge) throw new Error('The edge is not drawn');
  await page.mouse.move(edge.x + 4, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + 54, edge.y + 10, { steps: 4 });
  await Promise.all([kept(), page.mouse.up()]);
  await eventually(() =>
    page.getByRole('separator', { name: 'Width of Name' }).getAttribute('aria-valuenow'),
  ).toBe('218');
});

it('selects rows, ranges, the page, and all that match', async () => {
  const box = (n: number) => page.getByLabel(`Select Given${n} Family`);
  await box(44).click();
  await expect.poll(() => selected()).toBe('1 selected');
  await box(40).click({ modifiers: ['Shift'] });
  await expect.poll(() => selected()).toBe('5 selected');
  await box(42).click();
  await expect.poll(() => selected()).toBe('4 selected');

  await buttonOf(page, 'Next').click();
  await page.getByText('Page 2 of 3').waitFor();
  await page.getByLabel('Select Given20 Family').click();
  await expect.poll(() => selected()).toBe('5 selected');

  await page.getByLabel('Select all leads on this page').click();
  await expect.poll(() => selected()).toBe('24 selected');
  await page.getByRole('button', { name: `Select all ${COUNT} that match` }).click();
  await expect.poll(() => selected()).toBe(`${COUNT} selected`);
  await buttonOf(page, 'Last').click();
  await eventually(() => page.getByLabel('Select Given0 Family').isChecked()).toBe(true);
  await buttonOf(page, 'Select None').click();
  await page.getByText(`${COUNT} leads`).waitFor();
});

it('selects the first leads of the order, on any page, and keeps them in another order', async () => {
  await page.goto('/leads?sort=firstName&order=asc');
  await page.getByLabel('Select all leads on this page').click();
  await buttonOf(page, 'Select First…').click();
  const dialog = dialogOf(page, 'Select first leads');
  await dialog.getByLabel('Number of leads').fill('99');
  await dialog.getByText(`Enter a number from 1 to ${COUNT}.`).waitFor();
  await dialog.getByLabel('Number of leads').fill('22');
  await seeNoViolations(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => selected()).toBe('22 selected');
  await page.getByText('(2 on other pages)').waitFor();
  await tableOf(page).getByRole('button', { name: 'Email', exact: true }).click();
  await page.waitForURL('**/leads?sort=email&order=asc');
  await buttonOf(page, 'Next').click();
  await page.getByText('Page 2 of 3').waitFor();
  await expect.poll(() => selected()).toBe('22 selected');
});

it('is worked with the keyboard alone', async () => {
  await page.keyboard.press('/');
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toBe('Search leads');
  await page.keyboard.press('Escape');
  for (let step = 0; step < 30 && !(await focusedName()); step += 1) await page.keyboard.press('Tab');
  await expect.poll(() => focusedName()).toBe('Given44 Family');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedName()).toBe('Given42 Family');
  await page.keyboard.press('k');
  await expect.poll(() => focusedName()).toBe('Given43 Family');
  await page.keyboard.press('x');
  await expect.poll(() => selected()).toBe('1 selected');
  await page.keyboard.press('End');
  await expect.poll(() => focusedName()).toBe('Given25 Family');
  await page.keyboard.press(' ');
  await expect.poll(() => selected()).toBe('2 selected');
  await page.keyboard.press('Escape');
  await page.getByText(`${COUNT} leads`).waitFor();

  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await dialogOf(page, 'Given44 Family').waitFor();
  await page.keyboard.press('j');
  await dialogOf(page, 'Given43 Family').waitFor();
  await page.keyboard.press('k');
  await dialogOf(page, 'Given44 Family').waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => page.getByRole('dialog').count()).toBe(0);
  await eventually(focusedName).toBe('Given44 Family');
});

it('reads the next page ahead when Next is pointed at', async () => {
  const ahead = page.waitForRequest(/\/api\/leads\?.*offset=20/);
  await buttonOf(page, 'Next').hover();
  await ahead;
});

it.each(['dark', 'light'] as const)('has nothing against it in the %s theme', async (theme) => {
  await page.evaluate(`localStorage.setItem('theme', '${theme}')`);
  await page.reload();
  await page.getByText(`${COUNT} leads`).waitFor();
  await page.getByLabel('Select Given44 Family').click();
  await seeNoViolations(page);
  await openLead(page, 'Given43');
  await dialogOf(page, 'Given43 Family').getByRole('list', { name: 'Timeline' }).waitFor();
  await seeNoViolations(page);
});
