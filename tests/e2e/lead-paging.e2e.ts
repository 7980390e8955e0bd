import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations } from '#tests/support/browser.ts';
import { buttonOf } from './elements.ts';
import {
  eventually,
  type LeadStage,
  rowOf,
  setLeadStage,
  tableOf,
  VARIED,
  variedRows,
} from './leads-steps.ts';

const COUNT = 260;
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

const rowCount = async () => (await tableOf(page).getByRole('row').count()) - 1;
const size = () => page.getByLabel('Leads per page');
const field = () => page.getByLabel('Go to page');
const scroll = (top: number) =>
  page.evaluate(`document.querySelector('section[aria-label=Leads]').scrollTo(0, ${top})`);

it('goes to the page that is typed, and to the nearest there is', async () => {
  await field().fill('7');
  await field().press('Enter');
  await page.waitForURL('**/leads?page=7');
  await rowOf(page, `Given${COUNT - 121} `).waitFor();
  await page.getByText('Page 7 of 13').waitFor();
  await field().fill('999');
  await field().press('Enter');
  await page.waitForURL('**/leads?page=13');
  await field().fill('none');
  await field().press('Enter');
  await expect.poll(() => field().inputValue()).toBe('13');
  await field().fill('0');
  await field().press('Enter');
  await page.waitForURL(`${stage.app.url}/leads`);
});

it('keeps the page size for the user, and the first lead on screen', async () => {
  await expect.poll(() => size().inputValue()).toBe('20');
  await field().fill('4');
  await field().press('Enter');
  await rowOf(page, `Given${COUNT - 61} `).waitFor();
  await size().selectOption('50');
  await page.waitForURL('**/leads?page=2');
  await page.getByText('Page 2 of 6').waitFor();
  await eventually(rowCount).toBe(50);
  await page.reload();
  await page.getByText('Page 2 of 6').waitFor();
  await eventually(rowCount).toBe(50);
  await rowOf(page, `Given${COUNT - 51} `).waitFor();
  await size().selectOption('20');
  await page.getByText('Page 3 of 13').waitFor();
});

it('renders the rows in view of a page of 200', async () => {
  await size().selectOption('200');
  await page.getByText('Page 1 of 2').waitFor();
  await rowOf(page, `Given${COUNT - 1} `).waitFor();
  await expect.poll(() => tableOf(page).getAttribute('aria-rowcount')).toBe('201');
  await eventually(rowCount).toBeLessThan(45);
  await scroll(100 * 36);
  await rowOf(page, `Given${COUNT - 101} `).waitFor();
  await expect.poll(() => rowOf(page, `Given${COUNT - 41} `).count()).toBe(0);
  await expect.poll(() => rowOf(page, `Given${COUNT - 101} `).getAttribute('aria-rowindex')).toBe('102');
  await eventually(rowCount).toBeLessThan(60);
  await seeNoViolations(page);

  // The keyboard reaches the last row, and the page that follows starts at its top.
  await rowOf(page, `Given${COUNT - 101} `)
    .getByRole('gridcell')
    .nth(2)
    .click();
  await page.keyboard.press('End');
  await expect
    .poll(() => page.evaluate('document.activeElement.closest("tr")?.querySelector("button")?.textContent'))
    .toBe(`Given${COUNT - 200} Family`);
  await page.keyboard.press('j');
  await buttonOf(page, 'Next').click();
  await rowOf(page, `Given${COUNT - 201} `).waitFor();
  await expect
    .poll(() => page.evaluate('document.querySelector("section[aria-label=Leads]").scrollTop'))
    .toBe(0);
  await size().selectOption('20');
  await page.getByText('of 13').first().waitFor();
});
