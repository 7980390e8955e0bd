import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations } from '#tests/support/browser.ts';
import { buttonOf } from './elements.ts';
import { type LeadStage, rowOf, setLeadStage, tableOf } from './leads-steps.ts';

const HEADER = [
  ...'firstName lastName email country city agent depositAmount tags'.split(' '),
  'custom:Plan',
];
const CITIES = ['Berlin', 'Bergen', 'München', ''];
const COUNT = 24;
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  const rows = Array.from({ length: COUNT }, (_, n) => [
    ...[`Given${n}`, 'Family', `lead${n}@mail.example`, n % 2 === 0 ? 'Germany' : 'Norway'],
    ...[CITIES[n % 4] ?? '', n % 3 === 0 ? 'Sam' : '', String(n * 10), n % 6 === 0 ? 'vip' : ''],
    n % 8 === 0 ? 'gold' : '',
  ]);
  stage = await setLeadStage(HEADER, rows, [{ name: 'Plan', type: 'text' }]);
  const identifiers = [0, 1, 2].map((n) => `lead${n}@mail.example`);
  const sale = { identifiers, identifierType: 'email', customerNumber: 'C-1042' };
  expect((await stage.owner.post('/api/leads/mark-sold', sale)).status).toBe(200);
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
});
afterEach(() => closePage(page));

const count = (leads: number) =>
  page.getByText(`${leads} lead${leads === 1 ? '' : 's'}`, { exact: true }).waitFor();
const chips = () => page.getByRole('list', { name: 'Set filters' }).getByRole('listitem').allInnerTexts();
const whereIn = (): unknown => JSON.parse(new URL(page.url()).searchParams.get('where') ?? '[]');
const builder = () => page.getByRole('dialog', { name: /^(?:Add|Edit) filter$/ });

async function pickField(label: string) {
  await buttonOf(page, 'Filter').click();
  await builder().getByRole('combobox', { name: 'Search fields' }).fill(label);
  await builder().getByRole('option', { name: label, exact: true }).click();
}

async function pickOperator(name: string) {
  await builder().getByRole('combobox', { name: 'Operator' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

const value = () => builder().getByLabel('Value', { exact: true });
const add = () => buttonOf(page, 'Add Filter').click();

it('builds a condition, keeps it in the address, edits and removes it', async () => {
  await count(COUNT);
  await pickField('City');
  await seeNoViolations(page);
  await pickOperator('contains');
  await value().fill('BER');
  await page.keyboard.press('Enter');
  await count(12);
  expect(whereIn()).toEqual([['city', 'contains', 'BER']]);
  await expect.poll(chips).toEqual(['City contains BER']);

  await page.reload();
  await count(12);
  await buttonOf(page, 'City contains BER').click();
  await value().fill('berl');
  await buttonOf(page, 'Update Filter').click();
  await count(6);
  await pickField('Deposit Amount');
  await pickOperator('is between');
  await builder().getByLabel('From').fill('50');
  await add();
  await count(4);
  expect(new URL(page.url()).searchParams.get('depositAmount')).toBe('50');
  await expect.poll(chips).toEqual(['Deposit Amount: at least 50', 'City contains berl']);
  await seeNoViolations(page);

  await buttonOf(page, 'Remove filter City contains berl').click();
  await count(19);
  await page.goBack();
  await count(4);
  await buttonOf(page, 'Clear All').click();
  await count(COUNT);
  expect(new URL(page.url()).search).toBe('');
});

it('says what is missing and suggests the values of the organization', async () => {
  await pickField('Agent');
  await add();
  await builder().getByText('Enter a value').waitFor();
  await expect.poll(() => builder().locator('datalist option').getAttribute('value')).toBe('Sam');
  await pickOperator('is empty');
  await add();
  await count(16);
  await pickField('Deposit Amount');
  await value().fill('much');
  await add();
  await builder().getByText('Enter a number, e.g. 12.5').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => builder().count()).toBe(0);
  expect(whereIn()).toEqual([['agent', 'isEmpty']]);
});

it('filters by tags, custom fields, dates and imports', async () => {
  await pickField('Tags');
  await pickOperator('has none of');
  await value().fill('VIP');
  await page.keyboard.press('Enter');
  await add();
  await count(20);
  await pickField('Plan');
  await pickOperator('is not');
  await value().fill('Gold');
  await add();
  await count(18);
  await pickField('Created At');
  await value().fill('1');
  await add();
  await pickField('Import');
  await builder().getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: /leads\.csv/ }).click();
  await add();
  await expect
    .poll(chips)
    .toEqual([
      'Import: leads.csv',
      'Tags has none of VIP',
      'Plan is not Gold',
      'Created At is in the last 1 day',
    ]);
  await count(18);
});

it('shows what the builder sets in the panel, and what the panel sets in the builder', async () => {
  const panel = () => page.getByRole('region', { name: 'Advanced Filters' });
  const country = () => panel().getByLabel('Country', { exact: true });
  await pickField('Country');
  await value().click();
  await page.getByRole('option', { name: 'Norway 12' }).click();
  await add();
  await count(12);
  await expect.poll(chips).toEqual(['Country: Norway']);
  await page.getByRole('button', { name: /^Advanced Filters/ }).click();
  await expect.poll(() => country().textContent()).toBe('Norway');

  await country().click();
  await page.getByRole('option', { name: 'Germany 12' }).click();
  await seeNoViolations(page);
  await page.keyboard.press('Escape');
  await count(24);
  await expect.poll(() => country().textContent()).toBe('Norway, Germany');
  await expect.poll(chips).toEqual(['Country is any of Norway, Germany']);

  await buttonOf(page, 'Country is any of Norway, Germany').click();
  await pickOperator('is not');
  await buttonOf(page, 'Update Filter').click();
  await expect.poll(() => country().textContent()).toBe('All');
  await panel().getByText('Country is not Norway').waitFor();
});

it('finds leads that meet any of several conditions', async () => {
  await pickField('Any of several conditions');
  await builder().getByRole('combobox', { name: 'Search fields' }).fill('City');
  await builder().getByRole('option', { name: 'City', exact: true }).click();
  await value().fill('Berlin');
  await buttonOf(page, 'Add Condition').click();
  await buttonOf(page, 'Or').click();
  await builder().getByRole('combobox', { name: 'Search fields' }).fill('Country');
  await builder().getByRole('option', { name: 'Country', exact: true }).click();
  await value().click();
  await page.getByRole('option', { name: /^Norway/ }).click();
  await buttonOf(page, 'Add Condition').click();
  await seeNoViolations(page);
  await add();
  await expect.poll(chips).toEqual(['Any of: City is Berlin, or Country is Norway']);
  await count(18);

  await page.getByRole('button', { name: /^Any of: / }).click();
  await buttonOf(page, 'And').last().click();
  await builder().getByRole('combobox', { name: 'Search fields' }).fill('City');
  await builder().getByRole('option', { name: 'City', exact: true }).click();
  await pickOperator('is empty');
  await buttonOf(page, 'Add Condition').click();
  await buttonOf(page, 'Remove City is Berlin').click();
  await buttonOf(page, 'Update Filter').click();
  await expect.poll(chips).toEqual(['Any of: Country is Norway and City is empty']);
});

it('filters by the value of a cell', async () => {
  await rowOf(page, 'Given7 Family').getByText('Norway').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Filter by This Value' }).click();
  await count(12);
  await expect.poll(chips).toEqual(['Country: Norway']);
  await rowOf(page, 'Given23 Family').getByText('lead23@mail.example').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Exclude This Value' }).click();
  await count(11);
  await rowOf(page, 'Given1 Family').getByText('Sold', { exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Filter by This Value' }).click();
  await count(1);
  await expect.poll(chips).toEqual(['Country: Norway', 'Sold: Sold', 'Email is not lead23@mail.example']);
});

it('filters by the value of a field in the drawer', async () => {
  await rowOf(page, 'Given5 Family').getByRole('button', { name: 'Given5 Family' }).click();
  await page.getByLabel('City', { exact: true }).hover();
  await page
    .getByRole('button', { name: 'Filter by This Value' })
    .and(page.getByTitle('City is Bergen'))
    .click();
  await count(6);
  expect(whereIn()).toEqual([['city', 'is', 'Bergen']]);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

it('lists what a customer bought, and finds customer numbers', async () => {
  await page.goto('/leads?customer=c-1042');
  await count(3);
  await expect.poll(chips).toEqual(['Sold to: c-1042']);
  await expect
    .poll(() =>
      tableOf(page)
        .getByRole('button', { name: / Family$/ })
        .allInnerTexts(),
    )
    .toEqual(['Given2 Family', 'Given1 Family', 'Given0 Family']);
  await buttonOf(page, 'Clear All').click();
  await page.getByLabel('Search leads').fill('C-1042');
  await count(3);
});

it('keeps conditions in a saved view', async () => {
  await page.goto('/leads?where=[["city","startsWith","mun"]]');
  await count(6);
  await buttonOf(page, 'Views').click();
  await buttonOf(page, 'Save as New View').click();
  await page.getByLabel('Name of the view').fill('South');
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'South', selected: true }).waitFor();
  await buttonOf(page, 'Views').click();
  await page.getByRole('list', { name: 'Views' }).getByText('City starts with mun').waitFor();
  await page.goto('/leads');
  await count(COUNT);
  await buttonOf(page, 'Views').click();
  await page.getByRole('button', { name: /^South/ }).click();
  await count(6);
  await expect.poll(chips).toEqual(['City starts with mun']);
});

it('says what is wrong with a link, and lets go of it', async () => {
  await page.goto('/leads?where=[["custom:Gone","is","x"]]');
  await page.getByText('Condition 1 of where: there is no field custom:Gone').waitFor();
  await buttonOf(page, 'Remove filters that no longer work').click();
  await count(COUNT);
});

it('adds a condition on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 780 });
  await pickField('City');
  await value().fill('Berlin');
  await expect
    .poll(async () => {
      const box = await builder().boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 390;
    })
    .toBe(true);
  await add();
  await count(6);
  await expect.poll(chips).toEqual(['City is Berlin']);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});
