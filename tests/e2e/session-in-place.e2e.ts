import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, openPage, seeNoViolations, signInAs } from '#tests/support/browser.ts';
import { addColleague } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn } from '#tests/support/client.ts';
import { codeOf, enableTwoFactor } from '#tests/support/two-factor.ts';
import { passwordIn, seeClosed } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import {
  eventually,
  type LeadStage,
  rowOf,
  setLeadStage,
  tableOf,
  VARIED,
  variedRows,
} from './leads-steps.ts';
import { endedDialog, openPageInSession, signInAgain } from './session-steps.ts';

let stage: LeadStage;
let user: SignedIn;
let page: Page;
let end: () => Promise<void>;
let serial = 0;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(8));
});
afterAll(() => stage.close());
beforeEach(async () => {
  serial += 1;
  user = await addColleague(stage.app, stage.owner, `worker-${serial}`);
  ({ page, end } = await openPageInSession(stage, user));
});
afterEach(() => closePage(page));

const leadOf = async (n: number) => (await stage.leads(`search=lead${n}@`))[0];

async function openLead(n: number) {
  await rowOf(page, `Given${n} `).getByRole('button').click();
  const drawer = dialogOf(page, `Given${n} Family`);
  await drawer.getByLabel('City', { exact: true }).waitFor();
  return drawer;
}

it('asks for the password in mid-edit, and goes on with what was being saved', async () => {
  const drawer = await openLead(3);
  await end();
  await drawer.getByLabel('City', { exact: true }).fill('Ulm');
  await page.keyboard.press('Enter');
  const dialog = endedDialog(page);
  await dialog.getByText('What you typed is still here.').waitFor();
  await expect.poll(() => dialog.getByLabel('Username').inputValue()).toBe(user.user.username);
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('password');
  await signInAgain(page, 'not the password');
  await dialog.getByText('Invalid username or password').waitFor();
  await signInAgain(page);
  await seeClosed(dialog);
  await eventually(async () => (await leadOf(3))?.city).toBe('Ulm');
  await expect.poll(() => drawer.getByLabel('City', { exact: true }).inputValue()).toBe('Ulm');
  expect(new URL(page.url()).searchParams.get('lead')).toBe((await leadOf(3))?.id);
});

it('interrupts what is being typed without saving half of it', async () => {
  const drawer = await openLead(2);
  await end();
  await drawer.getByLabel('City', { exact: true }).pressSequentially('Ham');
  // The list reads itself anew, because the network was away.
  await page.context().setOffline(true);
  await page.getByText("You're offline.").waitFor();
  await page.context().setOffline(false);
  await endedDialog(page).waitFor();
  await signInAgain(page);
  await seeClosed(endedDialog(page));
  await drawer.getByLabel('City', { exact: true }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('burg');
  await expect.poll(() => drawer.getByLabel('City', { exact: true }).inputValue()).toBe('Hamburg');
  expect((await leadOf(2))?.city).toBeNull();
  await page.keyboard.press('Enter');
  await eventually(async () => (await leadOf(2))?.city).toBe('Hamburg');
});

it('repeats a read: the page that was asked for appears', async () => {
  await tableOf(page).waitFor();
  await end();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Import History' }).click();
  await endedDialog(page).waitFor();
  await signInAgain(page);
  await page.getByRole('heading', { name: 'Import History', level: 1 }).waitFor();
  await page.getByRole('table').getByText('completed').waitFor();
});

it('asks for the code where the account has a second factor', async () => {
  const { secret, recoveryCodes } = await enableTwoFactor(user);
  const client = clientOf(stage.app.url);
  const { username } = user.user;
  await client.post('/api/login', { username, password: PASSWORD, token: codeOf(secret, 1) });
  await signInAs(page, stage.app.url, { ...client, user: user.user });
  await page.goto('/leads');
  const drawer = await openLead(4);
  expect((await client.post('/api/logout')).status).toBe(200);
  await drawer.getByLabel('New note').fill('Call back');
  await page.keyboard.press('Control+Enter');
  await endedDialog(page).waitFor();
  await signInAgain(page);
  const second = dialogOf(page, 'Two-Factor Authentication');
  await second.getByLabel('Authentication code').fill('000000');
  await page.keyboard.press('Enter');
  await second.getByRole('alert').waitFor();
  await seeNoViolations(page);
  await buttonOf(page, 'Use a Recovery Code').click();
  await second.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await seeClosed(second);
  await drawer.getByRole('list', { name: 'Notes' }).getByText('Call back').waitFor();
});

it('has no violations in either theme', async () => {
  await tableOf(page).waitFor();
  await end();
  await rowOf(page, 'Given5 ').getByRole('button').click();
  await endedDialog(page).waitFor();
  await seeNoViolations(page);
  await page.evaluate("document.documentElement.dataset.theme = 'light'");
  await seeNoViolations(page);
});

it('goes on by itself when the user signs in in another tab', async () => {
  const drawer = await openLead(6);
  await end();
  await drawer.getByLabel('City', { exact: true }).fill('Bonn');
  await page.keyboard.press('Enter');
  await endedDialog(page).waitFor();
  const tab = await page.context().newPage();
  await tab.goto('/auth');
  await tab.getByLabel('Username').fill(user.user.username);
  await passwordIn(tab).fill(PASSWORD);
  await tab.keyboard.press('Enter');
  await tab.waitForURL(`${stage.app.url}/`);
  await seeClosed(endedDialog(page));
  await eventually(async () => (await leadOf(6))?.city).toBe('Bonn');
});

it('loads the page anew for another user, who sees and saves nothing of the first', async () => {
  const drawer = await openLead(7);
  await end();
  await drawer.getByLabel('City', { exact: true }).fill('Secret City');
  await page.keyboard.press('Enter');
  const other = await addColleague(stage.app, stage.owner, `other-${serial}`);
  await endedDialog(page).getByLabel('Username').fill(other.user.username);
  const loaded = page.waitForEvent('load');
  await signInAgain(page);
  await loaded;
  await page.getByRole('banner').getByText(other.user.username).waitFor();
  await drawer.getByLabel('City', { exact: true }).waitFor();
  await expect.poll(() => drawer.getByLabel('City', { exact: true }).inputValue()).toBe('');
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage)')).not.toContain('Secret');
  expect((await leadOf(7))?.city).toBeNull();
});

it('lets one leave instead, and forgets what was typed', async () => {
  const drawer = await openLead(1);
  await end();
  await drawer.getByLabel('New note').fill('Private words');
  await page.keyboard.press('Control+Enter');
  await endedDialog(page).waitFor();
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage)')).toContain('Private words');
  await buttonOf(page, 'Discard and Log Out').click();
  await page.waitForURL(`${stage.app.url}/auth`);
  await expect.poll(() => page.evaluate('JSON.stringify(localStorage)')).not.toContain('Private words');
});

it('signs out in every tab', async () => {
  await tableOf(page).waitFor();
  const tab = await page.context().newPage();
  await tab.goto('/history');
  await tab.getByRole('heading', { name: 'Import History', level: 1 }).waitFor();
  await buttonOf(page, 'Logout').click();
  await page.waitForURL(`${stage.app.url}/auth`);
  await tab.waitForURL(`${stage.app.url}/auth`);
});

it('logs out without asking for the password of a session that has ended', async () => {
  await tableOf(page).waitFor();
  await end();
  await buttonOf(page, 'Logout').click();
  await page.waitForURL(`${stage.app.url}/auth`);
});

it('asks nobody who opens the sign-in page', async () => {
  const visitor = await openPage(stage.browser, stage.app.url);
  await visitor.goto('/auth');
  await visitor.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await expect.poll(() => visitor.getByRole('dialog').count()).toBe(0);
  await closePage(visitor);
});
