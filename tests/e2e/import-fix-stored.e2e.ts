import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { seeNoViolations, seeWidth } from '#tests/support/browser.ts';
import { csv } from '#tests/support/files/csv.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { buttonOf } from './elements.ts';
import {
  checkedFile,
  FIX_HEAD,
  fixCell,
  seeCell,
  seeOutcome,
  seeRows,
  seeSummary,
  TROUBLED_ROWS,
  writeCell,
} from './fix-steps.ts';
import { setPageStage } from './page-steps.ts';
import { openMapping, startButton } from './wizard-steps.ts';

// Fixing rows after their import: the leads that they became are updated.

const stage = setPageStage();

const drawerOf = (page: Page) => page.getByRole('dialog');
const buttonIn = (place: Locator, name: string) => place.getByRole('button', { name, exact: true });

async function leadOf(email: string): Promise<Lead | undefined> {
  return (await leadsOf(stage.owner)).find((lead) => lead.email === email);
}

/** Imports the rows without a check, as programs and the Multi-File Import do. */
function importUnchecked(rows = TROUBLED_ROWS) {
  const fieldMapping = {
    'First Name': 'firstName',
    'E-mail': 'email',
    Mobile: 'phone',
    'Deposit Date': 'depositDate',
  };
  return importLeads(stage.owner, csvFile([FIX_HEAD, ...rows], 'troubled.csv'), { fieldMapping });
}

describe("from the wizard's result", () => {
  it('updates the leads of the rows that were fixed', async () => {
    const { page } = stage;
    await openMapping(page, { name: 'troubled.csv', bytes: csv([FIX_HEAD, ...TROUBLED_ROWS]) });
    await page.getByRole('link', { name: 'Fix 5 Rows' }).waitFor();
    await startButton(page).click();
    await page.getByRole('status').getByText('Completed').waitFor();
    await page.getByRole('link', { name: 'Fix Rows' }).click();
    await seeRows(page, 3, 4, 5, 6, 7);
    await seeOutcome(page, 4, 'Warning');
    await writeCell(page, 4, 'Deposit Date', '2024-05-03');
    await seeOutcome(page, 4, 'Will be updated');
    await writeCell(page, 6, 'Mobile', '+12015550106');
    await seeSummary(page, 'Imported · 2 rows fixed since');
    await page.getByRole('radio', { name: 'Need attention 3' }).waitFor();
    await buttonOf(page, 'Update 2 Leads').click();
    await page.waitForURL('**/history?import=*');
    const drawer = drawerOf(page);
    await drawer.getByText('Completed').waitFor();
    await drawer.getByRole('heading', { name: 'Correction of troubled.csv' }).waitFor();
    // The rows were edited, which is no problem of theirs; the report names the cells.
    expect(await drawer.getByText('Changed before the import').count()).toBe(0);
    expect(await leadOf('grace@mail.example')).toMatchObject({ depositDate: '2024-05-03' });
    expect(await leadOf('kurt@mail.example')).toMatchObject({ phone: '+12015550106', numberValid: true });

    await drawer.getByRole('link', { name: 'Fix Rows' }).click();
    await seeSummary(page, 'Imported · 0 rows fixed since');
    await seeRows(page, 3, 5, 7);
    await page.getByRole('radio', { name: 'Changed 2' }).click();
    await seeOutcome(page, 4, 'Imported');
    await fixCell(page, 4, 'Deposit Date').click();
    const grace = await leadOf('grace@mail.example');
    const link = page.getByRole('link', { name: 'View Lead' });
    await expect.poll(() => link.getAttribute('href')).toContain(grace?.id);

    await openMapping(page, { name: 'again.csv', bytes: csv([FIX_HEAD, ...TROUBLED_ROWS]) });
    await page.getByText('This file was imported before').waitFor();
    await page.getByRole('link', { name: 'correction of troubled.csv' }).click();
    await drawer.getByRole('heading', { name: 'Correction of troubled.csv' }).waitFor();
  });
});

describe('from the Import History', () => {
  it('checks a file that was imported unchecked, and says why a row has to wait', async () => {
    const { page, owner } = stage;
    const { importId } = await importUnchecked();
    await page.goto(`/history?import=${importId}`);
    await drawerOf(page).getByRole('link', { name: 'Fix Rows' }).click();
    await seeRows(page, 3, 4, 5, 6, 7);
    await seeSummary(page, 'Imported · 0 rows fixed since');
    // Another lead has the phone.
    await writeCell(page, 6, 'Mobile', '+12015550101');
    await seeOutcome(page, 6, 'Duplicate');
    await seeSummary(page, 'Imported · 0 rows fixed since');
    await writeCell(page, 6, 'Mobile', '+12015550106');
    await seeOutcome(page, 6, 'Will be updated');
    const kurt = await leadOf('kurt@mail.example');
    await owner.send(`/api/leads/${kurt?.id}`, { method: 'DELETE' });
    await writeCell(page, 6, 'Mobile', '+12015550107');
    await seeOutcome(page, 6, 'Lead deleted');
    await expect.poll(() => buttonOf(page, 'Import Fixed Rows').isDisabled()).toBe(true);
  });

  it('offers the rows that were fixed, left and stored, each with its own button', async () => {
    const { page } = stage;
    const { importId } = await importUnchecked();
    const drawer = drawerOf(page);
    await page.goto(`/history?import=${importId}`);
    await drawer.getByRole('link', { name: 'Fix Rows' }).click();
    await writeCell(page, 3, 'E-mail', 'alan@mail.example');
    await writeCell(page, 4, 'Deposit Date', '2024-05-03');
    await seeSummary(page, 'Imported · 2 rows fixed since');
    await page.goto(`/history?import=${importId}`);
    await drawer.getByText('2 rows fixed since.').waitFor();
    await buttonIn(drawer, 'Import Fixed Rows').waitFor();
    await buttonIn(drawer, 'Update 1 Lead').click();
    await page.waitForURL((url) => !url.search.includes(importId));
    await drawer.getByText('Completed').waitFor();
    expect(await leadOf('grace@mail.example')).toMatchObject({ depositDate: '2024-05-03' });
    expect(await leadOf('alan@mail.example')).toBeUndefined();
    await buttonIn(drawer, 'Undo Import').click();
    const undo = page.getByRole('dialog', { name: 'Undo the import of troubled.csv?' });
    await buttonIn(undo, 'Undo Import').click();
    await page.getByText('1 lead undone.').waitFor();
    expect(await leadOf('grace@mail.example')).toMatchObject({ depositDate: null });
  });

  it('leads from the report to phones that were kept as typed', async () => {
    const { page } = stage;
    const { importId } = await importUnchecked([['Kurt', 'kurt@mail.example', '12', '', '']]);
    await page.goto(`/history?import=${importId}`);
    await drawerOf(page).getByText('Mobile: Not a valid number; kept as entered').waitFor();
    await drawerOf(page).getByText('Some rows were imported with warnings.').waitFor();
    await drawerOf(page).getByRole('link', { name: 'Fix Rows' }).click();
    await seeCell(page, 2, 'Mobile', '12');
    await writeCell(page, 2, 'Mobile', '+12015550106');
    await buttonOf(page, 'Hide Fixed Rows').click();
    await page.getByText('Update 1 lead to save your changes').waitFor();
    await buttonOf(page, 'Update 1 Lead').click();
    await drawerOf(page).getByText('Completed').waitFor();
    expect(await leadOf('kurt@mail.example')).toMatchObject({ numberValid: true });
  });
});

describe.each(['dark', 'light'])('%s', (theme) => {
  it('has no barrier, and fits', async () => {
    const { page, owner } = stage;
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    const uploadId = await checkedFile(owner, TROUBLED_ROWS);
    const fieldMapping = { 'E-mail': 'email', Mobile: 'phone', 'Deposit Date': 'depositDate' };
    const { importId } = await importLeads(owner, uploadId, { fieldMapping });
    await page.goto(`/import/fix?draft=${uploadId}`);
    await writeCell(page, 3, 'E-mail', 'alan@mail.example');
    await writeCell(page, 4, 'Deposit Date', '2024-05-03');
    await buttonOf(page, 'Update 1 Lead').waitFor();
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await seeWidth(page, width);
      await seeNoViolations(page, `grid at ${width}`);
    }
    await page.goto(`/history?import=${importId}`);
    await buttonIn(drawerOf(page), 'Update 1 Lead').waitFor();
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await seeNoViolations(page, `drawer at ${width}`);
    }
  });
});
