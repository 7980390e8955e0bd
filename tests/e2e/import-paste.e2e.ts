import { expect, it } from 'vitest';
import { seeNoViolations, toastOf } from '#tests/support/browser.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { buttonOf } from './elements.ts';
import { setPageStage } from './page-steps.ts';
import { runToEnd, startButton } from './wizard-steps.ts';

const stage = setPageStage({ threads: true });

/** Copied from a spreadsheet: a cell with a line break and a comma, and one with a quotation mark. */
const BLOCK = [
  'First Name\tE-mail\tCity',
  'Ada\tada@mail.example\t"London,\n""Marylebone"""',
  '"Al\talan@mail.example\tWilmslow',
].join('\r\n');

const copyText = (text: string) =>
  stage.page.evaluate<void>(`navigator.clipboard.writeText(${JSON.stringify(text)})`);

async function seePasted(): Promise<void> {
  const { page, owner } = stage;
  await page.getByText('Ready', { exact: true }).waitFor();
  await page.getByText('Pasted rows.tsv').waitFor();
  await buttonOf(page, 'Next').click();
  await startButton(page).waitFor();
  await runToEnd(page);
  const leads = (await leadsOf(owner)).map(({ firstName, email, city }) => [firstName, email, city]);
  expect(leads.sort()).toEqual([
    ['"Al', 'alan@mail.example', 'Wilmslow'],
    ['Ada', 'ada@mail.example', 'London,\n"Marylebone"'],
  ]);
}

it('imports a block pasted on the upload step', async () => {
  const { page } = stage;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/import');
  await buttonOf(page, 'Paste Rows').waitFor();
  await copyText('just some words');
  await page.keyboard.press('Control+v');
  expect(await toastOf(page)).toContain('Paste at least two rows');
  await copyText(BLOCK);
  await page.keyboard.press('Control+v');
  await seePasted();
});

it('imports rows pasted into the dialog', async () => {
  const { page } = stage;
  await page.goto('/import');
  await buttonOf(page, 'Paste Rows').click();
  const dialog = page.getByRole('dialog', { name: 'Paste Rows' });
  await dialog.getByLabel('Rows', { exact: true }).fill('First Name');
  await buttonOf(page, 'Upload Rows').click();
  await dialog.getByText('Paste the row with the column names').waitFor();
  await seeNoViolations(page);
  await dialog.getByLabel('Rows', { exact: true }).fill(BLOCK);
  await buttonOf(page, 'Upload Rows').click();
  await seePasted();
});
