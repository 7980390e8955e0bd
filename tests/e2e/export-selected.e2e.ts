import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { runBulkCall } from '#tests/support/calls.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { type LeadStage, setLeadStage, VARIED, variedRows } from './leads-steps.ts';

const COUNT = 12;
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(COUNT));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open('/leads?sort=email&order=asc');
  await page.getByText(`${COUNT} leads`).waitFor();
});
afterEach(() => closePage(page));

const dialog = () => dialogOf(page, 'Export Leads');

async function openExport(...numbers: number[]): Promise<void> {
  for (const n of numbers) await page.getByLabel(`Select Given${n} Family`).click();
  await buttonOf(page, 'Export Selected').click();
}

async function downloaded(act: () => Promise<void>): Promise<string[]> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return withoutQuotes(await readFile(await download.path(), 'utf8'))
    .replace('\ufeff', '')
    .trim()
    .split('\r\n');
}

it('exports the selected leads with chosen columns, which the next export offers again', async () => {
  await openExport(3, 11, 2);
  await dialog().getByText('3 selected leads, in the order of the list.').waitFor();
  await buttonOf(page, 'Choose Columns').click();
  await buttonOf(page, 'Keep Only the First').click();
  for (const label of ['Country', 'Email']) await dialog().getByLabel(label, { exact: true }).click();
  await buttonOf(page, 'Move Email up').click();
  await dialog().getByLabel('Lead ID', { exact: true }).click();
  await seeNoViolations(page);
  expect(await downloaded(() => buttonOf(dialog(), 'Export').click())).toEqual([
    'Email,Country',
    'lead11@mail.example,Brazil',
    'lead2@mail.example,Germany',
    'lead3@mail.example,Brazil',
  ]);
  await seeToast(page, 'Leads exported', '3 leads');
  await buttonOf(page, 'Export Selected').click();
  await dialog()
    .getByText(/^2 of \d+$/)
    .waitFor();
});

it('sells what it exports, downloads the file again after a failure, and takes the sale back', async () => {
  const [taken] = await stage.leads('search=lead0@mail.example');
  await runBulkCall(stage.owner, { ids: [taken?.id ?? ''] }, { type: 'markSold', customerNumber: 'C-2' });
  const file = (url: URL) => url.pathname.startsWith('/api/leads/deliveries/');
  await page.route(file, (route) => route.abort());
  await openExport(0, 1, 2);
  await dialog().getByLabel('Mark these leads as sold').click();
  await buttonOf(page, 'Export and Mark as Sold').click();
  await dialog().getByText('Please enter a customer number').waitFor();
  await dialog().getByLabel('Customer Number').fill('C-1');
  await dialog().getByLabel('Price per lead').fill('4.50');
  await dialog().getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: /^USD/ }).click();
  await seeNoViolations(page);
  await buttonOf(page, 'Export and Mark as Sold').click();
  await dialog().getByText('2 leads marked as sold').waitFor();
  await seeToast(
    page,
    'Export failed',
    'The leads are marked as sold. Download the file again, here or from the customer.',
  );
  await page.unroute(file);
  const lines = await downloaded(() => buttonOf(page, 'Download Again').click());
  expect(lines.slice(1).map((line) => line.split(',').find((cell) => cell.includes('@')))).toEqual([
    'lead1@mail.example',
    'lead2@mail.example',
  ]);
  await seeToast(
    page,
    'Exported and marked as sold',
    'Sold 2 leads to C-1 for $9.00, 1 already sold to another customer',
    'Undo',
  );
  expect(await stage.leads('customer=C-1')).toHaveLength(2);

  await page.goto('/customers?customer=C-1');
  const again = await downloaded(() => page.getByRole('button', { name: /^Download 2 leads sold/ }).click());
  expect(again).toEqual(lines);

  await page.goto('/leads?customer=C-1');
  const { body } = await stage.owner.get<{ deliveries: { id: string }[] }>(
    '/api/leads/deliveries?customer=C-1',
  );
  await page.getByText('2 leads').waitFor();
  await stage.owner.post(`/api/leads/bulk/${body.deliveries[0]?.id}/undo`);
  await page.getByRole('heading', { name: 'No leads found' }).waitFor();
});
