import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { seeNoViolations, seeToast, seeWidth } from '#tests/support/browser.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { setPageStage } from './page-steps.ts';
import {
  chooseField,
  chooseFiles,
  countersOf,
  fieldCombobox,
  type InputFile,
  openMapping,
  PEOPLE_CSV,
  runToEnd,
  startButton,
} from './wizard-steps.ts';

// Facts about a file before its import: its saved mapping, earlier imports of it, its sheets.

const MORE_PEOPLE: InputFile = {
  name: 'more.csv',
  bytes: csv([
    ['E-MAIL', 'first name', 'Last Name', 'Mobile', 'Remark'],
    ['edsger@mail.example', 'Edsger', 'Dijkstra', '', 'wrote'],
  ]),
};
const BOOK: InputFile = {
  name: 'book.xlsx',
  bytes: xlsx({
    sheets: [
      { name: 'Notes', rows: [['Remark'], ['nothing here']] },
      {
        name: 'June',
        rows: [
          ['Email', 'City'],
          ['kurt@mail.example', 'Brno'],
          ['emmy@mail.example', 'Erlangen'],
        ],
      },
    ],
  }),
};

const stage = setPageStage({ threads: true });
let owner: SignedIn;
let page: Page;

beforeEach(() => {
  ({ owner, page } = stage);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const ready = () => page.getByText('Ready', { exact: true });
const seeField = (column: string, field: string) =>
  expect.poll(() => fieldCombobox(page, column).textContent()).toBe(field);

it('offers the mapping that was confirmed for these columns, and the automatic one', async () => {
  await openMapping(page, PEOPLE_CSV);
  await expect.poll(() => page.getByText('Saved mapping').count()).toBe(0);
  await chooseField(page, 'Remark', 'Source');
  await runToEnd(page);

  await openMapping(page, MORE_PEOPLE);
  await page.getByText('Saved mapping', { exact: true }).waitFor();
  await seeField('Remark', 'Source');
  await button('Use Automatic Mapping').click();
  await seeField('Remark', "Don't import");
  await page.getByText('Automatic mapping', { exact: true }).waitFor();
  await button('Use Saved Mapping').click();
  await seeField('Remark', 'Source');
  await chooseField(page, 'Remark', 'Brand');
  await expect.poll(() => button('Use Automatic Mapping').count()).toBe(0);
  await runToEnd(page);
  const added = (await leadsOf(owner)).find((lead) => lead.email === 'edsger@mail.example');
  expect(added).toMatchObject({ firstName: 'Edsger', lastName: 'Dijkstra', brand: 'wrote' });
});

it('announces a file that was imported before, and leads to that import', async () => {
  await openMapping(page, PEOPLE_CSV);
  await expect.poll(() => page.getByText('This file was imported before').count()).toBe(0);
  await runToEnd(page);
  await page.goto('/import');
  await chooseFiles(page, { ...PEOPLE_CSV, name: 'renamed.csv' });
  const notice = page.getByRole('status').filter({ hasText: 'This file was imported before' });
  await notice
    .getByText(new RegExp(`${owner.user.username} imported it on .* and created 3 leads`))
    .waitFor();
  await button('Next').click();
  await startButton(page).waitFor();
  await notice.getByRole('link', { name: 'people.csv' }).click();
  await page.waitForURL('**/history?import=*');
  await page.getByRole('dialog', { name: 'people.csv' }).waitFor();
});

it('imports the sheet that is chosen of a workbook', async () => {
  await page.goto('/import');
  await chooseFiles(page, BOOK);
  await ready().waitFor();
  await expect.poll(() => countersOf(page)).toMatchObject({ 'Total rows': '2', Columns: '2' });
  await page.getByRole('combobox', { name: 'Sheet' }).click();
  await page.getByRole('option', { name: 'Notes' }).click();
  await expect.poll(() => countersOf(page)).toMatchObject({ 'Total rows': '1', Columns: '1' });
  await page.getByRole('combobox', { name: 'Sheet' }).click();
  await page.getByRole('option', { name: 'June' }).click();
  await expect.poll(() => countersOf(page)).toMatchObject({ 'Total rows': '2', Columns: '2' });
  await page.getByText('Sheet "June", 2 of 2').waitFor();
  await button('Next').click();
  await seeField('City', 'City');
  expect(await runToEnd(page)).toBe('2 leads imported.');
  await expect
    .poll(async () => (await leadsOf(owner)).map((lead) => lead.city).sort())
    .toEqual(['Brno', 'Erlangen']);
});

it('stays with the sheet it has when another cannot be read', async () => {
  await page.goto('/import');
  await chooseFiles(page, BOOK);
  await ready().waitFor();
  await page.route('**/sheet', (route) =>
    route.fulfill({ status: 400, json: { message: 'The sheet is empty' } }),
  );
  await page.getByRole('combobox', { name: 'Sheet' }).click();
  await page.getByRole('option', { name: 'Notes' }).click();
  await seeToast(page, "Couldn't read the file that way", 'The sheet is empty');
  await expect.poll(() => page.getByRole('combobox', { name: 'Sheet' }).textContent()).toBe('June');
  await expect.poll(() => button('Next').isEnabled()).toBe(true);
});

it.each(['dark', 'light'])('has no barrier and fits a phone (%s)', async (theme) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  await openMapping(page, BOOK);
  await chooseField(page, 'City', 'Address');
  await runToEnd(page);
  await page.goto('/import');
  await chooseFiles(page, { ...BOOK, name: `${'a-very-long-name-'.repeat(6)}.xlsx` });
  await page.getByText('This file was imported before').waitFor();
  await seeNoViolations(page);
  await button('Next').click();
  await page.getByText('Saved mapping', { exact: true }).waitFor();
  await seeNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await seeWidth(page, 360);
  await button('Back').click();
  await page.getByRole('combobox', { name: 'Sheet' }).waitFor();
  await seeWidth(page, 360);
});
