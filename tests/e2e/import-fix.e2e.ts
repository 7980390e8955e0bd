import { describe, expect, it } from 'vitest';
import { seeToast } from '#tests/support/browser.ts';
import { csv } from '#tests/support/files/csv.ts';
import { leadsOf } from '#tests/support/imports.ts';
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
  seeSummary,
  TROUBLED_ROWS,
  writeCell,
} from './fix-steps.ts';
import { setPageStage } from './page-steps.ts';
import { openMapping, startButton } from './wizard-steps.ts';

// Fixing rows before they are imported: the list, its filters, and the way in and out.

const stage = setPageStage();

/** Opens the grid of a file with five rows that need attention. */
async function openTroubled(rows: readonly (readonly string[])[] = TROUBLED_ROWS): Promise<string> {
  const uploadId = await checkedFile(stage.owner, rows);
  await openGrid(stage.page, uploadId);
  return uploadId;
}

describe('the list', () => {
  it('is reached from the check of the whole file, and leads back to the mapping', async () => {
    const { page } = stage;
    await openMapping(page, { name: 'troubled.csv', bytes: csv([FIX_HEAD, ...TROUBLED_ROWS]) });
    await page.getByRole('link', { name: 'Fix 5 Rows' }).click();
    await page.waitForURL('**/import/fix?draft=*');
    await seeRows(page, 3, 4, 5, 6, 7);
    await seeSummary(page, '5 rows need attention · 4 of 7 rows will be imported');
    await page.reload();
    await seeRows(page, 3, 4, 5, 6, 7);
    await page.getByRole('link', { name: 'Back to Mapping' }).click();
    await page.waitForURL('**/import?draft=*');
  });

  it('marks each problem in its cell, in words, and says what happens to the row', async () => {
    const { page } = stage;
    await openTroubled();
    await seeOutcome(page, 3, 'Not imported');
    await expect.poll(() => fixCell(page, 3, 'E-mail').getAttribute('aria-invalid')).toBe('true');
    await expect
      .poll(() => fixCell(page, 3, 'E-mail').textContent())
      .toMatch(/alan@.*Error: Not a valid email/);
    await expect
      .poll(() => fixCell(page, 3, 'E-mail').locator('[title]').first().getAttribute('title'))
      .toMatch(/alan@\nNot a valid email/);
    await seeOutcome(page, 4, 'Warning');
    await expect
      .poll(() => fixCell(page, 4, 'Deposit Date').textContent())
      .toContain('Warning: Not a valid date');
    await seeOutcome(page, 5, 'Not imported');
    await expect.poll(() => fixCell(page, 5, 'E-mail').getAttribute('aria-invalid')).toBe('true');
    await seeOutcome(page, 7, 'Duplicate');
    await seeOutcome(page, 7, 'Same email or phone as row 2');
    await fixCell(page, 3, 'E-mail').click();
    await page.getByText('Row 3, E-mail').waitFor();
  });

  it('puts imported columns first and names the others', async () => {
    const { page } = stage;
    await openTroubled();
    const heads = await fixGrid(page).getByRole('columnheader').allInnerTexts();
    expect(heads.map((text) => text.split('\n')[0])).toEqual(['Row', 'Outcome', ...FIX_HEAD]);
    expect(heads.at(-1)).toContain('Not imported');
    expect(heads[3]).toContain('Email');
    await expect.poll(() => fixGrid(page).getAttribute('aria-rowcount')).toBe('6');
    await expect.poll(() => fixGrid(page).getAttribute('aria-colcount')).toBe('7');
  });

  it('is filtered by reason, column and text, and keeps its filters on reload', async () => {
    const { page } = stage;
    await openTroubled();
    const reasons = page.getByRole('region', { name: 'Reasons' });
    await reasons.getByRole('button', { name: 'Invalid email 1' }).click();
    await seeRows(page, 3);
    await page.reload();
    await seeRows(page, 3);
    await reasons.getByRole('button', { name: 'Invalid email 1', pressed: true }).click();
    await seeRows(page, 3, 4, 5, 6, 7);
    await page.getByRole('combobox', { name: 'Column' }).click();
    await page.getByRole('option', { name: /^Mobile/ }).click();
    await seeRows(page, 6);
    await buttonOf(page, 'Clear Filters').click();
    await seeRows(page, 3, 4, 5, 6, 7);
    await page.getByRole('searchbox', { name: 'Search rows' }).fill('GRACE');
    await seeRows(page, 4);
    await page.getByRole('searchbox', { name: 'Search rows' }).fill('nobody at all');
    await page.getByRole('heading', { name: 'No rows match' }).waitFor();
    await buttonOf(page, 'Clear Filters').first().click();
    await page.getByRole('radio', { name: 'All rows 7' }).click();
    await seeRows(page, 2, 3, 4, 5, 6, 7, 8);
  });

  it('keeps a fixed row in its place until the list is updated', async () => {
    const { page } = stage;
    await openTroubled();
    await expect.poll(() => buttonOf(page, 'Hide Fixed Rows').isDisabled()).toBe(true);
    await writeCell(page, 3, 'E-mail', 'alan@mail.example');
    await seeOutcome(page, 3, 'Will be imported');
    await seeRows(page, 3, 4, 5, 6, 7);
    await seeSummary(page, '4 rows need attention · 5 of 7 rows will be imported');
    await page.getByRole('radio', { name: 'Need attention 4' }).waitFor();
    await buttonOf(page, 'Hide Fixed Rows').click();
    await seeRows(page, 4, 5, 6, 7);
    await page.getByRole('radio', { name: 'Changed 1' }).click();
    await seeRows(page, 3);
  });
});

describe('the end', () => {
  it('says so when nothing needs attention any more, and imports the rows as they are', async () => {
    const { page } = stage;
    await openTroubled([TROUBLED_ROWS[0] ?? [], TROUBLED_ROWS[1] ?? []]);
    await writeCell(page, 3, 'E-mail', 'alan@mail.example');
    await seeSummary(page, 'No rows need attention · All 2 rows will be imported');
    await buttonOf(page, 'Hide Fixed Rows').click();
    await page.getByRole('heading', { name: 'No rows need attention' }).waitFor();
    await page.getByText('1 cell changed. Saved.').waitFor();
    await buttonOf(page, 'Start Import').click();
    await page.waitForURL('**/history?import=*');
    await page.getByRole('dialog').getByText('Completed').waitFor();
    const leads = await leadsOf(stage.owner);
    expect(leads.map(({ email }) => email)).toEqual(['ada@mail.example', 'alan@mail.example']);
  });

  it('counts dropped rows', async () => {
    const { page } = stage;
    await openTroubled([TROUBLED_ROWS[0] ?? [], TROUBLED_ROWS[1] ?? []]);
    await fixCell(page, 3, 'E-mail').click();
    await buttonOf(page, 'Drop Row').click();
    await seeOutcome(page, 3, 'Dropped');
    await buttonOf(page, 'Hide Fixed Rows').click();
    await page.getByText('1 of 2 rows will be imported. 1 row dropped.').waitFor();
    await page.getByRole('radio', { name: 'Dropped 1' }).click();
    await seeRows(page, 3);
    await fixCell(page, 3, 'E-mail').click();
    await buttonOf(page, 'Keep Row').click();
    await seeOutcome(page, 3, 'Not imported');
  });
});

describe('after the import', () => {
  it("is offered beside the wizard's result, for the rows that are left", async () => {
    const { page } = stage;
    await openMapping(page, { name: 'troubled.csv', bytes: csv([FIX_HEAD, ...TROUBLED_ROWS]) });
    await page.getByRole('link', { name: 'Fix 5 Rows' }).waitFor();
    await startButton(page).click();
    await page.getByRole('status').getByText('Completed').waitFor();
    await page.getByText("3 rows weren't imported.").waitFor();
    await page.getByRole('link', { name: 'Fix Rows' }).click();
    await seeRows(page, 3, 4, 5, 6, 7);
  });

  it('imports the rows that were fixed since, and only those', async () => {
    const { page, owner } = stage;
    await openTroubled();
    await buttonOf(page, 'Start Import').click();
    await page.waitForURL('**/history?import=*');
    const drawer = page.getByRole('dialog');
    await drawer.getByText("3 rows weren't imported. Fix them here and import only those.").waitFor();
    await drawer.getByRole('link', { name: 'Fix Rows' }).click();
    await page.waitForURL('**/import/fix?draft=*');
    await seeSummary(page, 'Imported · 0 rows fixed since');
    await expect.poll(() => buttonOf(page, 'Import Fixed Rows').isDisabled()).toBe(true);
    await writeCell(page, 3, 'E-mail', 'alan@mail.example');
    await seeSummary(page, 'Imported · 1 row fixed since');
    await buttonOf(page, 'Import Fixed Rows').click();
    await page.waitForURL('**/history?import=*');
    await drawer.getByText('Completed').waitFor();
    const emails = (await leadsOf(owner)).map(({ email }) => email);
    expect(emails).toEqual([
      'ada@mail.example',
      'grace@mail.example',
      'kurt@mail.example',
      'emmy@mail.example',
      'alan@mail.example',
    ]);
  });
});

describe('changes of many cells', () => {
  const unknown = Array.from({ length: 40 }, (_, index) => [
    `Person ${index}`,
    'unknown@',
    `+1201555${String(1000 + index)}`,
    '2024-05-01',
    '',
  ]);

  it('offers to change all cells like the one that was changed, and undoes it', async () => {
    const { page } = stage;
    await openTroubled(unknown);
    await fixCell(page, 2, 'E-mail').click();
    await page.keyboard.press('Delete');
    await seeOutcome(page, 2, 'Will be imported');
    await page.getByText('Change all 39 cells "unknown@" in E-mail to empty?').waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/import-grids/*/replace', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await buttonOf(page, 'Change 39 Cells').click();
    await page.getByRole('progressbar', { name: 'Changing cells' }).waitFor();
    answer.resolve();
    await seeSummary(page, 'No rows need attention · All 40 rows will be imported');
    await seeCell(page, 3, 'E-mail', '');
    await page.keyboard.press('Escape');
    await buttonOf(page, 'Undo changing 39 cells').click();
    await seeCell(page, 3, 'E-mail', 'unknown@');
    await seeCell(page, 2, 'E-mail', '');
    await seeSummary(page, '39 rows need attention');
  });

  it('redoes what was undone, until something else is changed', async () => {
    const { page } = stage;
    await openTroubled(unknown);
    await expect.poll(() => buttonOf(page, 'Redo').isDisabled()).toBe(true);
    await writeCell(page, 2, 'E-mail', 'a@mail.example');
    await fixCell(page, 3, 'E-mail').click();
    await buttonOf(page, 'Drop Row').click();
    await seeOutcome(page, 3, 'Dropped');
    await fixCell(page, 3, 'E-mail').click();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await seeCell(page, 2, 'E-mail', 'unknown@');
    await expect.poll(() => buttonOf(page, 'Redo').isDisabled()).toBe(false);
    await page.keyboard.press('Control+Shift+z');
    await seeCell(page, 2, 'E-mail', 'a@mail.example');
    await seeOutcome(page, 3, 'Not imported');
    await page.keyboard.press('Control+y');
    await seeOutcome(page, 3, 'Dropped');
    await buttonOf(page, 'Undo dropping 1 row').click();
    await seeOutcome(page, 3, 'Not imported');
    await writeCell(page, 4, 'E-mail', 'b@mail.example');
    await expect.poll(() => buttonOf(page, 'Redo').isDisabled()).toBe(true);
  });

  it('drops all rows of the list, and keeps them again', async () => {
    const { page } = stage;
    await openTroubled(unknown);
    await fixCell(page, 2, 'E-mail').click();
    await page.keyboard.press('Control+a');
    await buttonOf(page, 'Drop 40 Rows').click();
    await seeSummary(page, 'No rows need attention · None of 40 rows will be imported');
    await seeOutcome(page, 2, 'Dropped');
    await expect.poll(() => buttonOf(page, 'Start Import').isDisabled()).toBe(true);
    await buttonOf(page, 'Undo dropping 40 rows').click();
    await seeSummary(page, '40 rows need attention');
  });

  it('finds and replaces in a column, in the whole file or in the list', async () => {
    const { page } = stage;
    await openTroubled(unknown);
    await fixCell(page, 2, 'E-mail').click();
    await buttonOf(page, 'Find and Replace').click();
    const dialog = page.getByRole('dialog', { name: 'Find and Replace' });
    await expect.poll(() => dialog.getByLabel('Find').inputValue()).toBe('unknown@');
    await dialog.getByRole('radio', { name: 'Part of a cell' }).click();
    await dialog.getByLabel('Find').fill('KNOWN@');
    await dialog.getByLabel('Replace with').fill('named@mail.example');
    await buttonOf(page, 'Replace All').click();
    await seeToast(page, '40 cells changed', 'Undo');
    await seeCell(page, 2, 'E-mail', 'unnamed@mail.example');
  });
});
