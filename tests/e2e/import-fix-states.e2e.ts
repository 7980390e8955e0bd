import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import {
  closePage,
  openPage,
  seeNoSidewaysScroll,
  seeNoViolations,
  seeWidth,
  signInAs,
  toastOf,
} from '#tests/support/browser.ts';
import { signUp } from '#tests/support/client.ts';
import { csvFile, postImport, uploadFile } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { buttonOf } from './elements.ts';
import {
  checkedFile,
  FIX_HEAD,
  fixCell,
  fixGrid,
  openGrid,
  seeCell,
  seeOutcome,
  seeRows,
  TROUBLED_ROWS,
  writeCell,
} from './fix-steps.ts';
import { setPageStage } from './page-steps.ts';

// States in which rows can't be shown or changed, each with a way out; barriers; widths.

const stage = setPageStage();

describe('without rows', () => {
  it('says that the file is gone', async () => {
    const { page } = stage;
    for (const query of ['', '?draft=nonsense', `?draft=${crypto.randomUUID()}`]) {
      await page.goto(`/import/fix${query}`);
      await page.getByRole('heading', { name: 'This file is no longer available' }).waitFor();
    }
    await page.goto('/import/mend?draft=nonsense');
    await page.waitForURL('**/import/fix**');
    await page.getByRole('link', { name: 'Start a New Import' }).click();
    await page.waitForURL('**/import');
  });

  it('says that the file was not checked yet', async () => {
    const { page, owner } = stage;
    const { uploadId } = await uploadFile(owner, csvFile([FIX_HEAD, ...TROUBLED_ROWS]));
    await page.goto(`/import/fix?draft=${uploadId}`);
    await page.getByRole('heading', { name: "This file hasn't been checked yet" }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Back to Mapping' }).waitFor();
  });

  it('shows nothing of another organization', async () => {
    const { page, app } = stage;
    const stranger = await signUp(app.url);
    await page.goto(`/import/fix?draft=${await checkedFile(stranger, TROUBLED_ROWS)}`);
    await page.getByRole('heading', { name: 'This file is no longer available' }).waitFor();
  });

  it('tries again after the connection was lost', async () => {
    const { page, owner } = stage;
    const uploadId = await checkedFile(owner, TROUBLED_ROWS);
    await page.route('**/api/import-grids/*', (route) => route.abort());
    await page.goto(`/import/fix?draft=${uploadId}`);
    await page.getByText('Failed to fetch the rows').waitFor();
    await page.route('**/api/import-grids/*/rows', (route) => route.abort());
    await page.unroute('**/api/import-grids/*');
    await tryAgainUntil(page.getByText('Check your connection and try again.'));
    await page.unroute('**/api/import-grids/*/rows');
    await tryAgainUntil(fixCell(page, 3, 'E-mail'));
    await seeCell(page, 3, 'E-mail', 'alan@');
  });
});

/** Presses Try Again until something shows. The page also tries again by itself, which takes the button away. */
async function tryAgainUntil(shown: Locator): Promise<void> {
  const again = buttonOf(shown.page(), 'Try Again');
  await until('trying again helps', async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => undefined);
    return shown.isVisible();
  });
}

it('is not changed while the file is imported, and says so', async () => {
  const app = await startTestApp({ jobs: false });
  const owner = await signUp(app.url);
  const page = await openPage(stage.browser, app.url);
  await signInAs(page, app.url, owner);
  const uploadId = await checkedFile(owner, TROUBLED_ROWS);
  await openGrid(page, uploadId);
  // Without the job worker, the import doesn't go on.
  const response = await postImport(owner, uploadId, { fieldMapping: { 'E-mail': 'email' } });
  await response.body?.getReader().read();
  await page.getByText('This file is being imported').waitFor();
  await expect.poll(() => fixGrid(page).getAttribute('aria-readonly')).toBe('true');
  await fixCell(page, 3, 'E-mail').click();
  await page.keyboard.type('x');
  await expect.poll(() => page.getByRole('textbox', { name: 'Row 3, E-mail' }).count()).toBe(0);
  for (const name of ['Find and Replace', 'Drop Row', 'Start Import']) {
    await expect.poll(() => buttonOf(page, name).isDisabled()).toBe(true);
  }
  await page.getByRole('link', { name: 'Open Import' }).click();
  await page.waitForURL('**/history?import=*');
  await closePage(page);
  await app.close();
});

it('says while the server recounts', async () => {
  const { page, owner } = stage;
  const uploadId = await checkedFile(owner, TROUBLED_ROWS);
  const state = '**/api/import-grids/*';
  await page.route(state, async (route) => {
    const response = await route.fetch();
    const json: unknown = { ...(await response.json()), isCounted: false };
    await route.fulfill({ response, json });
  });
  await openGrid(page, uploadId);
  await page.getByText('4 of 7 rows will be imported · Recounting…').waitFor();
  // A handler that still fetches would answer too late.
  await page.unrouteAll({ behavior: 'wait' });
  await writeCell(page, 3, 'E-mail', 'alan@mail.example');
  await page.getByText('5 of 7 rows will be imported', { exact: false }).waitFor();
  await expect.poll(() => page.getByText('Recounting…').count()).toBe(0);
});

it('waits for a check that runs', async () => {
  const { page, owner } = stage;
  const uploadId = await checkedFile(owner, TROUBLED_ROWS);
  const state = '**/api/import-grids/*';
  await page.route(state, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), state: 'checking', totals: null } });
  });
  await page.goto(`/import/fix?draft=${uploadId}`);
  await page.getByRole('status').getByText('Checking the whole file…').waitFor();
  // A handler that still fetches would answer too late.
  await page.unrouteAll({ behavior: 'wait' });
  await seeCell(page, 3, 'E-mail', 'alan@');
});

it('says why the server refused a change', async () => {
  const { page, owner } = stage;
  await openGrid(page, await checkedFile(owner, TROUBLED_ROWS));
  const edit = '**/api/import-grids/*/edit';
  const conflict = { message: 'This file is being imported', requestId: 'r' };
  await page.route(edit, (route) => route.fulfill({ status: 409, json: conflict }));
  await writeCell(page, 3, 'E-mail', 'alan@mail.example');
  await page.getByText("Rows can't be changed right now").waitFor();
  await seeCell(page, 3, 'E-mail', 'alan@');
  expect(await toastOf(page)).toContain("Couldn't save your change");
  await page.unroute(edit);
  await buttonOf(page, 'Try Again').click();
  await writeCell(page, 3, 'E-mail', 'alan@mail.example');
  await seeCell(page, 3, 'E-mail', 'alan@mail.example');
});

describe.each(['dark', 'light'])('%s', (theme) => {
  it('has no barrier, and fits', async () => {
    const { page, owner } = stage;
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    await openGrid(page, await checkedFile(owner, TROUBLED_ROWS));
    await seeCell(page, 3, 'E-mail', 'alan@');
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await fixCell(page, 3, 'E-mail').click();
      await seeWidth(page, width);
      await seeNoViolations(page, String(width));
      await page.keyboard.press('F2');
      await page.getByRole('textbox', { name: 'Row 3, E-mail' }).waitFor();
      await seeNoViolations(page, `editing at ${width}`);
      await page.keyboard.press('Escape');
    }
    await buttonOf(page, 'Filters').click();
    await buttonOf(page, 'Find and Replace').click();
    await page.getByRole('dialog', { name: 'Find and Replace' }).waitFor();
    await seeNoViolations(page, 'replacing');
    await page.keyboard.press('Escape');
    await page.goto(`/import/fix?draft=${crypto.randomUUID()}`);
    await page.getByRole('heading', { name: 'This file is no longer available' }).waitFor();
    await seeNoViolations(page, 'gone');
  });
});

it('is edited on a phone by touch, as cards', async () => {
  const { app, browser, owner } = stage;
  const uploadId = await checkedFile(owner, TROUBLED_ROWS);
  const phone = await openPage(browser, app.url, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await signInAs(phone, app.url, owner);
  await openGrid(phone, uploadId);
  const cell = fixCell(phone, 3, 'E-mail');
  await cell.tap();
  const editor = phone.getByRole('textbox', { name: 'Row 3, E-mail' });
  await editor.fill('alan@mail.example');
  await editor.press('Enter');
  await seeCell(phone, 3, 'E-mail', 'alan@mail.example');
  await expect.poll(() => fixGrid(phone).getAttribute('aria-rowcount')).toBe('6');
  await seeNoSidewaysScroll(phone);
  // Enter went on to the problem of the next card.
  await phone.getByText('Row 4, Deposit Date').waitFor();
  await buttonOf(phone, 'Drop Row').tap();
  await seeOutcome(phone, 4, 'Dropped');
  await buttonOf(phone, 'Undo dropping 1 row').tap();
  await seeOutcome(phone, 4, 'Warning');
  await buttonOf(phone, 'Filters').tap();
  await phone.getByRole('region', { name: 'Reasons' }).getByRole('button', { name: 'Invalid phone 1' }).tap();
  await seeRows(phone, 6);
  await buttonOf(phone, 'Show fields of row 6').tap();
  // Down goes through the fields of a card.
  await fixCell(phone, 6, 'First Name').focus();
  await phone.keyboard.press('ArrowDown');
  await phone.getByText('Row 6, E-mail').waitFor();
  await closePage(phone);
});
