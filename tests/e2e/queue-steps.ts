import type { Locator, Page } from 'playwright-core';
import type { ImportRecord } from '#contract/imports.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import type { InputFile } from './wizard-steps.ts';

/** Creates a file of leads that no other file contains. */
export function leadFile(name: string, rows = 3): InputFile {
  const stem = name.replace(/\W/g, '-');
  const emails = Array.from({ length: rows }, (_, row) => [`${stem}-${row}@mail.example`]);
  return { name, bytes: csv([['Email'], ...emails]) };
}

export async function openQueueScreen(page: Page): Promise<void> {
  await page.goto('/multi-import');
  await page.getByRole('heading', { name: 'Multi-File Import', level: 1 }).waitFor();
}

/** Returns the card of a file. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Import queue' }).getByRole('listitem').filter({ hasText: name });
}

/** Reads the figures of a file: total, imported, duplicates and errors. */
export function jobFigures(page: Page, name: string): Promise<string[]> {
  return cardOf(page, name).locator('dd').allInnerTexts();
}

/** Checks whether the browser would ask before reloading or closing the page. */
export function wouldAsk(page: Page): Promise<boolean> {
  return page.evaluate<boolean>("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");
}

/** Returns the names of the files imported so far with their states, sorted. */
export async function historyOf(user: SignedIn): Promise<string[]> {
  const { body } = await user.get<ImportRecord[]>('/api/imports');
  return body.map(({ filename, status }) => `${filename} ${status}`).sort();
}
