import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { seeNoViolations, seeToast, seeWidth } from '#tests/support/browser.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { askForValues, queuedFileNamed } from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';
import { setPageStage } from './page-steps.ts';
import { cardOf, openQueueScreen } from './queue-steps.ts';
import { choose, chooseFiles, fieldCombobox, type InputFile } from './wizard-steps.ts';

// Values of queued files that nobody knows, and the way to read a queued file.

const stage = setPageStage({ threads: true });
let owner: SignedIn;
let page: Page;

beforeEach(async () => {
  ({ owner, page } = stage);
  await askForValues(owner);
  await openQueueScreen(page);
});

const sheet = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const chooseMapping = (label: string) => page.getByRole('radio', { name: label }).click();

function statusFile(name: string, ...statuses: string[]): InputFile {
  const rows = statuses.map((status, n) => [`${name}-${n}@mail.example`, status, 'vip; fair']);
  return { name: `${name}.csv`, bytes: csv([['Email', 'Status', 'Tags'], ...rows]) };
}

const storedStatuses = async () => (await leadsOf(owner)).map(({ status }) => status).sort();

it('asks for the values that nobody knows, once for all files, and remembers the answers', async () => {
  await chooseFiles(
    page,
    statusFile('hot', 'Neu', 'Sehr heiß', 'sehr heiss'),
    statusFile('later', 'SEHR HEISS'),
  );
  await cardOf(page, 'hot.csv').getByText('Needs answers').waitFor();
  await cardOf(page, 'hot.csv').getByText('Not recognized: 1 value of Status in 2 rows').waitFor();
  await cardOf(page, 'later.csv').getByText('Not recognized: 1 value of Status in 1 row').waitFor();
  await page.getByText('0 of 2 files done · 0 of 4 rows imported · 2 files need answers').waitFor();

  await button('Review Values of hot.csv').click();
  // The column with values to review is open, and the tags are listed one by one.
  await choose(page, sheet().getByRole('combobox', { name: 'What Sehr heiß becomes' }), 'qualified');
  await sheet().getByRole('button', { name: /^Tags/ }).click();
  await choose(page, sheet().getByRole('combobox', { name: 'What fair becomes' }), 'Leave empty');
  await button('Save Answers').click();
  await page.getByText('2 of 2 files done · 4 of 4 rows imported').waitFor();
  expect(await storedStatuses()).toEqual(['new', 'qualified', 'qualified', 'qualified']);
  expect((await leadsOf(owner)).map(({ tags }) => tags)).toEqual([['vip'], ['vip'], ['vip'], ['vip']]);

  await chooseFiles(page, statusFile('next', 'sehr heiß'));
  await cardOf(page, 'next.csv').getByText('Completed').waitFor();
});

it('keeps the values for which nothing else is chosen, and asks for them no more', async () => {
  await chooseFiles(page, statusFile('hot', 'odd', 'even'), statusFile('later', 'even'));
  await cardOf(page, 'later.csv').getByText('Needs answers').waitFor();
  await button('Review Values of hot.csv').click();
  await choose(page, sheet().getByRole('combobox', { name: 'What odd becomes' }), 'contacted');
  await button('Save Answers').click();
  await page.getByText('2 of 2 files done · 3 of 3 rows imported').waitFor();
  expect(await storedStatuses()).toEqual(['contacted', 'even', 'even']);
});

it('imports such values as they are, for a file or for all of the queue', async () => {
  await chooseFiles(page, statusFile('one', 'odd'), statusFile('two', 'even'));
  await button('Import as They Are the values of one.csv').click();
  await cardOf(page, 'one.csv').getByText('Completed').waitFor();
  await cardOf(page, 'one.csv').getByText(', imported as they are').waitFor();
  await expect.poll(() => button('Review Values of one.csv').count()).toBe(0);
  await cardOf(page, 'two.csv').getByText('Needs answers').waitFor();
  await page.getByRole('switch', { name: "Ask about values we don't recognize" }).click();
  await cardOf(page, 'two.csv').getByText('Completed').waitFor();
  expect(await storedStatuses()).toEqual(['even', 'odd']);
  await page.reload();
  await chooseFiles(page, statusFile('three', 'other'));
  await cardOf(page, 'three.csv').getByText('Completed').waitFor();
});

it('says so when the answers come too late', async () => {
  await chooseFiles(page, statusFile('hot', 'odd'));
  await button('Review Values of hot.csv').click();
  await sheet().getByRole('combobox', { name: 'What odd becomes' }).waitFor();
  const { id } = await queuedFileNamed(owner, 'hot.csv');
  await owner.send(`/api/import-queue/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ keepValues: true }),
    headers: { 'content-type': 'application/json' },
  });
  await until('it is imported', async () => (await queuedFileNamed(owner, 'hot.csv')).state === 'completed');
  await button('Save Answers').click();
  await seeToast(page, "Couldn't save your answers", 'The import of this file has already started');
});

const BOOK: InputFile = {
  name: 'book.xlsx',
  bytes: xlsx({
    sheets: [
      {
        name: 'Cover',
        rows: [
          ['Report', 'Of'],
          ['May', '2030'],
        ],
      },
      {
        name: 'People',
        rows: [
          ['Export of May'],
          ['Email', 'City'],
          ['ada@mail.example', 'Brno'],
          ['kurt@mail.example', 'Wien'],
        ],
      },
    ],
  }),
};

it('reads a file another way on its card', async () => {
  await chooseMapping('One mapping for all files');
  await chooseFiles(page, BOOK);
  await cardOf(page, 'book.xlsx').getByText('Mapping').waitFor();
  await button('How we read book.xlsx').click();
  await sheet().getByRole('combobox', { name: 'Sheet' }).click();
  await page.getByRole('option', { name: 'People' }).click();
  await sheet().getByText("Row 2 is the header. Row 1 above it won't be imported.").waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => fieldCombobox(page, 'City').textContent()).toBe('City');
  await button('Use for All Files').click();
  await cardOf(page, 'book.xlsx').getByText('Completed').waitFor();
  expect((await leadsOf(owner)).map(({ city }) => city)).toEqual(['Brno', 'Wien']);
});

it('reads a file another way in the mapping panel, and keeps it over a reload', async () => {
  await chooseMapping('One mapping for all files');
  await chooseFiles(page, {
    name: 'titled.csv',
    bytes: csv([
      ['Foo', 'Bar'],
      ['Email', 'City'],
      ['ada@mail.example', 'Brno'],
    ]),
  });
  await button('Change File Settings').click();
  await page.getByRole('button', { name: 'No header row' }).click();
  await fieldCombobox(page, 'Column 1').waitFor();
  await button('Change File Settings').click();
  await button('Use row 2 as the header').click();
  await expect.poll(() => fieldCombobox(page, 'City').textContent()).toBe('City');
  await page.reload();
  await expect.poll(() => fieldCombobox(page, 'City').textContent()).toBe('City');
  await button('Use for All Files').click();
  await cardOf(page, 'titled.csv').getByText('Completed').waitFor();
  expect(await leadsOf(owner)).toMatchObject([{ email: 'ada@mail.example', city: 'Brno' }]);
});

it.each(['dark', 'light'])('has no barrier and fits a phone (%s)', async (theme) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  await page.reload();
  await chooseFiles(page, statusFile('hot', 'odd', 'new'));
  await button('Review Values of hot.csv').waitFor();
  await seeNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await seeWidth(page, 360);
  await button('Review Values of hot.csv').click();
  await sheet().getByRole('combobox', { name: 'What odd becomes' }).waitFor();
  await seeNoViolations(page);
  await seeWidth(page, 360);
  await button('Cancel').click();
  await button('How we read hot.csv').click();
  await sheet().getByText('Row 1 is the header.').waitFor();
  await seeNoViolations(page);
  await seeWidth(page, 360);
});
