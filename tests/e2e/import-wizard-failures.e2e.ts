import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { seeNoViolations, seeWidth, toastOf } from '#tests/support/browser.ts';
import { csv } from '#tests/support/files/csv.ts';
import { encryptedWorkbook } from '#tests/support/files/hostile.ts';
import { setPageStage } from './page-steps.ts';
import {
  chooseField,
  chooseFiles,
  fieldCombobox,
  openMapping,
  PEOPLE,
  PEOPLE_CSV,
  runToEnd,
  startButton,
} from './wizard-steps.ts';

const stage = setPageStage({ threads: true });
let page: Page;

beforeEach(() => {
  ({ page } = stage);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('ignores other files, refuses a bad one with its reason, and takes the next', async () => {
  await page.goto('/import');
  await chooseFiles(page, { name: 'notes.txt', bytes: csv(PEOPLE) });
  await chooseFiles(page, { name: 'locked.xlsx', bytes: encryptedWorkbook() });
  const reason = page.getByRole('alert').filter({ hasText: "We couldn't read this file" });
  await reason.getByText(/password|encrypted/i).waitFor();
  expect(await toastOf(page)).toContain('Upload failed\nFailed to upload and parse file. Please try again.');
  await expect.poll(() => button('Next').isDisabled()).toBe(true);
  await chooseFiles(page, PEOPLE_CSV);
  await page.getByText('Ready', { exact: true }).waitFor();
  await button('Remove file').click();
  await page.getByText('Drag files here or click to browse').waitFor();
  await expect.poll(() => button('Next').isDisabled()).toBe(true);
});

it('tells of an import that failed, and goes back to the mapping', async () => {
  await openMapping(page, PEOPLE_CSV);
  await chooseField(page, 'Remark', 'Source');
  await page.route('**/api/import-stream', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await startButton(page).click();
  const text = 'An error occurred during the import process. Please check your file format and try again.';
  await page.getByText(text).waitFor();
  expect(await toastOf(page)).toContain('Import failed\nFailed to import leads. Please try again.');
  await button('Back').click();
  await expect.poll(() => fieldCombobox(page, 'Remark').textContent()).toBe('Source');
  await page.unroute('**/api/import-stream');
  expect(await runToEnd(page)).toBe('3 leads imported, 1 row with errors.');
});

it('follows an import whose stream broke off', async () => {
  await openMapping(page, PEOPLE_CSV);
  await page.route('**/api/import-stream', async (route) => {
    const whole = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/event-stream', body: `${whole.split('\n')[0]}\n` });
  });
  expect(await runToEnd(page)).toBe('3 leads imported, 1 row with errors.');
});

it.each(['dark', 'light'])('has no barrier on any step (%s)', async (theme) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  await page.goto('/import');
  await chooseFiles(page, { name: 'locked.xlsx', bytes: encryptedWorkbook() });
  await page.getByText("We couldn't read this file").waitFor();
  await seeNoViolations(page);
  await chooseFiles(page, PEOPLE_CSV);
  await page.getByText('Ready', { exact: true }).waitFor();
  await seeNoViolations(page);
  await button('Next').click();
  await page.getByRole('radio', { name: /^Update leads/ }).click();
  await page.getByRole('textbox', { name: 'Manual tags' }).fill('vip');
  await page.getByText('vip', { exact: true }).nth(1).waitFor();
  await seeNoViolations(page);
  await page.getByRole('radio', { name: /^Create leads/ }).click();
  await runToEnd(page);
  await seeNoViolations(page);
});

it('fits a phone', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  const wide = 'A name of a column that is as long as eighty characters, which exports really have';
  const cell = 'what it holds is longer still '.repeat(10);
  await openMapping(page, {
    name: 'wide.csv',
    bytes: csv([
      ['E-mail', wide],
      ['a@mail.example', cell],
    ]),
  });
  await button('Back').click();
  await seeWidth(page, 360);
  await button('Next').click();
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('radio', { name: /^Update leads/ }).click();
  await seeWidth(page, 360);
  await page.getByRole('radio', { name: /^Create leads/ }).click();
  await runToEnd(page);
  await seeWidth(page, 360);
});
