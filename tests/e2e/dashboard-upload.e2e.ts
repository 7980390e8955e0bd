import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { closePage, openPage, signInAs, startBrowser } from '#tests/support/browser.ts';
import { signUp } from '#tests/support/client.ts';
import { chooseFiles, countersOf, fieldCombobox, runToEnd } from './wizard-steps.ts';

let app: TestApp;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, await signUp(app.url));
});
afterEach(() => closePage(page));

const button = (name: string) => page.getByRole('button', { name });

const file = {
  name: 'quick.csv',
  bytes: new TextEncoder().encode('E-mail,Town\nquick@mail.example,Rome\nfox@mail.example,Bern\n'),
};

it('uploads a file, tells what is in it, and lets go of it', async () => {
  await page.goto('/');
  await page.getByText('Drag files here or click to browse').waitFor();
  await page.getByText('Supports CSV, XLSX, XLS up to 100MB').waitFor();
  await chooseFiles(page, file);
  await page.getByText('Ready', { exact: true }).waitFor();
  const card = page.getByRole('region', { name: 'File' });
  await card.getByText('quick.csv').waitFor();
  await card.getByText('58 bytes').waitFor();
  await expect
    .poll(() => card.locator('dl').allInnerTexts())
    .toEqual([expect.stringMatching(/Total rows\s+2\s+Columns\s+2\s+Preview rows\s+2/)]);
  await button('Remove file').click();
  await page.getByText('Drag files here or click to browse').waitFor();
});

it('shows that a file is on its way', async () => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/upload', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/');
  await chooseFiles(page, file);
  await page.getByText('Uploading...').waitFor();
  held.resolve();
  await page.getByText('Ready', { exact: true }).waitFor();
});

it('leads into the wizard with the file kept, and from there back to it and on to the leads', async () => {
  await page.goto('/');
  await chooseFiles(page, file);
  await button('Continue to Map Fields').click();
  await page.waitForURL('**/import?draft=*');
  await expect.poll(() => fieldCombobox(page, 'E-mail').textContent()).toBe('Email');
  await button('Back').click();
  await expect.poll(() => countersOf(page)).toEqual({ 'Total rows': '2', Columns: '2', 'Preview rows': '2' });
  await page.getByText('quick.csv').waitFor();
  await button('Next').click();
  expect(await runToEnd(page)).toBe('2 leads imported.');

  await page.reload();
  await page.getByRole('heading', { name: 'The import of quick.csv has started' }).waitFor();
});

it('keeps the file as a draft at the mapping, whether the wizard was opened or not', async () => {
  await page.goto('/');
  await chooseFiles(page, file);
  await page.getByText('Ready', { exact: true }).waitFor();
  await page.goto('/import');
  await page.getByRole('link', { name: 'Continue quick.csv' }).click();
  await expect.poll(() => fieldCombobox(page, 'E-mail').textContent()).toBe('Email');
});
