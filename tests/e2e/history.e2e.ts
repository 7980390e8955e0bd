import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { closePage, openPage, seeNoViolations, signInAs, startBrowser } from '#tests/support/browser.ts';
import { eventsOf, fileOf, formWith, type SignedIn, signUp } from '#tests/support/client.ts';
import { undoneImport } from '#tests/support/undo.ts';

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;

async function importFile(name: string, rows: string[]): Promise<void> {
  const form = formWith([
    ['file', fileOf(name, ['email,phone', ...rows].join('\n'))],
    ['fieldMapping', JSON.stringify({ email: 'email', phone: 'phone' })],
  ]);
  const events = await eventsOf(await owner.send('/api/import-stream', { method: 'POST', body: form }));
  expect(events.at(-1)).toMatchObject({ type: 'complete' });
}

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  owner = await signUp(app.url);
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, owner);
});
afterEach(() => closePage(page));

const cardOf = (label: string) => page.locator('dl', { has: page.getByText(label, { exact: true }) });
const rowOf = (file: string) => page.getByRole('table', { name: 'Imports' }).getByRole('row', { name: file });
const cellsOf = (file: string) => rowOf(file).getByRole('cell').allInnerTexts();

it('says that there are no imports yet and leads on to the first', async () => {
  await page.goto('/history');
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Import Leads' }).click();
  await page.waitForURL('**/import');
});

it('lists imports, adds them up, and is read anew each time it opens', async () => {
  await importFile('first.csv', ['a@mail.example,+12015550101', 'b@mail.example,12', 'nonsense,']);
  await page.goto('/history');
  await rowOf('first.csv').waitFor();
  const [, , status, ...numbers] = await cellsOf('first.csv');
  expect(status).toMatch(/completed/i);
  // Total rows, imported, updated, duplicates, errors, invalid phones, success rate.
  expect(numbers.slice(0, 7)).toEqual(['3', '2', '0', '0', '1', '1', '66.7%']);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await importFile('second.csv', ['a@mail.example,']);
  await page.getByRole('navigation').getByRole('link', { name: 'Import History' }).click();
  await rowOf('second.csv').waitFor();
  await expect
    .poll(async () => (await cellsOf('second.csv')).slice(3, 10))
    .toEqual(['1', '0', '0', '1', '0', '0', '0.0%']);

  for (const [label, value] of [
    ['Total Imports', '2'],
    ['Total Rows', '4'],
    ['Imported', '2'],
    ['Duplicates', '1'],
    ['Errors', '1'],
  ] as const) {
    await expect.poll(async () => (await cardOf(label).locator('dd').allInnerTexts())[0]).toBe(value);
  }
  await seeNoViolations(page);
});

it('shows the whole Duration column at 1440 px, in both themes', async () => {
  await importFile('a list of contacts with a rather long name.csv', ['c@mail.example,12', 'nonsense,']);
  await importFile('undone.csv', ['d@mail.example,']);
  await app.context.db.owner.query(
    `UPDATE imports SET total_rows = 1000000, processed = 1000000, imported = 980123, updated = 10234, duplicates = 9642, errors = 1,
       skipped = 0, invalid_phones = 123456, duration = '12m 34s', created_at = now() - interval '44 minutes'
     WHERE organization_id = $1`,
    [owner.user.organizationId],
  );
  await page.goto('/history');
  const head = page.getByRole('columnheader', { name: 'Duration' });
  await rowOf('a list of').getByText('12m 34s').waitFor();
  for (const colorScheme of ['dark', 'light']) {
    await page.evaluate((theme) => localStorage.setItem('theme', theme), colorScheme);
    await page.reload();
    const cell = rowOf('a list of').getByText('12m 34s');
    await cell.waitFor();
    const actions = page.getByRole('columnheader', { name: 'Actions' });
    const end = (await actions.boundingBox())?.x ?? 0;
    for (const shown of [head, cell]) {
      const { x = Number.POSITIVE_INFINITY, width = 0 } = (await shown.boundingBox()) ?? {};
      expect(x + width).toBeLessThanOrEqual(end + 0.5);
    }
  }
});

it('leaves undone imports out of its totals and says how many there are, as the dashboard does', async () => {
  await importFile('kept.csv', ['e@mail.example,']);
  await importFile('undone.csv', ['f@mail.example,', 'g@mail.example,']);
  const { body } = await owner.get<{ id: string; filename: string }[]>('/api/imports');
  await undoneImport(owner, body.find(({ filename }) => filename === 'undone.csv')?.id ?? '');
  await page.goto('/history');
  await cardOf('Total Imports').getByText('1 undone', { exact: true }).waitFor();
  await expect.poll(async () => (await cardOf('Total Rows').locator('dd').allInnerTexts())[0]).toBe('1');
  await page.goto('/');
  await cardOf('Total Imports').getByText('1 undone', { exact: true }).waitFor();
  await expect.poll(async () => (await cardOf('Total Imports').locator('dd').allInnerTexts())[0]).toBe('1');
});

it('says when the history cannot be read, and tries again', async () => {
  let broken = true;
  await page.route('**/api/imports', (route) =>
    broken
      ? route.fulfill({ status: 503, json: { message: 'Starting', requestId: 'request-9' } })
      : route.continue(),
  );
  await page.goto('/history');
  await page.getByRole('alert').getByText('Failed to fetch the import history').waitFor();
  await page.getByText('request-9').waitFor();
  broken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor();
});
