import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations } from '#tests/support/browser.ts';
import { buttonOf } from './elements.ts';
import { eventually, type LeadStage, setLeadStage, tableOf, VARIED, variedRows } from './leads-steps.ts';

const COUNT = 48;
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  const rows = variedRows(COUNT).map((row, n) => [
    ...row,
    n % 6 === 0 ? 'gold' : 'free',
    n % 6 === 1 ? 'yes' : 'no',
  ]);
  stage = await setLeadStage([...VARIED, 'custom:Plan', 'custom:Opted in'], rows, [
    { name: 'Plan', type: 'text' },
    { name: 'Opted in', type: 'boolean' },
  ]);
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
});
afterEach(() => closePage(page));

const count = (leads: number) => page.getByText(`${leads} leads`, { exact: true }).waitFor();
const chips = () => page.getByRole('list', { name: 'Set filters' }).getByRole('listitem').allInnerTexts();
const queryOf = () => Object.fromEntries(new URL(page.url()).searchParams);
const panel = () => page.getByRole('region', { name: 'Advanced Filters' });
const filters = () => page.getByRole('button', { name: /^Advanced Filters/ });

async function choose(label: string, option: string) {
  await panel().getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: new RegExp(`^${option}( \\d+)?$`) }).click();
}

it('searches while one types, puts the search into the address, and goes back with the browser', async () => {
  await count(COUNT);
  await page.keyboard.press('/');
  await page.keyboard.type('given1');
  await count(11);
  expect(queryOf()).toEqual({ search: 'given1' });
  await page.keyboard.type('2');
  await page.getByText('1 lead', { exact: true }).waitFor();
  expect(queryOf()).toEqual({ search: 'given12' });
  await page.goBack();
  await count(COUNT);
  await expect.poll(() => page.getByLabel('Search leads').inputValue()).toBe('');
});

it('takes a search of digits for text', async () => {
  await page.goto('/leads?search=07700');
  await page.getByRole('heading', { name: 'No leads found' }).waitFor();
  await expect.poll(() => page.getByLabel('Search leads').inputValue()).toBe('07700');
  expect(new URL(page.url()).search).toBe('?search=07700');
});

it('sets filters in the panel, counts them, and keeps them as chips when it is closed', async () => {
  await page.goto('/leads?page=2');
  await filters().click();
  await choose('Country', 'Germany');
  await count(24);
  expect(queryOf()).toEqual({ country: 'Germany' });
  await choose('Status', 'Qualified');
  await count(12);
  await choose('Phone', 'Invalid');
  await page.getByText('3 leads').waitFor();
  expect(queryOf()).toEqual({ country: 'Germany', status: 'qualified', phoneValid: 'invalid' });
  await expect.poll(() => filters().textContent()).toMatch(/3/);
  await seeNoViolations(page);

  await filters().click();
  await expect.poll(() => page.getByRole('region', { name: 'Advanced Filters' }).count()).toBe(0);
  await expect.poll(() => chips()).toEqual(['Country: Germany', 'Status: Qualified', 'Phone: Invalid']);
  await buttonOf(page, 'Remove filter Phone: Invalid').click();
  await count(12);
  await buttonOf(page, 'Clear All').click();
  await count(COUNT);
  expect(queryOf()).toEqual({});
});

it('restores every filter from the address', async () => {
  await page.goto(
    '/leads?country=germany&hlrStatus=unchecked&whatsappHlr=unchecked&isSold=false&depositAmount=100-300&brand=Acme&tags=vip,none',
  );
  const expected = variedRows(COUNT).filter(
    (_, n) => n % 2 === 0 && n % 3 !== 0 && n >= 10 && n <= 30,
  ).length;
  await count(expected);
  await expect
    .poll(() => chips())
    .toEqual([
      'Country: germany',
      'Brand: Acme',
      'HLR Status: Unchecked',
      'WhatsApp HLR: Unchecked',
      'Sold: Available',
      'Deposit Amount: 100 to 300',
      'Tag: vip',
      'Tag: none',
    ]);
  await filters().click();
  await expect.poll(() => panel().getByLabel('Deposit Amount', { exact: true }).inputValue()).toBe('100-300');
  await expect.poll(() => panel().getByLabel('HLR Status', { exact: true }).textContent()).toBe('Unchecked');
  await buttonOf(page, 'Remove filter Tag: none').click();
  await eventually(queryOf).toMatchObject({ tags: 'vip' });
});

it('says how an amount is written and takes no other', async () => {
  await filters().click();
  await panel().getByLabel('Deposit Amount', { exact: true }).fill('many');
  await page.getByText('Enter 100 or 100-500').waitFor();
  expect(queryOf()).toEqual({});
  await panel().getByLabel('Deposit Amount', { exact: true }).fill('400');
  await count(8);
  expect(queryOf()).toEqual({ depositAmount: '400' });
});

it('filters by tags and custom fields', async () => {
  await filters().click();
  await panel().getByLabel('Tags', { exact: true }).fill('vip');
  await page.keyboard.press('Enter');
  await count(24);
  await panel().getByLabel('Plan', { exact: true }).fill('Gold');
  await count(8);
  expect(queryOf()).toEqual({ tags: 'vip', custom: '{"Plan":"Gold"}' });
  await buttonOf(page, 'Remove filter Plan: Gold').click();
  await buttonOf(page, 'Remove filter Tag: vip').click();
  await choose('Opted in', 'Yes');
  await count(8);
  await expect.poll(() => chips()).toEqual(['Opted in: Yes']);
});

it('keeps the rows in place while the next ones load and says when none match', async () => {
  await count(COUNT);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/leads?*search=*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByLabel('Search leads').fill('nobody');
  await eventually(() => tableOf(page).getAttribute('aria-busy')).toBe('true');
  held.resolve();
  await page.getByRole('heading', { name: 'No leads found' }).waitFor();
  await page.getByText('Try adjusting your search or filters.').waitFor();
  await page.getByText('0 leads').waitFor();
  await page.getByRole('main').getByRole('button', { name: 'Clear All' }).last().click();
  await count(COUNT);
});
