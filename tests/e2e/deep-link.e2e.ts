import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, openPage } from '#tests/support/browser.ts';
import { PASSWORD } from '#tests/support/client.ts';
import { passwordIn } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { type LeadStage, setLeadStage, VARIED, variedRows } from './leads-steps.ts';

let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(4));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await openPage(stage.browser, stage.app.url);
});
afterEach(() => closePage(page));

async function signIn() {
  await page.getByLabel('Username').fill(stage.owner.user.username);
  await passwordIn(page).fill(PASSWORD);
  await buttonOf(page, 'Login').click();
}

it('comes back to a link that was opened signed out, with its filters and its lead', async () => {
  const [lead] = await stage.leads('search=lead2@');
  const link = `/leads?search=Given&country=Germany&lead=${lead?.id}`;
  await page.goto(link);
  await page.waitForURL(`${stage.app.url}/auth`);
  await signIn();
  await dialogOf(page, 'Given2 Family').waitFor();
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/leads',
    { search: 'Given', country: 'Germany', lead: lead?.id },
  ]);
});

it('still knows the link after a reload of the sign-in page', async () => {
  await page.goto('/history');
  await page.waitForURL(`${stage.app.url}/auth`);
  await page.reload();
  await signIn();
  await page.waitForURL(`${stage.app.url}/history`);
});

it('goes to the dashboard after a bare sign-in', async () => {
  await page.goto('/auth');
  await signIn();
  await page.waitForURL(`${stage.app.url}/`);
});

it('goes to the dashboard after a sign-out, wherever that was', async () => {
  await page.goto('/history');
  await page.waitForURL(`${stage.app.url}/auth`);
  await signIn();
  await page.waitForURL(`${stage.app.url}/history`);
  await buttonOf(page, 'Logout').click();
  await page.waitForURL(`${stage.app.url}/auth`);
  await signIn();
  await page.waitForURL(`${stage.app.url}/`);
});

it.each([
  '/auth?from=https://evil.example',
  '/auth?redirect=//evil.example',
  '/auth?cameFrom=https://evil.example',
  '/auth#https://evil.example',
])('takes no address from a link: %s', async (link) => {
  await page.goto(link);
  await signIn();
  await page.waitForURL(`${stage.app.url}/`);
});

it('stays on its own site whatever path was asked for', async () => {
  const response = await page.goto(`${stage.app.url}//evil.example/leads`);
  // The server or the router answers; neither leads away.
  expect(new URL(response?.url() ?? '').origin).toBe(stage.app.url);
  await expect.poll(() => new URL(page.url()).origin).toBe(stage.app.url);
});
