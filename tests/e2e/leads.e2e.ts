import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  closePage,
  openPage,
  seeNoViolations,
  seeWidth,
  signInAs,
  startBrowser,
} from '#tests/support/browser.ts';
import { eventsOf, fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { eventually } from './leads-steps.ts';

const LEADS = 45;
const COLUMNS = ' Name Email Phone Country Brand Source Status Sold Tags Deposit Created'.split(' ');

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;

/** Creates a file of leads, the first with an invalid phone and an amount. */
function leadsFile(): File {
  const rows = Array.from(
    { length: LEADS },
    (_, row) => `Given${row},Family,lead${row}@mail.example,+1201555${1000 + row},United States,Nordlicht`,
  );
  rows[LEADS - 1] = 'Odd,One,odd@mail.example,12,,';
  return fileOf('leads.csv', ['first,last,email,phone,country,brand', ...rows].join('\n'));
}

const MAPPING = {
  first: 'firstName',
  last: 'lastName',
  email: 'email',
  phone: 'phone',
  country: 'country',
  brand: 'brand',
};

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), startBrowser()]);
  owner = await signUp(app.url);
  const form = formWith([
    ['file', leadsFile()],
    ['fieldMapping', JSON.stringify(MAPPING)],
    ['manualTags', JSON.stringify(['spring', 'vip', 'warm'])],
  ]);
  const events = await eventsOf(await owner.send('/api/import-stream', { method: 'POST', body: form }));
  expect(events.at(-1)).toMatchObject({ type: 'complete', stats: { imported: LEADS } });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, owner);
});
afterEach(() => closePage(page));

const table = () => page.getByRole('grid', { name: 'Leads' });
const rowCount = async () => (await table().getByRole('row').count()) - 1;
const opacity = () => page.evaluate<string>("getComputedStyle(document.querySelector('main table')).opacity");
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('shows 20 a page, how many there are, and what is known of each', async () => {
  await page.goto('/leads');
  await page.getByText(`${LEADS} leads`).waitFor();
  await expect.poll(() => table().getByRole('columnheader').allInnerTexts()).toEqual(COLUMNS);
  await expect.poll(() => rowCount()).toBe(20);
  const [odd] = await table()
    .getByRole('row', { name: /Odd One/ })
    .allInnerTexts();
  expect(odd).toMatch(/odd@mail\.example/);
  expect(odd).toMatch(/Invalid/);
  expect(odd).toMatch(/new/i);
  expect(odd).toMatch(/Available/);
  expect(odd).toMatch(/spring/);
  expect(odd).toMatch(/\+1/);
  await seeNoViolations(page);
});

it('pages with First, Prev, Next and Last and keeps the page in the address only above 1', async () => {
  await page.goto('/leads');
  await page.getByText('Page 1 of 3').waitFor();
  await expect.poll(() => button('First').isDisabled()).toBe(true);
  await expect.poll(() => button('Prev').isDisabled()).toBe(true);
  const seen = new Set(await table().locator('tbody tr').allInnerTexts());

  await button('Next').click();
  await page.waitForURL('**/leads?page=2');
  await page.getByText('Page 2 of 3').waitFor();
  await eventually(() => table().getAttribute('aria-busy')).toBe('false');
  for (const row of await table().locator('tbody tr').allInnerTexts()) expect(seen).not.toContain(row);

  await button('Last').click();
  await page.waitForURL('**/leads?page=3');
  await eventually(rowCount).toBe(LEADS - 40);
  await expect.poll(() => button('Next').isDisabled()).toBe(true);

  await page.reload();
  await page.getByText('Page 3 of 3').waitFor();
  await button('Prev').click();
  await page.waitForURL('**/leads?page=2');
  await button('First').click();
  await page.waitForURL(`${app.url}/leads`);
  await page.goBack();
  await page.getByText('Page 2 of 3').waitFor();
});

it('dims the rows before when the next page takes long', async () => {
  await page.goto('/leads');
  await page.getByText('Page 1 of 3').waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/leads?*offset=20*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button('Next').click();
  await eventually(() => table().getAttribute('aria-busy')).toBe('true');
  await eventually(opacity).toBe('0.5');
  await expect.poll(() => rowCount()).toBe(20);
  held.resolve();
  await eventually(() => table().getAttribute('aria-busy')).toBe('false');
  await eventually(opacity).toBe('1');
});

it('goes to the last page there is when the address names one beyond it', async () => {
  await page.goto('/leads?page=99');
  await page.waitForURL('**/leads?page=3');
  await page.getByText('Page 3 of 3').waitFor();
});

it('takes an address that makes no sense for the first page', async () => {
  await page.goto('/leads?page=minus');
  await page.getByText('Page 1 of 3').waitFor();
});

it('is a list of cards on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/leads');
  await page.getByText(`${LEADS} leads`).waitFor();
  await expect.poll(() => table().count()).toBe(0);
  await expect.poll(() => page.getByRole('list', { name: 'Leads' }).getByRole('listitem').count()).toBe(20);
  await seeWidth(page, 390);
  await seeNoViolations(page);
});

it('says when leads cannot be read, names the request, and tries again', async () => {
  let broken = true;
  await page.route('**/api/leads?*', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { message: 'Something went wrong', requestId: 'request-7' } })
      : route.continue(),
  );
  await page.goto('/leads');
  await page.getByRole('alert').getByText('Failed to fetch leads').waitFor();
  await page.getByText('request-7').waitFor();
  broken = false;
  await button('Try Again').click();
  await page.getByText(`${LEADS} leads`).waitFor();
});

it('tells another organization that there is nothing, and leads on to the import', async () => {
  await signInAs(page, app.url, await signUp(app.url));
  await page.goto('/leads');
  await page.getByRole('heading', { name: 'No leads found' }).waitFor();
  await page.getByText('Try adjusting your search or filters.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Import Leads' }).click();
  await page.waitForURL('**/import');
});
