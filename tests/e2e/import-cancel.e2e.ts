import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { advanceQueue } from '#server/features/imports/queue/queue-jobs.ts';
import { scopeOf } from '#server/platform/context/context.ts';
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
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import { type HeldImport, holdImport } from '#tests/support/held-import.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { queueOf } from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';
import { chooseFiles, countersOf, type InputFile, openMapping, startButton } from './wizard-steps.ts';

// Cancelling an import, from each place that shows it running.

const ROWS = 2000;
/** Every tenth row has an invalid email. */
const FILE: InputFile = {
  name: 'many.csv',
  bytes: csv([
    ['E-mail'],
    ...Array.from({ length: ROWS }, (_, n) => [n % 10 === 0 ? 'nonsense' : `lead-${n}@mail.example`]),
  ]),
};

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;
let held: HeldImport | undefined;

beforeAll(async () => {
  // Without the job worker, an import goes only as far as a test lets it.
  [app, browser] = await Promise.all([startTestApp({ jobs: false }), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  held = undefined;
  owner = await signUp(app.url);
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, owner);
});
afterEach(async () => {
  await held?.release();
  await closePage(page);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const question = () => page.getByRole('dialog', { name: 'Cancel the import of many.csv?' });
const numberOf = (value: number) => value.toLocaleString('en-US');

/** Starts the import in the wizard and holds it after some of its rows are committed. */
async function startInWizard(): Promise<HeldImport> {
  await openMapping(page, FILE);
  await startButton(page).click();
  held = await holdImport(app, owner);
  return held;
}

it('ends an import in the wizard: what is imported stays, the rest is unprocessed, and nothing has failed', async () => {
  const { record } = await startInWizard();
  await expect.poll(async () => (await countersOf(page))['Imported']).toBe(numberOf(record.imported));
  // The report shows the first problems while the import runs.
  await page.getByRole('region', { name: 'Rows with problems' }).getByText('Error').first().waitFor();

  await button('Cancel Import').click();
  await question()
    .getByText(`${numberOf(record.imported)} leads imported so far stay.`)
    .waitFor();
  await question().getByRole('button', { name: 'Keep Importing' }).click();
  await expect.poll(() => question().count()).toBe(0);
  await button('Cancel Import').click();
  await question().getByRole('button', { name: 'Cancel Import' }).click();

  await page.getByRole('status').getByText('Canceled', { exact: true }).waitFor();
  await page.getByText('The import was canceled', { exact: true }).waitFor();
  const unprocessed = ROWS - record.imported - record.errors;
  await expect.poll(async () => (await countersOf(page))['Unprocessed']).toBe(numberOf(unprocessed));
  const outcome = `${numberOf(record.imported)} leads imported, ${numberOf(record.errors)} rows with errors, ${numberOf(unprocessed)} rows not processed.`;
  await seeToast(page, 'Import canceled', outcome);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await expect.poll(() => button('Cancel Import').count()).toBe(0);
  await held?.release();
  held = undefined;
  await until(
    'no row came after',
    async () => (await leadsOf(owner)).length === Math.min(200, record.imported),
  );
  await button('Back').click();
  await startButton(page).waitFor();
});

it('ends an import in the history', async () => {
  await startInWizard();
  await page.getByRole('navigation').getByRole('link', { name: 'Import History' }).click();
  await button('Cancel import of many.csv').click();
  await question().getByRole('button', { name: 'Cancel Import' }).click();
  await page.getByRole('row', { name: 'many.csv' }).getByText('Canceled').waitFor();
  await expect.poll(() => button('Cancel import of many.csv').count()).toBe(0);
  await page.getByText('1 canceled').waitFor();
  await button('many.csv').click();
  await page.getByRole('dialog', { name: 'many.csv' }).getByText('Unprocessed').waitFor();
});

it('says so when the import has ended meanwhile', async () => {
  const { record } = await startInWizard();
  await button('Cancel Import').click();
  await page.route('**/cancel', (route) =>
    route.fulfill({ status: 409, json: { message: 'The import has already ended' } }),
  );
  await question().getByRole('button', { name: 'Cancel Import' }).click();
  await seeToast(page, "Couldn't cancel the import", 'The import has already ended');
  expect(record.status).toBe('processing');
  // Otherwise the import would go on until the next test.
  expect((await owner.post(`/api/imports/${record.id}/cancel`)).status).toBe(200);
});

it('ends a job of the Multi-File Import', async () => {
  await page.goto('/multi-import');
  await chooseFiles(page, FILE);
  await until('the file waits', async () => (await queueOf(owner)).files[0]?.ready);
  await advanceQueue(app.context, scopeOf(app.context, owner.user.organizationId), owner.user.id);
  held = await holdImport(app, owner);
  await button('Cancel import of many.csv').click();
  await question().getByRole('button', { name: 'Cancel Import' }).click();
  const job = page.getByRole('listitem').filter({ hasText: 'many.csv' }).last();
  await job.getByText('Canceled').waitFor();
  await job.getByText('rows not processed. What was imported stays.').waitFor();
  await page.getByText(/^1 of 1 file done · [\d,]+ of [\d,]+ rows? imported · 1 canceled$/).waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  await button('Remove many.csv').click();
  await page.getByText('Two files are imported at a time.').waitFor();
});

it.each(['dark', 'light'])('has no barrier and fits a phone (%s)', async (theme) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  await startInWizard();
  await page.getByRole('region', { name: 'Rows with problems' }).waitFor();
  await seeNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await seeWidth(page, 360);
  await button('Cancel Import').click();
  await question().waitFor();
  await seeNoViolations(page);
  await question().getByRole('button', { name: 'Cancel Import' }).click();
  await page.getByRole('status').getByText('Canceled', { exact: true }).waitFor();
  await seeNoViolations(page);
  await seeWidth(page, 360);
});
