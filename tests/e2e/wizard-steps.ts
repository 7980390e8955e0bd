import type { Locator, Page } from 'playwright-core';
import { csv } from '#tests/support/files/csv.ts';

/** A file for a page's file input. */
export interface InputFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * Four people: three that can be imported, one of them with an invalid phone, and one with an invalid email.
 */
export const PEOPLE = [
  ['First Name', 'Last Name', 'E-mail', 'Mobile', 'Remark'],
  ['Ada', 'Byron', 'ada@mail.example', '(201) 555-0101', 'called'],
  ['Grace', 'Hopper', 'grace@mail.example', '201-555-0102', ''],
  ['Alan', 'Turing', 'alan@', '2015550103', 'write'],
  ['Kurt', 'Gödel', '', '12', ''],
];

export const PEOPLE_CSV: InputFile = { name: 'people.csv', bytes: csv(PEOPLE) };

/** Drops files on the page's drop zone. */
export function chooseFiles(page: Page, ...files: InputFile[]): Promise<void> {
  const payload = files.map(({ name, bytes }) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(bytes),
  }));
  return page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(payload);
}

/** Opens the wizard, uploads a file and continues to the mapping. */
export async function openMapping(page: Page, file: InputFile): Promise<void> {
  await page.goto('/import');
  await chooseFiles(page, file);
  await page.getByText('Ready', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await startButton(page).waitFor();
}

/** Returns the button that starts the import. */
export function startButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Start Import' });
}

/** Returns the combobox of a column's lead field; its text is the field. */
export function fieldCombobox(page: Page, column: string): Locator {
  return page.getByRole('combobox', { name: `Lead field for ${column}`, exact: true });
}

/** Chooses the lead field of a column by typing its label. */
export function chooseField(page: Page, column: string, label: string): Promise<void> {
  return choose(page, fieldCombobox(page, column), label);
}

/** Chooses from a combobox by typing. */
export async function choose(page: Page, combobox: Locator, label: string): Promise<void> {
  await combobox.click();
  await page.keyboard.type(label);
  await page.getByRole('option', { name: label }).first().click();
}

/** Reads the results of a column's first values, line by line. */
export async function outcomesOf(page: Page, column: string): Promise<string[]> {
  const items = page.getByRole('list', { name: `What ${column} becomes` }).getByRole('listitem');
  // Spaces part the texts of neighbours.
  return (await items.allInnerTexts()).map((text) => text.replaceAll(/ *\n */g, '\n').trim());
}

/** Starts the import, waits for its end and returns the sentence that reports it. */
export async function runToEnd(page: Page): Promise<string | null> {
  await startButton(page).click();
  await page.getByRole('status').getByText('Completed').waitFor();
  return page.getByRole('heading', { level: 2 }).locator('xpath=following-sibling::p').textContent();
}

/** Reads the counters of the progress panel by label. */
export async function countersOf(page: Page): Promise<Record<string, string>> {
  const labels = await page.getByRole('main').locator('dt').allInnerTexts();
  const values = await page.getByRole('main').locator('dd').allInnerTexts();
  return Object.fromEntries(labels.map((label, index) => [label, values[index] ?? '']));
}
