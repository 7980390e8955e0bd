import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
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

// Statuses of an organization: kept in Settings, given to leads in the list.

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;

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
});
afterEach(() => closePage(page));

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const rows = () => rowsOf(page, 'Lead statuses');
const names = async () => (await rows().locator('th').allInnerTexts()).map((text) => text.trim());

it('adds, renames, reorders and deletes statuses, whose leads get another', async () => {
  const lead = await makeLead(owner, { email: 'a@example.com', status: 'contacted' });
  await signInAs(page, app.url, owner);
  await page.goto('/settings');
  await expect.poll(() => names()).toEqual(['New', 'Contacted', 'Qualified', 'Converted']);
  expect(await button('Delete New').isDisabled()).toBe(true);

  await button('Add Status').click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('qualified');
  await dialog().getByRole('radio', { name: 'Violet' }).click();
  await dialog().getByRole('button', { name: 'Add Status' }).click();
  await dialog().getByText('A status named qualified already exists').waitFor();
  await seeNoViolations(page);
  await dialog().getByRole('textbox', { name: 'Name' }).fill(' Call back ');
  await page.keyboard.press('Enter');
  await seeToast(page, 'Status added', 'Call back');

  await button('Move Call back up').click();
  await button('Move Call back up').click();
  await button('Edit Contacted').click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Reached');
  await button('Save').click();
  await seeToast(page, 'Status changed', 'Reached');
  await page.reload();
  await expect.poll(() => names()).toEqual(['New', 'Reached', 'Call back', 'Qualified', 'Converted']);
  await page.setViewportSize({ width: 390, height: 844 });
  await seeWidth(page, 390);

  await button('Delete Reached').click();
  await dialog().getByText('1 lead has').waitFor();
  expect(await dialog().getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await dialog().getByRole('combobox', { name: 'New status of these leads' }).click();
  await page.getByRole('option', { name: 'Call back' }).click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await seeToast(page, 'Status deleted', 'Its leads are being moved to Call back.');
  await expect.poll(() => names()).toEqual(['New', 'Call back', 'Qualified', 'Converted']);
  await expect.poll(async () => (await readLeadDetail(owner, lead.id)).status).toBe('Call back');
});

it('offers the statuses to everyone for a lead and in the filter, and follows a new name', async () => {
  const { body } = await owner.post<{ id: string }>('/api/lead-statuses', {
    name: 'Call back',
    color: 'pink',
  });
  const lead = await makeLead(owner, { email: 'a@example.com' });
  await makeLead(owner, { email: 'b@example.com' });
  const colleague = await addColleague(app, owner, `colleague-${lead.id}`);
  await signInAs(page, app.url, colleague);
  await page.goto('/settings');
  await page.getByText('Only administrators can change statuses.').waitFor();
  expect(await button('Edit New').count()).toBe(0);

  await page.goto(`/leads?lead=${lead.id}`);
  await dialog().getByRole('combobox', { name: 'Status', exact: true }).click();
  await page.getByRole('option', { name: 'Call back' }).click();
  await expect.poll(async () => (await readLeadDetail(owner, lead.id)).status).toBe('Call back');

  await page.goto('/leads?status=Call%20back');
  const cell = page.getByRole('gridcell').filter({ hasText: /^Call back$/ });
  await cell.waitFor();
  await page.getByText('a@example.com').waitFor();
  expect(await page.getByText('b@example.com').count()).toBe(0);
  await owner.send(`/api/lead-statuses/${body.id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Later' }),
  });
  await page
    .getByRole('gridcell')
    .filter({ hasText: /^Later$/ })
    .waitFor();
  // The address has the earlier name, which still stands for the status.
  expect(await page.getByText('a@example.com').count()).toBe(1);
});

it('shows one name of a status in badge, filter, chips and saved views, also after a rename', async () => {
  const { body: statuses } = await owner.get<{ id: string; name: string }[]>('/api/lead-statuses');
  const contacted = statuses.find(({ name }) => name === 'contacted');
  await makeLead(owner, { email: 'a@example.com', status: 'contacted' });
  await makeLead(owner, { email: 'b@example.com' });
  const where = JSON.stringify([['status', 'isNot', 'new']]);
  const view = { name: 'Mine', filter: { status: 'contacted', where }, columns: null, shared: false };
  expect((await owner.post('/api/views', view)).status).toBeLessThan(300);
  await signInAs(page, app.url, owner);
  const seen = async (name: string) => {
    await page.goto(`/leads?${new URLSearchParams({ status: 'contacted', where })}`);
    await page
      .getByRole('gridcell')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .waitFor();
    await button(`Remove filter Status: ${name}`).waitFor();
    await button('Remove filter Status is not New').waitFor();
    await page.getByRole('button', { name: 'Advanced Filters' }).click();
    const filter = page.getByRole('combobox', { name: 'Status', exact: true });
    await expect.poll(() => filter.textContent()).toBe(name);
    await filter.click();
    const options = page.locator('[role=option]');
    const names = async () => (await options.allInnerTexts()).map((text) => text.replace(/\s*\d+$/, ''));
    await expect.poll(names).toEqual(['All', 'New', name, 'Qualified', 'Converted']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await page.getByText(`Status: ${name} · Status is not New`).waitFor();
    await page.keyboard.press('Escape');
  };
  await seen('Contacted');
  await owner.send(`/api/lead-statuses/${contacted?.id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Called' }),
  });
  await seen('Called');
});
