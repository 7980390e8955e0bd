import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  closePage,
  focusedText,
  openPage,
  seeNoViolations,
  seeWidth,
  signInAs,
  startBrowser,
} from '#tests/support/browser.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

const NAVIGATION = [
  ['Dashboard', '/', 'Dashboard'],
  ['Import Leads', '/import', 'Import Leads'],
  ['Multi-File Import', '/multi-import', 'Multi-File Import'],
  ['Lead Management', '/leads', 'Lead Management'],
  ['Import History', '/history', 'Import History'],
  ['HLR Status Update', '/hlr-update', 'HLR Status Update'],
  ['Mark Sold', '/mark-sold', 'Mark Leads as Sold'],
  ['Customers', '/customers', 'Customers'],
  ['Orders', '/orders', 'Orders'],
  ['Suppression', '/suppression', 'Suppression'],
  ['Fix Phone Numbers', '/fix-phones', 'Fix Phone Numbers'],
  ['API Settings', '/api-settings', 'API Settings'],
  ['Settings', '/settings', 'Settings'],
] as const;
const ADMINISTRATION = [
  ['Organizations', '/organizations', 'Organizations'],
  ['User Management', '/users', 'User Management'],
  ['Security Settings', '/security', 'Security Settings'],
  ['Audit Logs', '/audit-logs', 'Audit Logs'],
  ['Personal Data', '/personal-data', 'Personal Data'],
] as const;
const UNLISTED = [
  ['', '/update-phones', 'Update Phone Numbers'],
  ['', '/api-docs', 'API Documentation'],
] as const;

const WEEK_SECONDS = 7 * 24 * 60 * 60;

let app: TestApp;
let browser: Browser;
let page: Page;
let first: SignedIn;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), startBrowser()]);
  first = await signUp(app.url, 'ana');
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, first);
});
afterEach(() => closePage(page));

const sidebar = () => page.getByRole('navigation', { name: 'Main' });
const sidebarWidth = async () => (await sidebar().boundingBox())?.width;

it('lists the screens in their groups and order, and says who is signed in', async () => {
  await page.goto('/');
  await sidebar().getByText('Lead Manager', { exact: true }).waitFor();
  await sidebar().getByText('Scalable System').waitFor();
  for (const [group, items] of [
    ['Navigation', NAVIGATION],
    ['Administration', ADMINISTRATION],
  ] as const) {
    const links = sidebar().getByRole('region', { name: group }).getByRole('link');
    await expect.poll(() => links.allInnerTexts()).toEqual(items.map(([label]) => label));
  }
  const header = page.getByRole('banner');
  await header.getByText('ana', { exact: true }).waitFor();
  await header.getByText('Admin', { exact: true }).waitFor();
});

it('hides Organizations from other organizations', async () => {
  await signInAs(page, app.url, await signUp(app.url));
  await page.goto('/');
  const links = sidebar().getByRole('region', { name: 'Administration' }).getByRole('link');
  await links.first().waitFor();
  await expect
    .poll(() => links.allInnerTexts())
    .toEqual(['User Management', 'Security Settings', 'Audit Logs', 'Personal Data']);
});

it('has every screen under its address, with its title', async () => {
  for (const [, path, title] of [...NAVIGATION, ...ADMINISTRATION, ...UNLISTED]) {
    await page.goto(path);
    await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe(`${title} · Lead Manager`);
  }
});

it('reaches every screen of the sidebar by keyboard alone', async () => {
  await page.goto('/');
  await sidebar().waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => focusedText(page)).toBe('Skip to content');
  for (const [label, path, title] of [...NAVIGATION, ...ADMINISTRATION]) {
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedText(page)).toBe(label);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.url}${path}`);
    await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
  }
});

it('skips to the content', async () => {
  await page.goto('/');
  await sidebar().waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
});

it('begins with icons where a window has less room than 1280 px', async () => {
  await page.setViewportSize({ width: 1279, height: 800 });
  await page.goto('/');
  await expect.poll(sidebarWidth).toBe(48);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect.poll(sidebarWidth).toBe(256);
  await page.reload();
  await expect.poll(sidebarWidth).toBe(256);
});

it('prints the content alone, dark on white', async () => {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => sidebar().isVisible()).toBe(false);
  expect(await page.getByRole('banner').isVisible()).toBe(false);
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  const lightness = async (property: string) => {
    const colour = await page.evaluate<string>(`getComputedStyle(document.documentElement).${property}`);
    return Number(/\(([\d.]+)/.exec(colour)?.[1]);
  };
  expect(await lightness('backgroundColor')).toBeGreaterThan(2 * (await lightness('color')));
});

it('folds the sidebar to icons by button and by Ctrl or meta plus B, and remembers it for 7 days', async () => {
  await page.goto('/');
  await sidebar().waitFor();
  await expect.poll(() => sidebarWidth()).toBe(256);
  const before = Date.now() / 1000;
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect.poll(sidebarWidth).toBe(48);
  await page.keyboard.press('Control+b');
  await expect.poll(sidebarWidth).toBe(256);
  await page.keyboard.press('Meta+b');
  await expect.poll(sidebarWidth).toBe(48);

  const cookie = (await page.context().cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('false');
  const remembered = (cookie?.expires ?? 0) - WEEK_SECONDS;
  expect(remembered).toBeGreaterThan(before - 2);
  expect(remembered).toBeLessThan(Date.now() / 1000 + 2);
  await page.reload();
  await sidebar().waitFor();
  await expect.poll(() => sidebarWidth()).toBe(48);
  await expect.poll(() => sidebar().getByRole('link', { name: 'Audit Logs' }).count()).toBe(1);
});

it('shows the sidebar as a sheet under 768 px', async () => {
  await page.setViewportSize({ width: 767, height: 900 });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await expect.poll(() => sidebar().count()).toBe(0);
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Navigation' });
  await expect.poll(async () => (await sheet.boundingBox())?.width).toBe(288);
  await seeNoViolations(page);
  await sheet.getByRole('link', { name: 'Lead Management' }).click();
  await page.waitForURL('**/leads');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+b');
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

it('is dark by default, turns light, and stays so', async () => {
  const theme = () => page.locator('html').getAttribute('data-theme');
  const canvas = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  await page.goto('/');
  await expect.poll(() => theme()).toBe('dark');
  const dark = await canvas();
  await page.getByRole('button', { name: 'Use light theme' }).click();
  await expect.poll(() => theme()).toBe('light');
  await expect.poll(() => canvas()).not.toBe(dark);
  await page.reload();
  await expect.poll(() => theme()).toBe('light');
  await page.getByRole('button', { name: 'Use dark theme' }).click();
  await expect.poll(() => page.evaluate("localStorage.getItem('theme')")).toBe('dark');
});

it('answers any other address with the page for it', async () => {
  await page.goto('/no/such/page');
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await page.getByText('Did you forget to add the page to the router?').waitFor();
});

it.each(['dark', 'light'])(
  'has no violations of WCAG 2.2 AA on its screens in the %s theme',
  async (theme) => {
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`);
    for (const path of ['/', '/leads', '/history', '/hlr-update', '/no/such/page']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await seeNoViolations(page, path);
    }
  },
);

it('fits a phone of 360 px without scrolling sideways', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/leads', '/history', '/security', '/no/such/page']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await seeWidth(page, 360, path);
  }
});
