import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { seeNoViolations, seeToast, seeWidth } from '#tests/support/browser.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import {
  binaryWorkbook,
  HEADERLESS,
  linkedInConnections,
  openDocument,
  russianList,
  titledWorkbook,
  webPage,
} from '#tests/support/files/odd-readings.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { setPageStage } from './page-steps.ts';
import {
  chooseField,
  chooseFiles,
  countersOf,
  fieldCombobox,
  type InputFile,
  openMapping,
  runToEnd,
} from './wizard-steps.ts';

// How the wizard reads a file: header row, encoding and delimiter, shown and changed.

const stage = setPageStage({ threads: true });
let owner: SignedIn;
let page: Page;

beforeEach(() => {
  ({ owner, page } = stage);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const panel = () => page.getByRole('region', { name: 'How we read this file' });
const columns = () => panel().getByRole('columnheader').allInnerTexts();
const encoding = () => panel().getByRole('combobox', { name: 'Encoding' });
const delimiter = () => panel().getByRole('combobox', { name: 'Delimiter' });
const useRow = (row: number): Locator => button(`Use row ${row} as the header`);
const cell = (text: string) => panel().getByRole('cell', { name: text, exact: true });

async function openFile(file: InputFile): Promise<void> {
  await page.goto('/import');
  await chooseFiles(page, file);
  await page.getByText('Ready', { exact: true }).waitFor();
}

it.each<[InputFile, string[], string[]]>([
  [
    { name: 'linkedin-connections.csv', bytes: linkedInConnections() },
    ['First Name', 'Last Name', 'URL'],
    ['frank@example.com'],
  ],
  [
    { name: 'titled.xlsx', bytes: titledWorkbook() },
    ['First Name', 'Email', 'Phone'],
    ['t0@example.com', 't1@example.com', 't2@example.com'],
  ],
  [{ name: 'windows-1251.csv', bytes: russianList() }, ['Email', 'Name'], ['a@example.com']],
])('$name is read right without a click', async (file, names, emails) => {
  await openFile(file);
  await expect.poll(async () => (await columns()).slice(1, 4)).toEqual(names);
  if (file.name.startsWith('windows')) await cell('Петр').waitFor();
  await button('Next').click();
  await runToEnd(page);
  const leads = await leadsOf(owner);
  expect(leads.map(({ email }) => email).sort()).toEqual(emails);
});

it('makes another row the header with one click, and none with another', async () => {
  const table = [['Our list'], ['made by', 'Ann'], ['Wer', 'Wo'], ['Ada', 'London'], ['Bob', 'Bath']];
  await openFile({ name: 'list.csv', bytes: csv(table) });
  await panel().getByText('Row 1 is the header.').waitFor();
  await useRow(3).click();
  await panel().getByText("Row 3 is the header. Rows 1 and 2 above it won't be imported.").waitFor();
  await expect.poll(columns).toEqual(['Row', 'Wer', 'Wo']);
  await expect.poll(() => countersOf(page)).toMatchObject({ 'Total rows': '2', Columns: '2' });
  await button('No Header Row').click();
  await panel().getByText('No header row, so columns are numbered.').waitFor();
  await expect.poll(columns).toEqual(['Row', 'Column 1', 'Column 2']);
  await expect.poll(() => countersOf(page)).toMatchObject({ 'Total rows': '5' });
  // The whole row is the target of a pointer; the keyboard has the button in it.
  await cell('Wer').click();
  await expect.poll(columns).toEqual(['Row', 'Wer', 'Wo']);
  await useRow(1).focus();
  await page.keyboard.press('Enter');
  await panel().getByText('Row 1 is the header.').waitFor();
});

it('imports every row of a file without a header', async () => {
  await openFile({ name: 'list.csv', bytes: csv(HEADERLESS) });
  await expect.poll(columns).toEqual(['Row', 'Column 1', 'Column 2', 'Column 3']);
  await button('Next').click();
  await chooseField(page, 'Column 1', 'First Name');
  await expect.poll(() => fieldCombobox(page, 'Column 2').textContent()).toBe('Email');
  expect(await runToEnd(page)).toBe('3 leads imported.');
  expect((await leadsOf(owner)).map(({ firstName }) => firstName).sort()).toEqual(['Ada', 'Bob', 'Cy']);
});

it('reads the file in another encoding and with another delimiter', async () => {
  const table = [
    ['Email', 'Name'],
    ['a@example.com', 'Ðüñå'],
  ];
  await openFile({ name: 'list.csv', bytes: csv(table, { delimiter: ';', encoding: 'windows-1252' }) });
  await expect.poll(() => delimiter().textContent()).toBe('Semicolon');
  await encoding().click();
  await page.keyboard.type('russian windows');
  await page.getByRole('option', { name: 'Russian, Bulgarian, Serbian (Windows-1251)' }).click();
  await cell('Рьсе').waitFor();
  await expect.poll(() => encoding().textContent()).toBe('Russian, Bulgarian, Serbian (Windows-1251)');
  await delimiter().click();
  await page.getByRole('option', { name: 'Comma' }).click();
  await expect.poll(columns).toEqual(['Row', 'Email;Name']);
  await delimiter().click();
  await page.getByRole('option', { name: 'Semicolon' }).click();
  await expect.poll(columns).toEqual(['Row', 'Email', 'Name']);
  await button('Next').click();
  await chooseField(page, 'Name', 'First Name');
  expect(await runToEnd(page)).toBe('1 lead imported.');
  expect((await leadsOf(owner))[0]?.firstName).toBe('Рьсе');
});

it('changes from the mapping too, and keeps the fields of columns that still exist', async () => {
  const table = [
    ['Email', 'Remark', 'City'],
    ['Email', 'Notiz', 'Ort'],
    ['a@example.com', 'x', 'Bath'],
  ];
  await openMapping(page, { name: 'two-headers.csv', bytes: csv(table) });
  await chooseField(page, 'Email', 'Source');
  await page.getByText('Row 1 is the header · UTF-8 · Comma').waitFor();
  await button('Change File Settings').click();
  await useRow(2).click();
  await page.getByText('Row 2 is the header · UTF-8 · Comma').waitFor();
  await expect.poll(() => fieldCombobox(page, 'Email').textContent()).toBe('Source');
  await expect.poll(() => fieldCombobox(page, 'Ort').textContent()).toBe('City');
  await button('Done').click();
  await expect.poll(() => panel().count()).toBe(0);
});

it('stays with the reading it has when another fails', async () => {
  await openFile({ name: 'list.csv', bytes: csv(HEADERLESS) });
  await page.route('**/sheet', (route) =>
    route.fulfill({ status: 400, json: { message: 'Row 2 is empty.' } }),
  );
  await useRow(2).click();
  await seeToast(page, "Couldn't read the file that way", 'Row 2 is empty.');
  await expect.poll(columns).toEqual(['Row', 'Column 1', 'Column 2', 'Column 3']);
  await expect.poll(() => button('Next').isEnabled()).toBe(true);
});

it.each([
  [
    'OpenDocument',
    'leads.xlsx',
    openDocument(),
    'This is an OpenDocument spreadsheet. Save it as .xlsx and upload it again.',
  ],
  [
    'XLSB',
    'leads.xlsx',
    binaryWorkbook(),
    'This is a binary Excel workbook (.xlsb). Save it as .xlsx and upload it again.',
  ],
  [
    'HTML',
    'leads.xls',
    webPage(),
    'This is a web page (HTML). Open it in Excel or LibreOffice, save it as .xlsx and upload it again.',
  ],
])('says what %s under the name %s is and how to save it', async (_kind, name, bytes, text) => {
  await page.goto('/import');
  await chooseFiles(page, { name, bytes });
  await page.getByText(text, { exact: true }).waitFor();
  await expect.poll(() => button('Next').isEnabled()).toBe(false);
});

it.each(['dark', 'light'])('has no barrier and fits a phone (%s)', async (theme) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  await openFile({ name: 'linkedin-connections.csv', bytes: linkedInConnections() });
  await panel().getByText("Row 4 is the header. Rows 1 and 2 above it won't be imported.").waitFor();
  await seeNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await seeWidth(page, 360);
  await button('Next').click();
  await button('Change File Settings').click();
  await seeNoViolations(page);
  await seeWidth(page, 360);
});
