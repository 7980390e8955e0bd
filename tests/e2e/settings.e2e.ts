import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CustomFieldEntity } from '#contract/custom-fields.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  closePage,
  openPage,
  seeNoViolations,
  seeToast,
  seeWidth,
  signInAs,
  startBrowser,
} from '#tests/support/browser.ts';
import { addColleague, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { rowsOf } from './elements.ts';
import { choose, chooseField, fieldCombobox, openMapping, runToEnd } from './wizard-steps.ts';

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;
let serial = 0;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  owner = await signUp(app.url);
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, owner);
});
afterEach(() => closePage(page));

const button = (name: string) => page.getByRole('button', { name, exact: true });
const nameBox = () => page.getByRole('textbox', { name: 'Name' });
const fields = () => rowsOf(page, 'Custom fields');
const lines = async () => (await fields().allInnerTexts()).map((line) => line.trim().split(/\s*\t\s*/));

async function addField(name: string, type = 'text', required = false): Promise<CustomFieldEntity> {
  const { status, body } = await owner.post<CustomFieldEntity>('/api/custom-fields', {
    name,
    type,
    required,
  });
  expect(status).toBe(201);
  return body;
}

it('adds fields of every type, trims their names, and keeps them', async () => {
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Custom Fields', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'No custom fields yet' }).waitFor();
  for (const [name, type] of [
    ['Plan', 'Text'],
    ['Score', 'Number'],
    ['Born', 'Date'],
    ['  Newsletter ', 'Yes/No'],
  ] as const) {
    await nameBox().fill(name);
    await page.getByRole('combobox', { name: 'Type' }).click();
    await page.getByRole('option', { name: type, exact: true }).click();
    if (type === 'Date') await page.getByRole('checkbox', { name: 'Required' }).click();
    await button('Add Field').click();
    await page.getByRole('rowheader', { name: name.trim(), exact: true }).waitFor();
    await expect.poll(() => nameBox().inputValue()).toBe('');
  }
  const expected = [
    ['Plan', 'Text', 'No'],
    ['Score', 'Number', 'No'],
    ['Born', 'Date', 'Required'],
    ['Newsletter', 'Yes/No', 'No'],
  ];
  await expect.poll(() => lines()).toEqual(expected);
  await page.reload();
  await fields().last().waitFor();
  await expect.poll(() => lines()).toEqual(expected);
});

it('submits nothing while the name is blank', async () => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.goto('/settings');
  await nameBox().fill('   ');
  await nameBox().press('Enter');
  await button('Add Field').click();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
  await nameBox().fill('Plan');
  await nameBox().press('Enter');
  await page.getByRole('rowheader', { name: 'Plan', exact: true }).waitFor();
  expect(sent).toEqual([`${app.url}/api/custom-fields`]);
});

it('makes a choice list, renames it, and offers its values for a lead', async () => {
  await page.goto('/settings');
  await nameBox().fill('Plan');
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Choice List', exact: true }).click();
  const values = page.getByRole('textbox', { name: 'Values' });
  for (const value of ['Gold', 'Basic']) {
    await values.fill(value);
    await values.press('Enter');
  }
  await seeNoViolations(page);
  await button('Add Field').click();
  await expect.poll(() => lines()).toEqual([['Plan', 'Choice List: Gold, Basic', 'No']]);
  await button('Edit Plan').click();
  const dialog = page.getByRole('dialog', { name: 'Edit Custom Field' });
  await dialog.getByLabel('Name', { exact: true }).fill('Email');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Email is a standard field of every lead. Choose another name.').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('Tariff');
  await seeNoViolations(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Custom field saved', 'Tariff');
  await expect.poll(() => lines()).toEqual([['Tariff', 'Choice List: Gold, Basic', 'No']]);

  const lead = await makeLead(owner, { email: 'a@mail.example' });
  await page.goto(`/leads?lead=${lead.id}`);
  await page.getByRole('combobox', { name: 'Tariff' }).click();
  await page.getByRole('option', { name: 'Basic' }).click();
  await expect.poll(async () => (await readLeadDetail(owner, lead.id)).customData).toEqual({ Plan: 'Basic' });
  await page.goto(`/leads?custom=${encodeURIComponent('{"Plan":"Basic"}')}`);
  await page.getByText('1 lead', { exact: true }).waitFor();
  await button('Remove filter Tariff: Basic').waitFor();
});

it('says that a field could not be created, and at the name why', async () => {
  await addField('Plan');
  await page.goto('/settings');
  await nameBox().fill('Plan');
  await nameBox().press('Enter');
  await seeToast(page, 'Error', 'Failed to create custom field');
  await expect.poll(() => nameBox().getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => nameBox().inputValue()).toBe('Plan');
  await expect.poll(() => lines()).toHaveLength(1);
});

it('tells how many leads hold a value before it deletes a field', async () => {
  await addField('Plan');
  await addField('Score', 'number');
  for (const lead of [1, 2, 3]) {
    await makeLead(owner, { email: `lead${lead}@mail.example`, customData: { Plan: 'Gold' } });
  }
  await page.goto('/settings');
  await button('Delete Plan').click();
  const dialog = page.getByRole('dialog', { name: 'Delete Custom Field' });
  await dialog.getByText('Delete the field "Plan"?').waitFor();
  await dialog.getByText('3 leads have a value in this field.').waitFor();
  await seeNoViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => lines()).toHaveLength(2);

  await button('Delete Score').click();
  await dialog.getByText('No leads use this field.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await button('Delete Plan').click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => lines()).toEqual([['Score', 'Number', 'No']]);
});

it('says that a field could not be deleted', async () => {
  await addField('Plan');
  await page.goto('/settings');
  await page.route('**/api/custom-fields/*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong', requestId: 'request-5' } }),
  );
  await button('Delete Plan').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await seeToast(page, 'Error', 'Failed to delete custom field');
  await expect.poll(() => lines()).toHaveLength(1);
});

it('can only be read by users', async () => {
  await addField('Plan');
  serial += 1;
  await signInAs(page, app.url, await addColleague(app, owner, `reader-${serial}`));
  await page.goto('/settings');
  await fields().first().waitFor();
  await page.getByText('Only administrators can add and delete custom fields.').waitFor();
  await expect.poll(() => nameBox().count()).toBe(0);
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0);
  await seeNoViolations(page);
});

it('shows the fields in the import wizard, and names a required one that nothing feeds', async () => {
  await addField('Plan', 'text', true);
  await addField('Score', 'number');
  const bytes = new TextEncoder().encode('E-mail,Tariff,Points\nann@mail.example,Gold,7\n');
  await openMapping(page, { name: 'custom.csv', bytes });
  await page.getByText('Map a column to Plan. Rows without it will be errors.').waitFor();
  await chooseField(page, 'Tariff', 'Plan');
  await choose(page, fieldCombobox(page, 'Points'), 'Score');
  await page.getByRole('button', { name: 'The row will be imported' }).waitFor();
  expect(await runToEnd(page)).toBe('1 lead imported.');
  const { body } = await owner.get<{ leads: { customData: unknown }[] }>('/api/leads');
  expect(body.leads[0]?.customData).toEqual({ Plan: 'Gold', Score: 7 });
});

it.each(['dark', 'light'])(
  'has no violations of WCAG 2.2 AA in the %s theme, and fits a phone',
  async (theme) => {
    await addField('A field whose name is as long as anybody would ever want to make it');
    await addField('Plan', 'boolean', true);
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`);
    await page.goto('/settings');
    await fields().last().waitFor();
    await seeNoViolations(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await seeWidth(page, 360);
  },
);
