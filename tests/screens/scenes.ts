import type { Locator, Page } from 'playwright-core';
import { until } from '#tests/support/until.ts';
import type { Demo } from './demo.ts';

/** A screen, or a dialog on one. */
export interface Scene {
  /** File name of its pictures. */
  name: string;
  title: string;
  path: (demo: Demo) => string;
  /** Opens what the scene shows, after the screen has loaded. */
  open?: (page: Page) => Promise<unknown>;
  /** Shown to visitors who aren't signed in. */
  signedOut?: true;
  /** Shows something that differs from run to run, such as a secret; no pictures are taken. */
  random?: true;
}

const press = (on: Page | Locator, name: string | RegExp) => on.getByRole('button', { name }).first().click();
const pressExactly = (on: Page | Locator, name: string) =>
  on.getByRole('button', { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole('dialog').last().waitFor();
const pressForDialog = async (page: Page, name: string | RegExp) => {
  await press(page.getByRole('main'), name);
  await dialog(page);
};

const exactly = (name: string) => (page: Page) => pressForDialog(page, new RegExp(`^${name}$`));

/** Selects the first leads of the list and starts a bulk action. */
async function bulk(page: Page, action: string): Promise<void> {
  for (const at of [0, 1, 2]) {
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .nth(at)
      .click();
  }
  await pressExactly(page.getByRole('region', { name: 'Selected leads' }), action);
  await dialog(page);
}

/** Every screen of the product, in the order of its navigation. */
export const SCREENS: readonly Scene[] = [
  { name: 'sign-in', title: 'Sign-in', path: () => '/auth', signedOut: true },
  { name: 'dashboard', title: 'Dashboard', path: () => '/' },
  { name: 'import', title: 'Import Leads', path: () => '/import' },
  {
    name: 'import-mapping',
    title: 'Import Leads: mapping',
    path: () => '/import',
    open: async (page) => {
      await page.getByRole('link', { name: /^Continue / }).click();
      await page.getByRole('button', { name: 'Start Import' }).waitFor();
      await seeChecked(page);
    },
  },
  { name: 'fix-rows', title: 'Fix Rows', path: ({ uploadId }) => `/import/fix?draft=${uploadId}` },
  { name: 'multi-import', title: 'Multi-File Import', path: () => '/multi-import' },
  { name: 'leads', title: 'Lead Management', path: () => '/leads' },
  {
    name: 'duplicates',
    title: 'Lead Management: duplicates',
    path: () => '/leads?tab=duplicates',
    open: (page) => page.getByRole('list', { name: 'Likely duplicates' }).waitFor(),
  },
  { name: 'import-history', title: 'Import History', path: () => '/history' },
  { name: 'hlr-update', title: 'HLR Status Update', path: () => '/hlr-update' },
  { name: 'mark-sold', title: 'Mark Leads as Sold', path: () => '/mark-sold' },
  { name: 'customers', title: 'Customers', path: () => '/customers' },
  {
    name: 'orders',
    title: 'Orders',
    path: () => '/orders',
    open: (page) => page.getByRole('list', { name: 'Orders', exact: true }).waitFor(),
  },
  { name: 'fix-phones', title: 'Fix Phone Numbers', path: () => '/fix-phones?preview=true' },
  { name: 'update-phones', title: 'Update Phone Numbers', path: () => '/update-phones' },
  { name: 'suppression', title: 'Suppression', path: () => '/suppression' },
  { name: 'api-settings', title: 'API Settings', path: () => '/api-settings' },
  { name: 'api-docs', title: 'API Documentation', path: () => '/api-docs' },
  { name: 'settings', title: 'Settings', path: () => '/settings' },
  { name: 'organizations', title: 'Organizations', path: () => '/organizations' },
  { name: 'users', title: 'User Management', path: () => '/users' },
  { name: 'security', title: 'Security Settings', path: () => '/security' },
  { name: 'audit-logs', title: 'Audit Logs', path: () => '/audit-logs' },
  { name: 'personal-data', title: 'Personal Data', path: () => '/personal-data' },
];

/** The main dialogs, drawers and panels. */
export const DIALOGS: readonly Scene[] = [
  { name: 'lead', title: 'A lead', path: ({ leadId }) => `/leads?lead=${leadId}`, open: dialog },
  {
    name: 'new-lead',
    title: 'Add a lead',
    path: () => '/leads',
    open: (page) => pressForDialog(page, 'Add Lead'),
  },
  {
    name: 'filters',
    title: 'Advanced filters',
    path: () => '/leads?country=Germany',
    open: async (page) => {
      await press(page, /^Advanced Filters/);
      await page.getByLabel('Deposit Amount', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Clear All' }).waitFor();
    },
  },
  {
    name: 'bulk-sell',
    title: 'Mark leads as sold',
    path: () => '/leads',
    open: (page) => bulk(page, 'Mark Sold'),
  },
  {
    name: 'sell-through-order',
    title: 'Sell through an order',
    path: () => '/leads',
    open: async (page) => {
      await bulk(page, 'Sell Through Order');
      await page.getByRole('radio', { checked: true }).waitFor();
    },
  },
  {
    name: 'order',
    title: 'Add an order',
    path: () => '/orders',
    open: (page) => pressForDialog(page, 'Add Order'),
  },
  {
    name: 'export',
    title: 'Export leads',
    path: () => '/leads',
    open: (page) => pressForDialog(page, /^Export/),
  },
  {
    name: 'clean',
    title: 'Clean leads without an email',
    path: () => '/leads',
    open: (page) => pressForDialog(page, 'Clean No Email'),
  },
  {
    name: 'import-report',
    title: 'An import',
    path: () => '/history',
    open: (page) => pressForDialog(page, /facebook-leads-march\.csv/),
  },
  {
    name: 'customer',
    title: 'A customer',
    path: () => '/customers?customer=C-1042',
    open: dialog,
  },
  {
    name: 'create-token',
    title: 'Create an API token',
    path: () => '/api-settings',
    open: (page) => pressForDialog(page, 'Create Token'),
  },
  {
    name: 'revoke-token',
    title: 'Revoke an API token',
    path: () => '/api-settings',
    open: (page) => pressForDialog(page, /^Revoke/),
  },
  {
    name: 'delete-field',
    title: 'Delete a custom field',
    path: () => '/settings',
    open: (page) => pressForDialog(page, /^Delete/),
  },
  {
    name: 'add-admin',
    title: 'Add an admin to an organization',
    path: () => '/organizations',
    open: (page) => pressForDialog(page, /^Add Admin/),
  },
  {
    name: 'add-user',
    title: 'Add a user',
    path: () => '/users',
    open: (page) => pressForDialog(page, 'Add User'),
  },
  {
    name: 'reset-password',
    title: 'Reset a password',
    path: () => '/users',
    open: (page) => pressForDialog(page, /^Reset/),
  },
  {
    name: 'two-factor',
    title: 'Set up two-factor authentication',
    path: () => '/security',
    open: (page) => pressForDialog(page, 'Set Up 2FA'),
    random: true,
  },
  {
    name: 'audit-entry',
    title: 'An audit entry',
    path: () => '/audit-logs',
    open: async (page) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
      await dialog(page);
    },
  },
  {
    name: 'activity',
    title: 'Activity',
    path: () => '/customers',
    open: async (page) => {
      await pressExactly(page, 'Activity');
      await dialog(page);
    },
  },
  {
    name: 'palette',
    title: 'Commands',
    path: () => '/customers',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await dialog(page);
    },
  },
  {
    name: 'shortcuts',
    title: 'Keyboard Shortcuts',
    path: () => '/customers',
    open: async (page) => {
      await page.keyboard.press('?');
      await dialog(page);
    },
  },
  {
    name: 'filter',
    title: 'Add a filter',
    path: () => '/leads?country=Germany',
    open: exactly('Filter'),
  },
  {
    name: 'any-of',
    title: 'Any of several conditions',
    path: () =>
      `/leads?country=Germany&where=${encodeURIComponent('[["any",[["city","is","Berlin"]],[["brand","is","Nordlicht"],["isSold","is","false"]]]]')}`,
    open: (page) => press(page, /^Any of:/),
  },
  { name: 'views', title: 'Saved views', path: () => '/leads', open: exactly('Views') },
  {
    name: 'bin',
    title: 'The bin',
    path: () => '/leads?bin=true',
    open: (page) =>
      page.getByLabel('Leads in the bin', { exact: true }).getByRole('button').first().waitFor(),
  },
  {
    name: 'templates',
    title: 'Import templates',
    path: ({ uploadId }) => `/import?draft=${uploadId}`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Start Import' }).waitFor();
      await seeChecked(page);
      await pressForDialog(page, 'Templates');
    },
  },
  {
    name: 'queue-options',
    title: 'Options of a queued file',
    path: () => '/multi-import',
    open: (page) => pressForDialog(page, /^Options for/),
  },
  {
    name: 'edit-status',
    title: 'Edit a status',
    path: () => '/settings',
    open: (page) => pressForDialog(page, /^Edit/),
  },
];

/** Dialogs and panels that the gallery leaves out: they look like the ones above. */
export const MORE_DIALOGS: readonly Scene[] = [
  ...['Set Status', 'Set Field', 'Add Tags', 'Delete'].map((action) => ({
    name: `bulk-${action.toLowerCase().replace(' ', '-')}`,
    title: `Leads: ${action}`,
    path: () => '/leads',
    open: (page: Page) => bulk(page, action),
  })),
  { name: 'columns', title: 'Columns', path: () => '/leads', open: exactly('Columns') },
  {
    name: 'undo-import',
    title: 'Undo an import',
    path: () => '/history',
    open: (page) => pressForDialog(page, /^Undo import/),
  },
  {
    name: 'undo-sale',
    title: 'Undo a batch of sales',
    path: () => '/mark-sold',
    open: (page) => pressForDialog(page, /^Undo/),
  },
  { name: 'add-status', title: 'Add a status', path: () => '/settings', open: exactly('Add Status') },
  {
    name: 'delete-status',
    title: 'Delete a status',
    path: () => '/settings',
    open: (page) => pressForDialog(page, 'Delete Contacted'),
  },
  {
    name: 'remove-user',
    title: 'Remove a user',
    path: () => '/users',
    open: (page) => pressForDialog(page, /^Remove/),
  },
  {
    name: 'demote-self',
    title: 'Give up administrator rights',
    path: () => '/users',
    open: async (page) => {
      await page.getByRole('switch').first().click();
      await dialog(page);
    },
  },
];

/** Evaluates to what a screen still waits for, or null once it has loaded. */
const PENDING = `{
  const busy = document.querySelector('[aria-busy=true], .animate-breathe, .animate-spin:not(button *)');
  document.querySelector('h1') === null ? 'no heading' :
    document.fonts.status !== 'loaded' ? 'fonts' : busy === null ? null : busy.outerHTML.slice(0, 200);
}`;

/**
 * Waits until a screen has loaded: it has a heading, nothing is busy, and no skeleton is left.
 * @throws after `ms` milliseconds, naming what it still waits for
 */
export async function settled(page: Page, ms?: number): Promise<void> {
  let pending: string | null = null;
  const isSettled = async () => {
    pending = await page.evaluate<string | null>(PENDING);
    return pending === null;
  };
  await until('the screen has loaded', isSettled, ms).catch((error: Error) => {
    throw new Error(`${error.message}: ${pending}`);
  });
}

/** Waits for the check of the whole file, which the same check on another page ends. */
async function seeChecked(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Try Again' });
  await until('the file is checked', async () => {
    if (await again.isVisible()) await again.click();
    return page
      .getByText(/rows will be imported/)
      .first()
      .isVisible();
  });
}

/** Switches the theme in place, with the page's own control, even behind a dialog. */
export async function switchTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate(`document.querySelector('header button[aria-label="Use ${theme} theme"]')?.click()`);
  await until(`the ${theme} theme is on`, () =>
    page.evaluate<boolean>(`document.documentElement.dataset.theme === '${theme}'`),
  );
}
