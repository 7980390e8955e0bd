import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { closePage, openPage, signInAs, startBrowser } from '#tests/support/browser.ts';
import { addColleague, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';

/** The screen never polls, so only an event can bring the change; the limit allows for a busy machine. */
const WITHIN_MS = 10_000;

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;
let colleague: SignedIn;
let serial = 0;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  serial += 1;
  owner = await signUp(app.url);
  colleague = await addColleague(app, owner, `colleague-${serial}`);
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, colleague);
});
afterEach(() => closePage(page));

/** Opens a page and waits for its event stream. */
async function openListening(path: string): Promise<void> {
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await page.goto(path);
  expect((await listening).headers()['content-type']).toContain('text/event-stream');
}

const cardOf = (label: string) => page.locator('dl', { has: page.getByText(label, { exact: true }) });
const numberOf = (label: string) => cardOf(label).locator('dd').first().textContent();

function seeNumber(label: string, number: string): Promise<void> {
  return cardOf(label).locator('dd').first().getByText(number, { exact: true }).waitFor();
}

/** Measures the milliseconds until `ask` returns `wanted`. */
async function timeUntil(wanted: string, ask: () => Promise<string | null>): Promise<number> {
  const start = performance.now();
  await expect.poll(ask, { timeout: 10_000, interval: 20 }).toBe(wanted);
  return performance.now() - start;
}

it("moves the numbers of another's dashboard within a second of an import", async () => {
  await openListening('/');
  await seeNumber('Total Leads', '0');
  const rows = Array.from({ length: 40 }, (_, row) => [`lead${row}@mail.example`, 'Germany']);
  await importLeads(owner, csvFile([['mail', 'country'], ...rows]), {
    fieldMapping: { mail: 'email', country: 'country' },
  });
  expect(await timeUntil('40', () => numberOf('Total Leads'))).toBeLessThan(WITHIN_MS);
  expect(await timeUntil('1', () => numberOf('Total Imports'))).toBeLessThan(WITHIN_MS);
  await page
    .getByRole('region', { name: 'Map of leads' })
    .getByRole('link', { name: 'Germany: 40 leads' })
    .waitFor();
});

it('shows a lead that another makes in the lead list, and an import in the history', async () => {
  await openListening('/leads');
  await page.getByRole('heading', { name: 'No leads found' }).waitFor();
  await makeLead(owner, { email: 'fresh@mail.example' });
  await page.getByText('fresh@mail.example').first().waitFor({ timeout: WITHIN_MS });

  await page.getByRole('navigation').getByRole('link', { name: 'Import History' }).click();
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor();
  await importLeads(owner, csvFile([['mail'], ['more@mail.example']], 'more.csv'), {
    fieldMapping: { mail: 'email' },
  });
  const row = page.getByRole('row', { name: /more\.csv.*completed/i });
  await row.waitFor({ timeout: WITHIN_MS });
});

it('reads the numbers at most once a second while many changes come', async () => {
  await openListening('/');
  await seeNumber('Total Leads', '0');
  const times: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/dashboard/stats')) times.push(performance.now());
  });
  for (let lead = 1; lead <= 25; lead += 1) {
    await makeLead(owner, { email: `many${lead}@mail.example` });
    await new Promise((resolve) => setTimeout(resolve, 80));
  }
  await seeNumber('Total Leads', '25');
  // Counted over the whole time, because a busy machine reports single requests late.
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  expect(times.length).toBeGreaterThan(1);
  expect(times.length).toBeLessThanOrEqual(seconds + 2);
});

it('says nothing of another organization', async () => {
  await openListening('/');
  await seeNumber('Total Leads', '0');
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/dashboard/')) reads += 1;
  });
  const stranger = await signUp(app.url);
  await makeLead(stranger, { email: 'stranger@mail.example' });
  await page.waitForTimeout(1500);
  expect(reads).toBe(0);
});

it('comes back after the connection was lost, and catches up with what it missed', async () => {
  let lost = true;
  await page.route('**/api/events', (route) => (lost ? route.abort() : route.continue()));
  await page.goto('/');
  await seeNumber('Total Leads', '0');
  await makeLead(owner, { email: 'missed@mail.example' });
  await page.waitForTimeout(500);
  await expect.poll(() => numberOf('Total Leads')).toBe('0');
  lost = false;
  await expect.poll(() => numberOf('Total Leads'), { timeout: 15_000 }).toBe('1');
});

it('holds one connection, and none after signing out', async () => {
  const opened: string[] = [];
  const ended: string[] = [];
  const isStream = (url: string) => url.endsWith('/api/events');
  page.on('request', (request) => isStream(request.url()) && opened.push(request.url()));
  page.on('requestfailed', (request) => isStream(request.url()) && ended.push(request.url()));
  page.on('requestfinished', (request) => isStream(request.url()) && ended.push(request.url()));
  await openListening('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Import History' }).click();
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor();
  expect([opened.length, ended.length]).toEqual([1, 0]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  await expect.poll(() => ended.length).toBe(1);
  await page.waitForTimeout(2000);
  expect(opened).toHaveLength(1);
});
