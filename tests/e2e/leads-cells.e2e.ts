import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { closePage, seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { eventually, type LeadStage, rowOf, setLeadStage } from './leads-steps.ts';

// Blocks of cells of the lead table on the clipboard.

const FIELDS = ['name', 'email', 'brand', 'depositAmount', 'tags', 'createdAt'] as const;
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  const rows = [3, 2, 1].map((n) => [
    `Given${n}`,
    `lead${n}@mail.example`,
    `Brand${n}`,
    `${n}50.5`,
    'vip,old',
  ]);
  stage = await setLeadStage('firstName email brand depositAmount tags'.split(' '), rows);
  await stage.owner.send('/api/preferences/lead-table', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ columns: FIELDS.map((field) => ({ field, width: null })) }),
  });
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByText('3 leads').waitFor();
});
afterEach(() => closePage(page));

const cell = (n: number, field: (typeof FIELDS)[number]) =>
  rowOf(page, new RegExp(`lead${n}@|Given${n}`))
    .getByRole('gridcell')
    .nth(FIELDS.indexOf(field) + 1);
const clipboardText = () => page.evaluate<string>('navigator.clipboard.readText()');
/** Goes to a cell, and waits until its keys are loaded: they copy its text. */
async function reach(n: number, field: (typeof FIELDS)[number], text: string): Promise<void> {
  await cell(n, field).click();
  await eventually(async () => {
    await page.keyboard.press('Control+c');
    return clipboardText();
  }).toBe(text);
}
const copyText = (text: string) =>
  page.evaluate<void>(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
const lead = async (n: number): Promise<Lead | undefined> =>
  (await stage.leads()).find(({ firstName }) => firstName === `Given${n}`);

it('copies a block with its stored values', async () => {
  await reach(1, 'brand', 'Brand1');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  await eventually(clipboardText).toBe('Brand1\t150.50\tvip, old\nBrand2\t250.50\tvip, old');
});

it('pastes a block, marks what is refused, says what was skipped, and undoes it', async () => {
  const before = [await lead(1), await lead(2)];
  await reach(1, 'brand', 'Brand1');
  await copyText('North\t1.000,50\tnew\tx\ty\nSouth\tmuch\tnew, b\tx\ty\n');
  await page.keyboard.press('Control+v');
  await seeToast(
    page,
    '5 cells pasted',
    "1 not saved: see the marked cells. 2 skipped: Created can't be changed here. 2 didn't fit on this page.",
    'Undo',
  );
  expect(await lead(1)).toMatchObject({ brand: 'North', depositAmount: '1000.50', tags: ['new'] });
  expect(await lead(2)).toMatchObject({ brand: 'South', depositAmount: '250.50', tags: ['new', 'b'] });
  await eventually(() => cell(2, 'depositAmount').getAttribute('aria-invalid')).toBe('true');
  await seeNoViolations(page);

  await page.keyboard.press('Control+z');
  await seeToast(page, 'Undone', '5 cells restored');
  expect([await lead(1), await lead(2)]).toEqual(before);
  // The paste is undone; the next one is about operations.
  await page.keyboard.press('Control+z');
  await seeToast(page, 'Nothing to undo', 'None of your latest operations can be undone.');
});

it('fills a selection with one text', async () => {
  await reach(1, 'brand', 'Brand1');
  await copyText('Everywhere');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+v');
  await seeToast(page, '3 cells pasted', 'Undo');
  expect((await stage.leads()).map(({ brand }) => brand)).toEqual(Array(3).fill('Everywhere'));
});
