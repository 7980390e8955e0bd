import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { openPage, signInAs, startBrowser } from '#tests/support/browser.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';

/** A server, a browser, and an organization with leads. */
export interface LeadStage {
  app: TestApp;
  browser: Browser;
  owner: SignedIn;
  /** Opens a signed-in page; the lead list unless another path is given. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** Fetches leads from the API, newest first. */
  leads(query?: string): Promise<Lead[]>;
  close(): Promise<void>;
}

/**
 * Starts a server with leads: `header` names lead fields (or `custom:<name>`), each row is a lead, the last
 * row the newest.
 */
export async function setLeadStage(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  customFields: readonly { name: string; type: string }[] = [],
): Promise<LeadStage> {
  const [app, browser] = await Promise.all([startTestApp(), startBrowser()]);
  const owner = await signUp(app.url);
  for (const field of customFields) await owner.post('/api/custom-fields', { ...field, required: false });
  if (rows.length > 0) {
    const fieldMapping = Object.fromEntries(header.map((name) => [name, name]));
    await importLeads(owner, csvFile([header, ...rows]), { fieldMapping });
  }
  return {
    app,
    browser,
    owner,
    open: async (path = '/leads', options = {}) => {
      const page = await openPage(browser, app.url, options);
      await signInAs(page, app.url, owner);
      await page.goto(path);
      return page;
    },
    leads: async (query = '') =>
      (await owner.get<{ leads: Lead[] }>(`/api/leads?limit=200&${query}`)).body.leads,
    close: async () => {
      await browser.close();
      await app.close();
    },
  };
}

/** Returns leads that differ in every filterable field: `Given<n> Family`, the highest number the newest. */
export function variedRows(count: number): string[][] {
  return Array.from({ length: count }, (_, n) => [
    `Given${n}`,
    'Family',
    `lead${n}@mail.example`,
    n % 5 === 0 ? '12' : `+1201555${1000 + n}`,
    n % 2 === 0 ? 'Germany' : 'Brazil',
    n % 3 === 0 ? 'Nordlicht' : 'Acme',
    n % 4 === 0 ? 'qualified' : 'new',
    n % 2 === 0 ? 'vip' : 'warm',
    String(n * 10),
  ]);
}

/** Columns of `variedRows`. */
export const VARIED = 'firstName lastName email phone country brand status tags depositAmount'.split(' ');

export const tableOf = (page: Page) => page.getByRole('grid', { name: 'Leads' });

/** Returns a lead's row, by its name. */
export const rowOf = (page: Page, name: string | RegExp) =>
  tableOf(page).getByRole('row').filter({ hasText: name });

/** Opens a lead by its name. */
export async function openLead(page: Page, name: string | RegExp): Promise<void> {
  await rowOf(page, name).getByRole('button').click();
}

/** Polls an expectation. */
export function eventually<T>(look: () => T) {
  return expect.poll(look);
}
