import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closePage, openPage, signInAs, toastOf } from '#tests/support/browser.ts';
import { addColleague } from '#tests/support/calls.ts';
import {
  checkedFile,
  fixCell,
  openGrid,
  seeCell,
  seeOutcome,
  seeRows,
  TROUBLED_ROWS,
  writeCell,
} from './fix-steps.ts';
import { setPageStage } from './page-steps.ts';

// Two people who fix the rows of one file at the same time.

const stage = setPageStage();
let colleague: Page;
let serial = 0;

beforeEach(async () => {
  const { app, browser, owner, page } = stage;
  serial += 1;
  const other = await addColleague(app, owner, `colleague-${serial}`);
  colleague = await openPage(browser, app.url);
  await signInAs(colleague, app.url, other);
  const uploadId = await checkedFile(owner, TROUBLED_ROWS);
  await Promise.all([openGrid(page, uploadId), openGrid(colleague, uploadId)]);
});
afterEach(() => closePage(colleague));

it('shows what another changes, with the name, and moves nothing', async () => {
  const { page } = stage;
  await writeCell(colleague, 3, 'E-mail', 'alan@mail.example');
  await seeCell(page, 3, 'E-mail', 'alan@mail.example');
  await seeOutcome(page, 3, 'Will be imported');
  await seeOutcome(page, 3, `colleague-${serial} changed this`);
  await seeRows(page, 3, 4, 5, 6, 7);
  await expect.poll(() => fixCell(colleague, 3, 'E-mail').textContent()).toContain('alan@mail.example');
});

it('keeps the text that one is typing, and lets the last one win', async () => {
  const { page } = stage;
  await fixCell(page, 3, 'E-mail').click();
  await page.keyboard.type('mine@mail');
  await writeCell(colleague, 3, 'E-mail', 'theirs@mail.example');
  await writeCell(colleague, 4, 'Deposit Date', '2024-06-01');
  await seeCell(page, 4, 'Deposit Date', '2024-06-01');
  await page.keyboard.type('.example');
  await page.keyboard.press('Enter');
  await seeCell(page, 3, 'E-mail', 'mine@mail.example');
  await seeCell(colleague, 3, 'E-mail', 'mine@mail.example');
});

it("undoes one's own step, not the other's", async () => {
  const { page } = stage;
  await writeCell(page, 3, 'E-mail', 'mine@mail.example');
  await seeOutcome(page, 3, 'Will be imported');
  await writeCell(colleague, 4, 'Deposit Date', '2024-06-01');
  await seeCell(page, 4, 'Deposit Date', '2024-06-01');
  await fixCell(page, 3, 'E-mail').click();
  await page.keyboard.press('Control+z');
  await seeCell(page, 3, 'E-mail', 'alan@');
  await seeCell(page, 4, 'Deposit Date', '2024-06-01');
  expect(await toastOf(page)).toContain('Undone');
});
