import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { closePage, openPage, seeNoViolations, signInAs, startBrowser } from '#tests/support/browser.ts';
import { addColleague } from '#tests/support/calls.ts';
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
  await button('Try It with Sample Data').waitFor();
  expect((await owner.get<{ total: number }>('/api/leads')).body.total).toBe(0);
  const colleague = await addColleague(app, owner, 'grace');
  await signInAs(page, app.url, colleague);
  await page.goto('/');
  await page.getByText('Getting Started').waitFor();
  expect(await button('Try It with Sample Data').count()).toBe(0);
});
