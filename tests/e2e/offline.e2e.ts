import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { withoutDatabase } from '#tests/support/away-database.ts';
import { closePage, seeNoViolations, seeWidth } from '#tests/support/browser.ts';
import { call, makeLead } from '#tests/support/calls.ts';
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

const COUNT = 65;
const OFFLINE =
  "You're offline. Keep this tab open: your changes will be sent as soon as you're back online.";
const AWAY = "Lead Manager isn't responding. Keep this tab open: we'll keep trying, then send your changes.";

let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(COUNT));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  // The browser keeps 250 requests by default, fewer than the files of all screens with what a slow machine asks meanwhile.
  await page.evaluate('performance.setResourceTimingBufferSize(2000)');
  await rowOf(page, `Given${COUNT - 1} `).waitFor();
});
afterEach(() => closePage(page));

const banner = (text: string) => page.getByRole('status').getByText(text);
const gone = (text: string) => banner(text).waitFor({ state: 'detached' });
const setOffline = (offline: boolean) => page.context().setOffline(offline);

it('says that the browser is offline, and stops when it is back', async () => {
  await setOffline(true);
  await banner(OFFLINE).waitFor();
  // The rows that are there stay.
  await rowOf(page, `Given${COUNT - 1} `).waitFor();
  await seeNoViolations(page);
  await page.evaluate("document.documentElement.dataset.theme = 'light'");
  await seeNoViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await seeWidth(page, 390);
  await setOffline(false);
  await gone(OFFLINE);
});

it('shows no rows under the number of a page that could not be loaded', async () => {
  await setOffline(true);
  await banner(OFFLINE).waitFor();
  await buttonOf(page, 'Last').click();
  await page.getByText('Page 4 of 4').waitFor();
  await page.getByRole('heading', { name: "These leads can't be loaded right now" }).waitFor();
  await expect.poll(() => rowOf(page, 'Family').count()).toBe(0);
  // A page that is already here can be returned to.
  await buttonOf(page, 'First').click();
  await rowOf(page, `Given${COUNT - 1} `).waitFor();
  await buttonOf(page, 'Last').click();
  await page.getByRole('heading', { name: "These leads can't be loaded right now" }).waitFor();
  await setOffline(false);
  await rowOf(page, 'Given0 ').waitFor();
  await expect.poll(() => rowOf(page, 'Family').count()).toBe(5);
});

it('sends a change when the browser is back, and fetches what others did meanwhile', async () => {
  await rowOf(page, `Given${COUNT - 1} `)
    .getByRole('button')
    .click();
  const drawer = dialogOf(page, `Given${COUNT - 1} Family`);
  await drawer.getByLabel('City').waitFor();
  await setOffline(true);
  await banner(OFFLINE).waitFor();
  await drawer.getByLabel('City').fill('Ulm');
  await page.keyboard.press('Enter');
  await drawer.getByLabel('New note').fill('Written on a train');
  await page.keyboard.press('Control+Enter');
  await makeLead(stage.owner, { firstName: 'Meanwhile', email: 'meanwhile@mail.example' });
  const leadOf = async () => (await stage.leads(`search=lead${COUNT - 1}@`))[0];
  expect((await leadOf())?.city).toBeNull();
  await setOffline(false);
  await gone(OFFLINE);
  await eventually(async () => (await leadOf())?.city).toBe('Ulm');
  await drawer.getByRole('list', { name: 'Notes' }).getByText('Written on a train').waitFor();
  await rowOf(page, 'Meanwhile').waitFor();
});

/** Waits until the page has fetched the code of all screens. */
async function seeLoadedAhead(): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate<number>(`(async () => {
        const files = await (await fetch('/later.json')).json();
        const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
        return files.filter((file) => !loaded.has(file)).length;
      })()`),
    )
    .toBe(0);
}

const brandOf = async (n: number) => (await stage.leads(`search=lead${n}@`))[0]?.brand;

/** Opens the editor of a lead's brand. */
async function editBrand(n: number): Promise<void> {
  await rowOf(page, `Given${n} `).locator('[data-field=brand]').click();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: `Brand of Given${n} Family` }).waitFor();
}

/** Edits that the browser keeps until the server has answered. */
const unsentEdits = (on: Page) =>
  on.evaluate<string[]>("Object.keys(localStorage).filter((key) => key.includes('/unsent/'))");

it('edits the first cell offline, opens other screens in place, and sends the edit afterwards', async () => {
  await seeLoadedAhead();
  await setOffline(true);
  await banner(OFFLINE).waitFor();
  await editBrand(COUNT - 2);
  // The keys belong to the editor, not to the list.
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Offline Energy');
  await page.keyboard.press('Enter');
  await rowOf(page, 'Offline Energy').waitFor();
  expect(await page.getByRole('region', { name: 'Selected leads' }).count()).toBe(0);
  for (const name of ['Import History', 'Customers', 'Settings', 'Dashboard', 'Lead Management']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await banner(OFFLINE).waitFor();
  }
  await setOffline(false);
  await gone(OFFLINE);
  await eventually(() => brandOf(COUNT - 2)).toBe('Offline Energy');
  await expect.poll(() => unsentEdits(page)).toEqual([]);
});

it('keeps an edit in the browser when the page is left offline, and sends it on the next load', async () => {
  await seeLoadedAhead();
  await setOffline(true);
  await banner(OFFLINE).waitFor();
  await editBrand(COUNT - 3);
  await page.keyboard.type('Kept Energy');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await unsentEdits(page)).length).toBe(1);
  const context = page.context();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/customers');
  await next.getByText('1 earlier change saved', { exact: true }).waitFor();
  await eventually(() => brandOf(COUNT - 3)).toBe('Kept Energy');
  await expect.poll(() => unsentEdits(next)).toEqual([]);
});

it('says that an edit kept in the browser was not saved when somebody else has changed the field', async () => {
  const [lead] = await stage.leads(`search=lead${COUNT - 4}@`);
  await seeLoadedAhead();
  await setOffline(true);
  await banner(OFFLINE).waitFor();
  await editBrand(COUNT - 4);
  await page.keyboard.type('Late Energy');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await unsentEdits(page)).length).toBe(1);
  const context = page.context();
  await page.close();
  await call(stage.owner, 'PATCH', `/api/leads/${lead?.id}`, { brand: 'Early Energy' });
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/customers');
  await next.getByText('1 earlier change not saved', { exact: true }).waitFor();
  await next.getByText('Late Energy: ').first().waitFor();
  await eventually(() => brandOf(COUNT - 4)).toBe('Early Energy');
  await expect.poll(() => unsentEdits(next)).toEqual([]);
});

it('marks an edited phone as valid or invalid only once the server has checked it', async () => {
  await seeLoadedAhead();
  await setOffline(true);
  await banner(OFFLINE).waitFor();
  const row = rowOf(page, `Given${COUNT - 6} `);
  await row.locator('[data-field=phone]').click();
  for (const phone of ['34', '+12015550199']) {
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: `Phone of Given${COUNT - 6} Family` }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(phone);
    await page.keyboard.press('Enter');
    await row.getByText('Not checked yet').waitFor();
    expect(await row.locator('svg.text-positive, svg.text-caution').count(), phone).toBe(0);
  }
  await setOffline(false);
  await gone(OFFLINE);
  await row.locator('svg.text-positive').waitFor();
});

it('tries again when asked to, and by itself, while the server is away', async () => {
  await withoutDatabase(stage.app, async () => {
    await page.getByLabel('Search leads').fill('Given12');
    await banner(AWAY).waitFor();
    // The rows of the search before don't stand for this one.
    await page.getByRole('heading', { name: "These leads can't be loaded right now" }).waitFor();
    await expect.poll(() => rowOf(page, 'Family').count()).toBe(0);
    const tried = page.waitForResponse((response) => response.url().endsWith('/readyz'));
    await buttonOf(page, 'Try Now').click();
    expect((await tried).status()).toBe(503);
  });
  await gone(AWAY);
  await rowOf(page, 'Given12 ').waitFor();
  await expect.poll(() => rowOf(page, 'Family').count()).toBe(1);
});

it('loads a screen that was opened while the server was away', async () => {
  await withoutDatabase(stage.app, async () => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Import History' })
      .click();
    await banner(AWAY).waitFor();
  });
  await gone(AWAY);
  await page.getByRole('table').getByText('completed').waitFor();
});

it('keeps the rows of this page when reading them again fails', async () => {
  await page.route('**/api/leads?*', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong', requestId: 'request-7' } }),
  );
  const failed = page.waitForResponse((response) => response.status() === 500);
  await makeLead(stage.owner, { email: 'unseen@mail.example' });
  await failed;
  await rowOf(page, 'Family').first().waitFor();
  await expect.poll(() => tableOf(page).count()).toBe(1);
  await expect.poll(() => page.getByRole('heading', { name: 'Failed to fetch leads' }).count()).toBe(0);
});
