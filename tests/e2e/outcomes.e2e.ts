import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { seeNoViolations } from '#tests/support/browser.ts';
import { readLeadDetail } from '#tests/support/calls.ts';
import { csvCells } from '#tests/support/csv-cells.ts';
import { programOf } from '#tests/support/programs.ts';
import { dialogButton, secretIn } from './admin-steps.ts';
import { buttonOf, dialogOf, rowsOf } from './elements.ts';
import { chooseFile, setPageStage } from './page-steps.ts';
import { sellNew } from './sale-steps.ts';

const stage = setPageStage();
const USD = { price: '10', currency: 'USD' };

it('creates a token of a customer, with which it reports an outcome', async () => {
  const { page, app, owner } = stage;
  const [ann = ''] = await sellNew(owner, 'C-1042', ['Ann'], USD);
  await page.goto('/api-settings');
  await buttonOf(page, 'Create Token').first().click();
  const form = dialogOf(page, 'Create API Token');
  await form.getByLabel('Token name').fill('Buyer');
  await form.getByRole('combobox', { name: 'Scope' }).click();
  await page.getByRole('option', { name: 'Outcomes of a customer' }).click();
  await form.getByText('(scope: outcomes)').waitFor();
  await dialogButton(form, 'Create Token').click();
  await form.getByText('Please enter a customer number').waitFor();
  await seeNoViolations(page);
  await form.getByLabel('Customer Number').fill('c-10');
  await expect.poll(() => form.page().locator('datalist option[value="C-1042"]').count()).toBe(1);
  await form.getByLabel('Customer Number').fill('c-1042');
  await dialogButton(form, 'Create Token').click();
  const token = await secretIn(dialogOf(page, 'API Token Created'));
  await buttonOf(page, "I've saved it").click();
  const row = page.getByRole('table', { name: 'API tokens' }).getByRole('row').filter({ hasText: 'Buyer' });
  await row.getByText('outcomes').waitFor();
  await row.getByText('of C-1042').waitFor();

  const program = programOf(app.url, token);
  const body = { leadId: ann, outcome: 'converted', revenue: 99.5 };
  expect((await program.call('POST', '/outcomes', body)).status).toBe(201);
  expect((await program.call('GET', '/leads')).status).toBe(403);
  await page.goto(`/leads?lead=${ann}`);
  await page.getByText('Converted: 99.50 USD').waitFor();
});

it('imports a file of outcomes at the customer and downloads what was not recorded', async () => {
  const { page, owner } = stage;
  const [ann = '', bea = ''] = await sellNew(owner, 'C-1', ['Ann', 'Bea'], USD);
  await page.goto('/customers?customer=C-1');
  await buttonOf(page, 'Import Outcomes').click();
  const dialog = dialogOf(page, 'Import Outcomes');
  await dialogButton(dialog, 'Import').click();
  await dialog.getByText('Choose a file').waitFor();
  const rows = [
    'Lead ID,Email,Outcome,Reason,Revenue',
    `${ann},,converted,,250`,
    ',bea@mail.example,returned,No answer,',
    ',cleo@mail.example,accepted,,',
    `${ann},,rejected,,`,
  ];
  await chooseFile(page, 'outcomes.csv', rows.join('\n'));
  await seeNoViolations(page);
  await dialogButton(dialog, 'Import').click();
  const result = dialogOf(page, 'Outcomes Imported');
  await result.getByText('4 rows of C-1').waitFor();
  await expect.poll(() => result.locator('dd').allInnerTexts()).toEqual(['2', '1', '1']);
  const left = result.getByRole('table', { name: "Rows that weren't recorded" }).locator('tbody tr');
  await expect
    .poll(async () => Promise.all((await left.all()).map((row) => row.locator('td').allInnerTexts())))
    .toEqual([
      ['4', 'cleo@mail.example', 'accepted', 'The customer bought no such lead'],
      ['5', ann, 'rejected', 'No delivery of this lead is open; send returned instead'],
    ]);
  await seeNoViolations(page);
  const saved = page.waitForEvent('download');
  await dialogButton(result, 'Download These Rows').click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('outcomes-left-C-1.csv');
  const cells = csvCells(await readFile(await download.path(), 'utf8'));
  expect(cells.map((row) => row.slice(0, 2))).toEqual([
    ['Row', 'Lead'],
    ['4', 'cleo@mail.example'],
    ['5', ann],
  ]);
  await dialogButton(result, 'Done').click();
  expect((await readLeadDetail(owner, bea)).sales).toMatchObject([{ returnReason: 'No answer' }]);

  await page.goto('/');
  await expect
    .poll(async () => (await rowsOf(page, 'Outcomes').first().locator('td').allInnerTexts()).slice(0, 7))
    .toEqual(['Total', '2', '1', '0', '1', '1', '$10.00']);
  await expect
    .poll(() => rowsOf(page, 'Outcomes').nth(1).locator('td').first().textContent())
    .toBe('Acme · C-1');

  const marginOf = (row: number) => rowsOf(page, 'Outcomes').nth(row).locator('td').nth(7).textContent();
  expect(await marginOf(1)).toBe('–');
  await buttonOf(page, 'Source Costs').click();
  const costs = dialogOf(page, 'Source Costs');
  await dialogButton(costs, 'Save Cost').click();
  await costs.getByText('Choose a source').waitFor();
  await costs.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'Acme' }).click();
  await costs.getByLabel('Cost per lead').fill('2,00');
  await dialogButton(costs, 'Save Cost').click();
  await costs.getByText('Choose a currency for the cost').waitFor();
  await seeNoViolations(page);
  await costs.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: /^USD/ }).click();
  await dialogButton(costs, 'Save Cost').click();
  await expect.poll(() => Promise.all([marginOf(0), marginOf(1)])).toEqual(['$6.00', '$6.00']);
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^outcomes-.+\.csv$/);
});
