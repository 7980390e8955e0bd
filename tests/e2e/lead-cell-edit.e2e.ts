import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { closePage, seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { eventually, type LeadStage, rowOf, setLeadStage } from './leads-steps.ts';

const HEADER = 'firstName email phone country brand source status tags depositAmount depositDate'.split(' ');
const COUNT = 6;

let stage: LeadStage;
let page: Page;

const rows = () =>
  Array.from({ length: COUNT }, (_, n) => [
    `Given${n}`,
    `lead${n}@mail.example`,
    `+1201555${1000 + n}`,
    'Germany',
    `Brand${n}`,
    `Source${n}`,
    'new',
    'vip',
    String(100 + n),
    '2026-03-01',
  ]);

beforeAll(async () => {
  stage = await setLeadStage(
    [...HEADER, 'custom:Active'],
    rows().map((row) => [...row, '']),
    [{ name: 'Active', type: 'boolean' }],
  );
  const fields = ['name', 'email', 'brand', 'source', 'country', 'status', 'tags', 'depositDate', 'isSold'];
  await stage.owner.send('/api/preferences/lead-table', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ columns: [...fields, 'custom:Active'].map((field) => ({ field, width: null })) }),
  });
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await page.getByText(`${COUNT} leads`).waitFor();
});
afterEach(() => closePage(page));

/** Column of each field, from 1; 0 is the checkbox. */
const AT = {
  name: 1,
  email: 2,
  brand: 3,
  source: 4,
  country: 5,
  status: 6,
  tags: 7,
  depositDate: 8,
  isSold: 9,
  active: 10,
};
const cell = (n: number, field: keyof typeof AT) =>
  rowOf(page, `Given${n}`).getByRole('gridcell').nth(AT[field]);
const editor = (label: string, n: number) => page.getByLabel(`${label} of Given${n}`);
const stored = async (n: number): Promise<Lead | undefined> =>
  (await stage.leads()).find(({ firstName }) => firstName === `Given${n}`);
const focusedCell = () => page.evaluate<string>('document.activeElement.dataset.cell ?? ""');

it('edits the focused cell with Enter, saves with Enter, cancels with Escape', async () => {
  await cell(5, 'brand').click();
  await page.keyboard.press('Enter');
  await editor('Brand', 5).fill('Nordlicht');
  await page.keyboard.press('Enter');
  await eventually(() => editor('Brand', 5).count()).toBe(0);
  await expect.poll(focusedCell).toBe('0:2');
  await expect.poll(() => cell(5, 'brand').textContent()).toBe('Nordlicht');
  await eventually(async () => (await stored(5))?.brand).toBe('Nordlicht');

  await page.keyboard.press('F2');
  await editor('Brand', 5).fill('Other');
  await page.keyboard.press('Escape');
  await eventually(() => editor('Brand', 5).count()).toBe(0);
  await expect.poll(focusedCell).toBe('0:2');
  await expect.poll(() => cell(5, 'brand').textContent()).toBe('Nordlicht');
  await eventually(async () => (await stored(5))?.brand).toBe('Nordlicht');
});

it('undoes edits with Ctrl+Z, the latest first', async () => {
  const before = await stored(3);
  for (const [field, text] of [
    ['Brand', 'First'],
    ['Source', 'Second'],
  ] as const) {
    await cell(3, field === 'Brand' ? 'brand' : 'source').dblclick();
    await editor(field, 3).fill(text);
    await page.keyboard.press('Enter');
    await eventually(() => editor(field, 3).count()).toBe(0);
  }
  await eventually(() => stored(3)).toMatchObject({ brand: 'First', source: 'Second' });
  await page.keyboard.press('Control+z');
  await eventually(() => stored(3)).toMatchObject({ brand: 'First', source: before?.source });
  await seeToast(page, 'Undone', '1 cell restored');
  await page.keyboard.press('Control+z');
  await eventually(() => stored(3)).toMatchObject({ brand: before?.brand, source: before?.source });
  await expect.poll(() => cell(3, 'brand').textContent()).toBe(before?.brand);
});

it('moves on with Tab, back with Shift and Tab, past cells that cannot be changed', async () => {
  await cell(4, 'brand').dblclick();
  await editor('Brand', 4).fill('Tabbed');
  await page.keyboard.press('Tab');
  await editor('Source', 4).fill('Radio');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => editor('Brand', 4).inputValue()).toBe('Tabbed');
  await page.keyboard.press('Escape');
  await eventually(async () => [(await stored(4))?.brand, (await stored(4))?.source]).toEqual([
    'Tabbed',
    'Radio',
  ]);

  await cell(4, 'depositDate').dblclick();
  await editor('Deposit Date', 4).fill('2026-05-17');
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: 'Yes' }).click();
  await eventually(async () => (await stored(4))?.depositDate).toBe('2026-05-17');
  await eventually(async () => (await stored(4))?.customData['Active']).toBe(true);
});

it('chooses a status from the list and adds tags', async () => {
  await cell(3, 'status').dblclick();
  await page.getByRole('option', { name: 'Qualified' }).click();
  await eventually(async () => (await stored(3))?.status).toBe('qualified');
  await cell(3, 'tags').dblclick();
  await page.keyboard.type('warm');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await eventually(async () => (await stored(3))?.tags).toEqual(['vip', 'warm']);
});

it('saves what was typed when another cell is clicked', async () => {
  await cell(2, 'source').dblclick();
  await editor('Source', 2).fill('Fair');
  await cell(1, 'source').click();
  await eventually(async () => (await stored(2))?.source).toBe('Fair');
  await eventually(() => editor('Source', 2).count()).toBe(0);
});

it('says at the cell why a value was refused, and takes another one', async () => {
  await cell(2, 'email').dblclick();
  await editor('Email', 2).fill('lead1@mail.example');
  await page.keyboard.press('Enter');
  await page
    .getByRole('alert')
    .getByText(/lead1@mail\.example/)
    .waitFor();
  await page.getByRole('button', { name: 'Open That Lead' }).waitFor();
  await expect.poll(() => cell(2, 'email').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => cell(2, 'email').textContent()).toBe('lead2@mail.example');
  await seeNoViolations(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => editor('Email', 2).inputValue()).toBe('lead1@mail.example');
  await editor('Email', 2).fill('second@mail.example');
  await page.keyboard.press('Enter');
  await eventually(async () => (await stored(2))?.email).toBe('second@mail.example');
  await expect.poll(() => cell(2, 'email').getAttribute('aria-invalid')).toBe(null);
});

it("doesn't overwrite what somebody else changed meanwhile, unless told to", async () => {
  const id = (await stored(1))?.id;
  await page.route('**/api/events', (route) => route.abort());
  await page.reload();
  await page.getByText(`${COUNT} leads`).waitFor();
  await stage.owner.send(`/api/leads/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ brand: 'Theirs' }),
  });
  await cell(1, 'brand').dblclick();
  await editor('Brand', 1).fill('Mine');
  await page.keyboard.press('Enter');
  const conflict = page.getByRole('alert').filter({ hasText: 'you wrote "Mine"' });
  await conflict.waitFor();
  await expect.poll(() => cell(1, 'brand').textContent()).toBe('Theirs');
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await eventually(async () => (await stored(1))?.brand).toBe('Mine');
});
