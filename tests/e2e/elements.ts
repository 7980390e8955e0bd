import type { Locator, Page } from 'playwright-core';

/** Returns the button with exactly this name. */
export const buttonOf = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** Returns the open dialog or drawer with this title. */
export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

/** The rows of a table that has loaded: placeholders are rows as well. */
export function rowsOf(page: Page, table: string): Locator {
  const loaded = page.locator('[aria-busy="false"]');
  return page.getByRole('table', { name: table }).and(loaded).locator('tbody tr');
}
