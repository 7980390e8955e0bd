import type { Locator, Page } from 'playwright-core';

/** Returns the button with exactly this name. */
export const buttonOf = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** Returns the open dialog or drawer with this title. */
export const dialogOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
