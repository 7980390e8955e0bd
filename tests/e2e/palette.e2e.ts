import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  closePage,
  focusedText,
  openPage,
  seeNoViolations,
  signInAs,
  startBrowser,
} from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), startBrowser()]);
  owner = await signUp(app.url, 'ana');
  for (const given of ['Ada', 'Bea', 'Cleo', 'Dora', 'Eva', 'Fay', 'Gwen']) {
    await makeLead(owner, { firstName: given, lastName: 'Quimby', email: `${given}@mail.example` });
  }
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, owner);
  await page.goto('/history');
  await page.getByRole('heading', { name: 'Import History', level: 1 }).waitFor();
});
afterEach(() => closePage(page));

const dialog = () => page.getByRole('dialog', { name: 'Commands' });
const box = () => page.getByRole('combobox', { name: 'Search leads and commands' });
const options = () => dialog().getByRole('option');

async function openPalette(): Promise<void> {
  await page.keyboard.press('Control+k');
  await box().waitFor();
}

/** Returns the text of the option that Enter would choose, as a screen reader announces it. */
async function activeOption(): Promise<string | null> {
  const id = await box().getAttribute('aria-activedescendant');
  const active = page.locator(`[id="${id}"]`);
  await expect.poll(() => active.getAttribute('aria-selected')).toBe('true');
  return active.textContent();
}

it('opens by Ctrl or meta plus K and by its button, and closes by either or Escape', async () => {
  for (const keys of ['Control+k', 'Meta+k']) {
    await page.keyboard.press(keys);
    await box().waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('combobox');
    await page.keyboard.press(keys);
    await dialog().waitFor({ state: 'detached' });
  }
  const opener = page.getByRole('button', { name: 'Search leads and commands' });
  await opener.click();
  await box().waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => focusedText(page)).toContain('Search leads and commands');
});

it('goes to every screen', async () => {
  await openPalette();
  const screens = dialog().getByRole('group', { name: 'Go to' }).getByRole('option');
  await expect
    .poll(() => screens.allInnerTexts())
    .toEqual([
      'Dashboard',
      'Import Leads',
      'Multi-File Import',
      'Lead Management',
      'Import History',
      'HLR Status Update',
      'Mark Sold',
      'Customers',
      'Orders',
      'Suppression',
      'Fix Phone Numbers',
      'API Settings',
      'Settings',
      'Organizations',
      'User Management',
      'Security Settings',
      'Audit Logs',
      'Personal Data',
      'Update Phone Numbers',
      'API Documentation',
    ]);
  await box().fill('upd num');
  await expect.poll(() => activeOption()).toBe('Update Phone Numbers');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/update-phones');
  await dialog().waitFor({ state: 'detached' });
});

it('is walked by the arrow keys, around its ends', async () => {
  await openPalette();
  await expect.poll(() => activeOption()).toBe('Dashboard');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeOption()).toBe('Import Leads');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => activeOption()).toBe('Log Out');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeOption()).toBe('Dashboard');
});

it('finds five leads by name, opens one, and leads on to all of them', async () => {
  await openPalette();
  await box().fill('quim');
  const leads = dialog().getByRole('group', { name: 'Leads' }).getByRole('option');
  await leads.nth(5).waitFor();
  await expect.poll(() => leads.count()).toBe(6);
  await expect
    .poll(async () => (await leads.allInnerTexts())[0])
    .toMatch(/^Gwen Quimby\s+gwen@mail\.example$/);
  await dialog().getByRole('status').getByText('6 results').waitFor({ state: 'attached' });
  await leads.nth(1).click();
  await page.waitForURL(/\/leads\?lead=[0-9a-f-]{36}$/);

  await page.goto('/history');
  await page.getByRole('heading', { name: 'Import History', level: 1 }).waitFor();
  await openPalette();
  await box().fill('quim');
  await leads.nth(5).waitFor();
  await expect.poll(() => leads.count()).toBe(6);
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => activeOption()).toBe('Search leads for "quim"');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/leads?search=quim');
  await page.getByText('gwen@mail.example').first().waitFor();
});

it('imports, creates a lead, turns the theme, and logs out', async () => {
  // A separate user, because this test ends the session.
  await signInAs(page, app.url, await signUp(app.url));
  await page.reload();
  await page.getByRole('heading', { name: 'Import History', level: 1 }).waitFor();
  const choose = async (typed: string, label: string) => {
    await openPalette();
    await box().fill(typed);
    await options().filter({ hasText: label }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  await choose('upload', 'Import a File');
  await page.waitForURL('**/import');
  await choose('create', 'Add Lead');
  await page.waitForURL('**/leads?lead=new');
  await page.goto('/history');
  await page.getByRole('heading', { name: 'Import History', level: 1 }).waitFor();
  await choose('theme', 'Use Light Theme');
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light');
  await choose('log', 'Log Out');
  await page.getByRole('heading', { name: 'Lead Management System' }).waitFor();
  await page.keyboard.press('Control+k');
  await expect.poll(() => dialog().count()).toBe(0);
});

it.each(['dark', 'light'])('has no violations of WCAG 2.2 AA in the %s theme', async (theme) => {
  await page.addInitScript(`localStorage.setItem('theme', '${theme}')`);
  await page.reload();
  await page.getByRole('heading', { name: 'Import History', level: 1 }).waitFor();
  await openPalette();
  await seeNoViolations(page);
  await box().fill('quim');
  await options().nth(5).waitFor();
  await seeNoViolations(page);
});
