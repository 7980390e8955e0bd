import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { setPageStage } from './page-steps.ts';
import { choose, fieldCombobox, openMapping, outcomesOf, runToEnd } from './wizard-steps.ts';

// Values that column tools make and that users match, up to the leads that are stored.

const stage = setPageStage({ threads: true });
let owner: SignedIn;
let page: Page;

beforeEach(() => {
  ({ owner, page } = stage);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const fill = (label: string, text: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);
const seeField = (column: string, field: string) =>
  expect.poll(() => fieldCombobox(page, column).textContent()).toBe(field);

async function openTool(kind: string): Promise<void> {
  await button('Add Column Tool').click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Tool' }).click();
  await page.getByRole('option', { name: kind }).click();
}

async function chooseColumn(label: string, column: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: column, exact: true }).click();
}

it('stores merged columns and filled blanks', async () => {
  const table = [
    ['Email', 'Part A', 'Part B', 'City'],
    ['ada@fair.example', 'High St', '12', ''],
    ['bob@fair.example', 'Mill Lane', '', 'Bath'],
    ['cyd@fair.example', '', '', ' '],
  ];
  await openMapping(page, { name: 'fair.csv', bytes: csv(table) });
  await openTool('Merge columns');
  await chooseColumn('Column 1', 'Part A');
  await chooseColumn('Column 2', 'Part B');
  await fill('Separator', ' no. ');
  await fill('New column', 'Address');
  await button('Add Tool').click();
  await seeField('Address', 'Address');
  await openTool('Fill blanks');
  await chooseColumn('Column', 'City');
  await fill('Value', 'London');
  await button('Add Tool').click();
  await expect.poll(() => outcomesOf(page, 'City')).toEqual(['London', 'Bath']);
  expect(await runToEnd(page)).toBe('3 leads imported.');
  expect(await leadsOf(owner)).toMatchObject([
    { email: 'ada@fair.example', address: 'High St no. 12', city: 'London' },
    { email: 'bob@fair.example', address: 'Mill Lane', city: 'Bath' },
    { email: 'cyd@fair.example', address: null, city: 'London' },
  ]);
});

it('stores the countries, brands, sources and booleans that values were matched to', async () => {
  await owner.post('/api/custom-fields', { name: 'Consent', type: 'boolean', required: false });
  await owner.post('/api/leads', { email: 'old@fair.example', brand: 'Acme', source: 'Fair' });
  const table = [
    ['Email', 'Country', 'Brand', 'Source', 'Consent'],
    ['ada@fair.example', 'Albion', 'ACME', 'Messe', 'ja'],
    ['bob@fair.example', 'Deutschland', 'Acme Ltd', 'fair', 'perhaps'],
    ['cyd@fair.example', 'Albion', 'Acme Ltd', 'Messe', 'nein'],
  ];
  await openMapping(page, { name: 'values.csv', bytes: csv(table) });
  for (const [column, value, meaning] of [
    ['Country', 'Albion', 'United Kingdom'],
    ['Brand', 'Acme Ltd', 'Acme'],
    ['Source', 'Messe', 'Fair'],
    ['Consent', 'perhaps', 'No'],
  ] as const) {
    await seeField(column, column);
    const panel = page.getByRole('button', { name: new RegExp(`^${column}`) });
    await panel.waitFor();
    if ((await panel.getAttribute('aria-expanded')) === 'false') await panel.click();
    await choose(page, page.getByRole('combobox', { name: `What ${value} becomes` }), meaning);
  }
  expect(await runToEnd(page)).toBe('3 leads imported.');
  const leads = (await leadsOf(owner)).filter(({ email }) => email !== 'old@fair.example');
  expect(leads).toMatchObject([
    { country: 'United Kingdom', brand: 'Acme', source: 'Fair', customData: { Consent: true } },
    { country: 'Germany', brand: 'Acme', source: 'Fair', customData: { Consent: false } },
    { country: 'United Kingdom', brand: 'Acme', source: 'Fair', customData: { Consent: false } },
  ]);
});
