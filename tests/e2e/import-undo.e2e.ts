import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { runImport } from '#server/features/imports/run-import.ts';
import { giveUpUndo, runUndo } from '#server/features/imports/undo/run-undo.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  closePage,
  openPage,
  seeNoViolations,
  seeToast,
  seeWidth,
  signInAs,
  startBrowser,
} from '#tests/support/browser.ts';
import { call } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, leadsOf, type PlanFields, postImport } from '#tests/support/imports.ts';
import { importDetail } from '#tests/support/undo.ts';
import { until } from '#tests/support/until.ts';

const LEADS = 120;

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;

beforeAll(async () => {
  // Without the job worker, an undo goes only as far as a test lets it.
  [app, browser] = await Promise.all([startTestApp({ jobs: false }), startBrowser()]);
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

const scope = () => organizationScope(app.context.db.app, owner.user.organizationId);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const drawer = (file: string) => page.getByRole('dialog', { name: file, exact: true });

/** Imports a file to its end and returns the ID of the import. */
async function imported(name: string, rows: string[][], plan: Partial<PlanFields> = {}): Promise<string> {
  const fieldMapping = { email: 'email', firstName: 'firstName', city: 'city' };
  const table = [['email', 'firstName', 'city'], ...rows];
  const response = await postImport(owner, csvFile(table, name), { fieldMapping, ...plan });
  expect(response.status).toBe(200);
  await response.body?.cancel();
  const { body } = await owner.get<{ id: string }[]>('/api/imports');
  const id = body[0]?.id ?? '';
  await runImport(app.context.db.app, scope(), id);
  return id;
}

function people(count: number): string[][] {
  return Array.from({ length: count }, (_, n) => [`lead-${n}@mail.example`, `Person ${n}`, 'Rome']);
}

/** Changes a lead as a user would. */
async function edit(email: string): Promise<void> {
  const lead = (await leadsOf(owner)).find((one) => one.email === email);
  const { status } = await call(owner, 'PATCH', `/api/leads/${lead?.id}`, { city: 'Oslo' });
  expect(status).toBe(200);
}

/** Runs an undo until some of its leads are done, then interrupts it. */
async function undoSome(id: string): Promise<void> {
  const stop = new AbortController();
  const working = runUndo(app.context.db.app, scope(), id, { batch: 1, signal: stop.signal });
  await until('a lead is undone', async () => ((await importDetail(owner, id)).undo?.done ?? 0) > 0);
  stop.abort();
  await working;
}

async function undo(file: string): Promise<void> {
  await button(`Undo import of ${file}`).click();
  await page.getByRole('dialog', { name: `Undo the import of ${file}?` }).waitFor();
  await button('Undo Import').last().click();
}

it('undoes an import with progress, keeps a lead that was edited, and names it', async () => {
  const id = await imported('people.csv', people(LEADS));
  await edit('lead-7@mail.example');
  await page.goto('/history');
  await button('Undo import of people.csv').click();
  const question = page.getByRole('dialog', { name: 'Undo the import of people.csv?' });
  await question.getByText('120 created leads go to the bin').waitFor();
  await question.getByText('Leads edited since then are kept').waitFor();
  await question.getByRole('button', { name: 'Keep Import' }).click();
  await expect.poll(() => question.count()).toBe(0);
  await expect.poll(async () => (await importDetail(owner, id)).undo).toBeNull();

  await undo('people.csv');
  await drawer('people.csv').getByText('Undoing the import').waitFor();
  await drawer('people.csv').getByText('0 of 120 leads').waitFor();
  await undoSome(id);
  const { undo: half } = await importDetail(owner, id);
  await drawer('people.csv').getByText(`${half?.done} of 120 leads`).waitFor();
  await runUndo(app.context.db.app, scope(), id);

  await drawer('people.csv').getByText('119 leads moved to the bin, 1 lead kept.').waitFor();
  const kept = page.getByRole('table', { name: 'Kept leads' });
  await kept.getByText('Person 7').waitFor();
  await kept.getByText('lead-7@mail.example').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Download Report' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('people - undo report.csv');
  expect(await readFile(await download.path(), 'utf8')).toContain('lead-7@mail.example');
  await expect
    .poll(async () => (await leadsOf(owner)).map((lead) => lead.email))
    .toEqual(['lead-7@mail.example']);

  await page.getByRole('link', { name: 'Person 7' }).click();
  await page.waitForURL('**/leads?lead=*');
  await page.getByRole('dialog', { name: 'Person 7' }).waitFor();
  await page.goBack();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: 'people.csv' }).getByText('Undone').waitFor();
  await expect.poll(() => button('Undo import of people.csv').count()).toBe(0);
});

it('puts updated leads back', async () => {
  await imported('people.csv', people(3));
  const id = await imported('moved.csv', [['lead-1@mail.example', 'Person 1', 'Oslo']], {
    importMode: { mode: 'update', matchField: 'email' },
  });
  await page.goto('/history');
  await button('Undo import of moved.csv').click();
  await page
    .getByRole('dialog', { name: 'Undo the import of moved.csv?' })
    .getByText('1 update is reversed, field by field.')
    .waitFor();
  await button('Undo Import').last().click();
  await drawer('moved.csv').getByText('Undoing the import').waitFor();
  await runUndo(app.context.db.app, scope(), id);
  await drawer('moved.csv').getByText('1 lead undone.').waitFor();
  await expect
    .poll(async () => (await leadsOf(owner)).map((lead) => lead.city))
    .toEqual(['Rome', 'Rome', 'Rome']);
});

it('says that an undo stopped, and goes on with it', async () => {
  const id = await imported('people.csv', people(LEADS));
  await page.goto('/history');
  await undo('people.csv');
  await drawer('people.csv').getByText('Undoing the import').waitFor();
  await undoSome(id);
  await giveUpUndo(scope(), id);
  await drawer('people.csv').getByText("Undo didn't finish").waitFor();
  await drawer('people.csv').getByText('Undo failed').waitFor();
  await button('Continue Undo').click();
  const question = page.getByRole('dialog', { name: 'Undo the import of people.csv?' });
  await question.getByText(/\d+ of 120 leads (?:was|were) undone before it stopped\./).waitFor();
  await question.getByRole('button', { name: 'Continue Undo' }).click();
  await drawer('people.csv').getByText('Undoing the import').waitFor();
  await runUndo(app.context.db.app, scope(), id);
  await drawer('people.csv').getByText('120 leads moved to the bin.').waitFor();
  await expect.poll(() => leadsOf(owner)).toEqual([]);
});

it('offers no undo where nothing was imported, and says when it was refused', async () => {
  await imported('people.csv', people(3));
  await imported('again.csv', people(3));
  await page.goto('/history');
  await page.getByRole('row', { name: 'again.csv' }).waitFor();
  await expect.poll(() => button('Undo import of again.csv').count()).toBe(0);
  await page.route('**/undo', (route) =>
    route.fulfill({ status: 409, json: { message: 'The import was already undone' } }),
  );
  await undo('people.csv');
  await seeToast(page, "Couldn't undo the import", 'The import was already undone');
});

it.each(['dark', 'light'])('has no barrier and fits a phone (%s)', async (theme) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  const id = await imported('people.csv', people(20));
  await edit('lead-7@mail.example');
  await page.goto('/history');
  await button('Undo import of people.csv').click();
  await page.getByRole('dialog', { name: 'Undo the import of people.csv?' }).waitFor();
  await seeNoViolations(page);
  await button('Undo Import').last().click();
  await drawer('people.csv').getByText('Undoing the import').waitFor();
  await seeNoViolations(page);
  await runUndo(app.context.db.app, scope(), id);
  await drawer('people.csv').getByText('19 leads moved to the bin, 1 lead kept.').waitFor();
  await seeNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await seeWidth(page, 360);
  await seeNoViolations(page);
});
