import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SignedIn } from '#tests/support/client.ts';
import { checkUpload, csvFile, uploadFile } from '#tests/support/imports.ts';

/** Columns of the files for the grid; the last one isn't imported. */
export const FIX_HEAD = ['First Name', 'E-mail', 'Mobile', 'Deposit Date', 'Remark'];

const MAPPING = {
  'First Name': 'firstName',
  'E-mail': 'email',
  Mobile: 'phone',
  'Deposit Date': 'depositDate',
};

/**
 * Rows 2 to 8: clean, invalid email, invalid date, no contact, invalid phone, repeats row 2, clean. Five rows need
 * attention; a date and a phone are warnings.
 */
export const TROUBLED_ROWS = [
  ['Ada', 'ada@mail.example', '+12015550101', '2024-05-01', ''],
  ['Alan', 'alan@', '+12015550102', '2024-05-02', 'write'],
  ['Grace', 'grace@mail.example', '+12015550103', 'soon', ''],
  ['Nobody', '', '', '2024-05-04', ''],
  ['Kurt', 'kurt@mail.example', '12', '2024-05-05', ''],
  ['Ada again', 'ADA@mail.example', '', '2024-05-06', ''],
  ['Emmy', 'emmy@mail.example', '', '2024-05-07', ''],
];

/** Uploads and checks a file, as the wizard does; returns the ID of the upload. */
export async function checkedFile(client: SignedIn, rows: readonly (readonly string[])[]): Promise<string> {
  const { uploadId } = await uploadFile(client, csvFile([FIX_HEAD, ...rows], 'troubled.csv'));
  const plan = { fieldMapping: MAPPING, grid: true as const };
  expect((await checkUpload(client, uploadId, plan)).at(-1)?.type).toBe('complete');
  return uploadId;
}

/** Opens the grid of an upload and waits for its rows. */
export async function openGrid(page: Page, uploadId: string): Promise<void> {
  await page.goto(`/import/fix?draft=${uploadId}`);
  await fixGrid(page).getByRole('rowheader').first().waitFor();
}

export const fixGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Rows to fix' });

/** Returns the row with this number in the file. */
const fixRow = (page: Page, number: number): Locator =>
  fixGrid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: number.toLocaleString('en-US'), exact: true }) });

/** Returns the cell of a row in a column of the file. */
export const fixCell = (page: Page, number: number, column: string): Locator =>
  fixRow(page, number).locator(`[aria-colindex="${FIX_HEAD.indexOf(column) + 3}"]`);

/** Waits until a cell shows this text. */
export function seeCell(page: Page, number: number, column: string, text: string): Promise<void> {
  return expect
    .poll(() => fixCell(page, number, column).locator(':scope > span').first().textContent(), {
      message: `row ${number}, ${column}`,
    })
    .toBe(text);
}

/** Waits until the outcome of a row is this one. */
export function seeOutcome(page: Page, number: number, label: string): Promise<void> {
  return expect
    .poll(() => fixRow(page, number).locator('[aria-colindex="2"]').textContent(), {
      message: `outcome of row ${number}`,
    })
    .toContain(label);
}

/** Reads the row numbers on screen, from the top. */
export async function shownNumbers(page: Page): Promise<number[]> {
  const texts = await fixGrid(page).getByRole('rowheader').allInnerTexts();
  return texts.map((text) => Number(text.replaceAll(/\D/g, '')));
}

/** Waits until exactly these rows are listed. */
export function seeRows(page: Page, ...numbers: number[]): Promise<void> {
  return expect.poll(() => shownNumbers(page)).toEqual(numbers);
}

/** Waits until the sentence below the title contains this text. */
export function seeSummary(page: Page, text: string): Promise<void> {
  return page.getByText(text).first().waitFor();
}

/** Types into a cell in place of its text and confirms it. */
export async function writeCell(page: Page, number: number, column: string, text: string): Promise<void> {
  await fixCell(page, number, column).click();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
