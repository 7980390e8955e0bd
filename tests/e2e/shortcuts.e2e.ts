import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations } from '#tests/support/browser.ts';
import { seeClosed } from './admin-steps.ts';
import { dialogOf } from './elements.ts';
import { type LeadStage, rowOf, setLeadStage, VARIED, variedRows } from './leads-steps.ts';

let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(3));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await rowOf(page, 'Given2 ').waitFor();
});
afterEach(() => closePage(page));

const shortcuts = () => dialogOf(page, 'Keyboard Shortcuts');

it('lists the shortcuts behind the question mark', async () => {
  await page.keyboard.press('?');
  await shortcuts().getByRole('region', { name: 'Open lead' }).getByText('Save the note').waitFor();
  await seeNoViolations(page);
  await page.evaluate("document.documentElement.dataset.theme = 'light'");
  await seeNoViolations(page);
  await page.keyboard.press('Escape');
  await seeClosed(shortcuts());
});

it('leaves the question mark to those who type it', async () => {
  await page.getByLabel('Search leads').focus();
  await page.keyboard.type('who?');
  await page.waitForURL('**/leads?search=who%3F');
  expect(await shortcuts().count()).toBe(0);
});

it('is found in the command palette', async () => {
  await page.keyboard.press('Control+k');
  await dialogOf(page, 'Commands').getByRole('combobox').fill('keyboard');
  await page.keyboard.press('Enter');
  await shortcuts().waitFor();
});
