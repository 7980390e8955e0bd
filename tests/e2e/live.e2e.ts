import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { closePage, openPage, signInAs, startBrowser } from '#tests/support/browser.ts';
import { addColleague, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';

// The screen never polls, so only an event can bring a change.

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

/** Keeps the types of the events that a page hears in `heard`. */
const RECORD_EVENTS = `
  globalThis.heard = [];
  globalThis.EventSource = class extends EventSource {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => globalThis.heard.push(JSON.parse(data).type));
    }
  };`;

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

it("moves the numbers of another's dashboard after an import", async () => {
  await openListening('/');
  await seeNumber('Total Leads', '0');
  const rows = Array.from({ length: 40 }, (_, row) => [`lead${row}@mail.example`, 'Germany']);
  await importLeads(owner, csvFile([['mail', 'country'], ...rows]), {
    fieldMapping: { mail: 'email', country: 'country' },
  });
  await seeNumber('Total Leads', '40');
  await seeNumber('Total Imports', '1');
  await page
    .getByRole('region', { name: 'Map of leads' })
    .getByRole('link', { name: 'Germany: 40 leads' })
    .waitFor();
});

it('shows a lead that another makes in the lead list, and an import in the history', async () => {
  await openListening('/leads');
  await page.getByRole('heading', { name: 'No leads found' }).waitFor();
  await makeLead(owner, { email: 'fresh@mail.example' });
  await page.getByText('fresh@mail.example').first().waitFor();

  await page.getByRole('navigation').getByRole('link', { name: 'Import History' }).click();
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor();
  await importLeads(owner, csvFile([['mail'], ['more@mail.example']], 'more.csv'), {
    fieldMapping: { mail: 'email' },
  });
  const row = page.getByRole('row', { name: /more\.csv.*completed/i });
  await row.waitFor();
});

it('reads the numbers once for all changes that come during a read', async () => {
  await openListening('/');
  await seeNumber('Total Leads', '0');
  let reads = 0;
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/dashboard/stats', async (route) => {
    reads += 1;
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  await makeLead(owner, { email: 'first@mail.example' });
  await expect.poll(() => reads).toBe(1);
  for (let lead = 2; lead <= 25; lead += 1) await makeLead(owner, { email: `many${lead}@mail.example` });
  expect(reads).toBe(1);
  answer.resolve();
  await seeNumber('Total Leads', '25');
  // One for the changes during the first, and at most one for an event that was still under way.
  expect(reads).toBeLessThanOrEqual(3);
});

it('says nothing of another organization', async () => {
  await page.addInitScript(RECORD_EVENTS);
  await openListening('/');
  await seeNumber('Total Leads', '0');
  const stranger = await signUp(app.url);
  await makeLead(stranger, { email: 'stranger@mail.example' });
  // Events keep their order, so the stranger's would have come before this one.
  await owner.post('/api/custom-fields', { name: 'Plan', type: 'text' });
  await expect.poll(() => page.evaluate('globalThis.heard')).toEqual(['hello', 'fields']);
});

it('comes back after the connection was lost, and catches up with what it missed', async () => {
  let lost = true;
  let tries = 0;
  await page.route('**/api/events', (route) => {
    tries += 1;
    return lost ? route.abort() : route.continue();
  });
  await page.goto('/');
  await seeNumber('Total Leads', '0');
  await makeLead(owner, { email: 'missed@mail.example' });
  const before = tries;
  await expect.poll(() => tries).toBeGreaterThan(before);
  expect(await numberOf('Total Leads')).toBe('0');
  lost = false;
  await seeNumber('Total Leads', '1');
});

it('holds one connection, and none after signing out', async () => {
  const opened: string[] = [];
  const ended: string[] = [];
  const isStream = (url: string) => url.endsWith('/api/events');
  page.on('request', (request) => isStream(request.url()) && opened.push(request.url()));
  page.on('requestfailed', (request) => isStream(request.url()) && ended.push(request.url()));
  page.on('requestfinished', (request) => isStream(request.url()) && ended.push(request.url()));
  await page.clock.install();
  await openListening('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Import History' }).click();
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor();
  expect([opened.length, ended.length]).toEqual([1, 0]);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  await expect.poll(() => ended.length).toBe(1);
  // As long as the page ever waits before it connects anew.
  await page.clock.runFor(60_000);
  expect(opened).toHaveLength(1);
});
