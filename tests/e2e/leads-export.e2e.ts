import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { PASSWORD } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually, type LeadStage, setLeadStage, VARIED, variedRows } from './leads-steps.ts';

const COUNT = 130;
const TODAY = /\d{4}-\d{2}-\d{2}/;
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  const rows = variedRows(COUNT).map((row, n) =>
    n % 10 === 1 ? row.map((cell, at) => (at === 2 ? '' : cell)) : row,
  );
  stage = await setLeadStage(VARIED, rows);
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await page.getByText(/^\d+ leads$/).waitFor();
});
afterEach(() => closePage(page));

const requireExportAuth = (required: boolean) =>
  stage.app.context.db.owner.query('UPDATE users SET require_export_auth = $1 WHERE id = $2', [
    required,
    stage.owner.user.id,
  ]);

async function downloaded(act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return {
    name: download.suggestedFilename(),
    text: withoutQuotes(await readFile(await download.path(), 'utf8')),
  };
}

const rowsIn = (text: string) => text.trim().split('\r\n').length - 1;

it('exports as many as chosen, says what is left out, and honours the filters', async () => {
  await page.goto('/leads?country=Germany');
  await page.getByText('65 leads').waitFor();
  await buttonOf(page, 'Export').click();
  const dialog = dialogOf(page, 'Export Leads');
  await dialog.getByText('65 of 65 matching leads.').waitFor();
  await expect.poll(() => dialog.getByLabel('Number of leads').textContent()).toBe('1,000');
  await dialog.getByLabel('Number of leads').click();
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual(['100', '500', '1,000', '5,000', '10,000', 'All']);
  await page.keyboard.press('Escape');
  await seeNoViolations(page);
  const { name, text } = await downloaded(() => dialog.getByRole('button', { name: 'Export' }).click());
  expect(name).toMatch(new RegExp(`^leads-export-${TODAY.source}\\.csv$`));
  expect(rowsIn(text)).toBe(65);
  expect(text).not.toContain('Brazil');
  await seeToast(page, 'Leads exported', '65 of 65 matching leads');
});

it('names what a limit leaves out', async () => {
  await buttonOf(page, 'Export').click();
  const dialog = dialogOf(page, 'Export Leads');
  await dialog.getByLabel('Number of leads').click();
  await page.getByRole('option', { name: '100', exact: true }).click();
  await dialog.getByText('100 of 130 matching leads; the oldest 30 are left out.').waitFor();
  const { text } = await downloaded(() => dialog.getByRole('button', { name: 'Export' }).click());
  expect(rowsIn(text)).toBe(100);
  await seeToast(page, 'Leads exported', '100 of 130 matching leads');
});

it('keeps columns as a set, and sends a customer its own', async () => {
  await buttonOf(page, 'Export').click();
  const dialog = dialogOf(page, 'Export Leads');
  await buttonOf(page, 'Choose Columns').click();
  await buttonOf(page, 'Keep Only the First').click();
  await dialog.getByRole('checkbox', { name: 'Phone', exact: true }).click();
  await buttonOf(page, 'Save as Set').click();
  await dialog.getByLabel('Name of the column set').fill('Dialer');
  await page.keyboard.press('Enter');
  await seeToast(page, 'Column set saved', 'Dialer');
  await seeNoViolations(page);
  const set = dialog.getByRole('combobox', { name: 'Column set' });
  await expect.poll(() => set.textContent()).toBe('Dialer');
  await buttonOf(page, 'Include All').click();
  await expect.poll(() => set.textContent()).toBe('All columns');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await stage.owner.post('/api/customers', { number: 'C-7' });
  await page.goto('/customers?customer=C-7');
  await page.getByLabel('Columns of deliveries').click();
  await page.getByRole('option', { name: 'Dialer' }).click();
  await buttonOf(page, 'Save').click();
  await seeToast(page, 'Customer saved', 'C-7');

  await page.goto('/leads?search=given12');
  await buttonOf(page, 'Export').click();
  await dialog.getByText('Mark these leads as sold').click();
  await dialog.getByLabel('Customer Number').fill('c-7');
  await expect.poll(() => set.textContent()).toBe('Dialer');
  const { text } = await downloaded(() =>
    dialog.getByRole('button', { name: 'Export and Mark as Sold' }).click(),
  );
  expect(text.split('\r\n')[0]).toMatch(/^\uFEFF?[^,]+,Phone$/);
});

it('exports a workbook', async () => {
  await buttonOf(page, 'Export').click();
  const dialog = dialogOf(page, 'Export Leads');
  await dialog.getByText('XLSX').click();
  const { name, text } = await downloaded(() => dialog.getByRole('button', { name: 'Export' }).click());
  expect(name).toMatch(/\.xlsx$/);
  expect(text.slice(0, 2)).toBe('PK');
});

it('exports the leads with an invalid phone, all of them, at once', async () => {
  const { name, text } = await downloaded(() => buttonOf(page, 'Invalid Phones').click());
  expect(name).toMatch(new RegExp(`^invalid-phones-${TODAY.source}\\.csv$`));
  expect(rowsIn(text)).toBe(26);
});

it('asks for the password where the account wants that, and stays signed in after a wrong one', async () => {
  await requireExportAuth(true);
  await page.reload();
  await buttonOf(page, 'Export').click();
  await dialogOf(page, 'Export Leads').getByRole('button', { name: 'Export' }).click();
  const dialog = dialogOf(page, 'Verify Export');
  await expect.poll(() => dialog.getByRole('button', { name: 'Verify' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await seeNoViolations(page);
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await seeToast(page, 'Verification failed', 'Invalid credentials');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const { text } = await downloaded(() => dialog.getByRole('button', { name: 'Verify' }).click());
  expect(rowsIn(text)).toBe(COUNT);
  await eventually(() => page.getByRole('dialog').count()).toBe(0);
});

it('asks for the code as well where two-factor authentication is on', async () => {
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      json: { ...(await response.json()), requireExportAuth: true, twoFactorEnabled: true },
    });
  });
  await page.reload();
  await buttonOf(page, 'Invalid Phones').click();
  const dialog = dialogOf(page, 'Verify Export');
  const verify = dialog.getByRole('button', { name: 'Verify' });
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expect.poll(() => verify.isDisabled()).toBe(true);
  await dialog.getByLabel('Authentication code').fill('12345');
  await expect.poll(() => verify.isDisabled()).toBe(true);
  await dialog.getByLabel('Authentication code').fill('1234567');
  await expect.poll(() => dialog.getByLabel('Authentication code').inputValue()).toBe('123456');
  await expect.poll(() => verify.isDisabled()).toBe(false);
});

it('asks for the password when the account began to want it after the page was opened', async () => {
  await requireExportAuth(false);
  await page.reload();
  await page.getByText(`${COUNT} leads`).waitFor();
  await requireExportAuth(true);
  await buttonOf(page, 'Export').click();
  await dialogOf(page, 'Export Leads').getByRole('button', { name: 'Export' }).click();
  await dialogOf(page, 'Verify Export').waitFor();
  await requireExportAuth(false);
});

it.each([
  ['Export', 'Failed to export leads. Please try again.'],
  ['Invalid Phones', 'Failed to export invalid phone leads. Please try again.'],
])('says when %s fails', async (name, text) => {
  await page.route('**/api/leads/export?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong', requestId: 'x' } }),
  );
  await buttonOf(page, name).click();
  if (name === 'Export') await dialogOf(page, 'Export Leads').getByRole('button', { name: 'Export' }).click();
  await seeToast(page, 'Export failed', text);
});

it('says when the cleanup fails', async () => {
  await page.route('**/api/leads/cleanup-no-email', (route) => route.fulfill({ status: 500, json: {} }));
  await buttonOf(page, 'Clean No Email').click();
  await dialogOf(page, 'Clean Leads Without Email')
    .getByRole('button', { name: /to Bin$/ })
    .click();
  await seeToast(page, 'Cleanup failed', 'Failed to cleanup leads. Please try again.');
});

it('cleans leads without an email after a question, and takes it back', async () => {
  await buttonOf(page, 'Clean No Email').click();
  const dialog = dialogOf(page, 'Clean Leads Without Email');
  await seeNoViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => stage.leads()).toHaveLength(COUNT);
  await buttonOf(page, 'Clean No Email').click();
  await dialog.getByRole('button', { name: 'Move 13 Leads to Bin' }).click();
  await page.getByText('Cleanup complete').first().waitFor();
  await page.getByText(`${COUNT - 13} leads`).waitFor();
  await expect.poll(async () => (await stage.leads()).every(({ email }) => email !== null)).toBe(true);
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  await seeToast(page, 'Undone', '13 leads changed');
  await page.getByText(`${COUNT} leads`).waitFor();
});
