import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  closePage,
  openPage,
  seeNoViolations,
  seeToast,
  signInAs,
  startBrowser,
} from '#tests/support/browser.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), startBrowser()]);
  owner = await signUp(app.url);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  page = await openPage(browser, app.url);
});
afterEach(() => closePage(page));

const totalOf = async (query = '') => (await owner.get<{ total: number }>(`/api/leads${query}`)).body.total;

const button = (name: string) => page.getByRole('button', { name });

it('an administrator tries the product with sample data and removes it; a user is not asked', async () => {
  await signInAs(page, app.url, owner);
  await page.goto('/');
  await button('Try It with Sample Data').click();
  await page.getByText('You have 5,000 sample leads').waitFor();
  await page.getByText('Sample data added').first().waitFor();
  await seeNoViolations(page);
  await page.reload();
  await button('Remove Sample Data').click();
  const dialog = page.getByRole('dialog', { name: 'Remove 5,000 Sample Leads?' });
  await seeNoViolations(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await totalOf()).toBe(5_000);
  // Undone in time, nothing is lost, changes of the user's own included.
  const { body } = await owner.get<{ leads: Lead[] }>('/api/leads?limit=1');
  await call(owner, 'PATCH', `/api/leads/${body.leads[0]?.id}`, { city: 'Metz' });
  await button('Remove Sample Data').click();
  await dialog.getByRole('button', { name: 'Remove 5,000 Sample Leads' }).click();
  await seeToast(page, 'Removing 5,000 sample leads', 'You have 10 seconds to undo.', 'Undo');
  await button('Undo').click();
  await seeToast(page, 'Sample data kept', 'Nothing was removed.');
  expect(await totalOf(`?where=${encodeURIComponent('[["city","is","Metz"]]')}`)).toBe(1);
  await button('Remove Sample Data').click();
  await dialog.getByRole('button', { name: 'Remove 5,000 Sample Leads' }).click();
  await button('Try It with Sample Data').waitFor();
  expect(await totalOf()).toBe(0);
  // Leaving the page removes it at once.
  await button('Try It with Sample Data').click();
  await button('Remove Sample Data').click();
  await dialog.getByRole('button', { name: 'Remove 5,000 Sample Leads' }).click();
  await seeToast(page, 'Removing 5,000 sample leads', 'You have 10 seconds to undo.', 'Undo');
  await page.goto('/customers');
  await expect.poll(() => totalOf()).toBe(0);
  const colleague = await addColleague(app, owner, 'grace');
  await signInAs(page, app.url, colleague);
  await page.goto('/');
  await page.getByText('Getting Started').waitFor();
  expect(await button('Try It with Sample Data').count()).toBe(0);
});
