import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { PREVIEW_PATH } from '#contract/live-paths.ts';
import { toastOf } from '#tests/support/browser.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import { xls } from '#tests/support/files/xls.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { until } from '#tests/support/until.ts';
import { dropPath, setPageStage } from './page-steps.ts';
import {
  choose,
  chooseField,
  chooseFiles,
  countersOf,
  fieldCombobox,
  type InputFile,
  openMapping,
  outcomesOf,
  PEOPLE,
  PEOPLE_CSV,
  runToEnd,
  startButton,
} from './wizard-steps.ts';

const FILES: InputFile[] = [
  PEOPLE_CSV,
  { name: 'people.xlsx', bytes: xlsx({ sheets: [{ name: 'May', rows: PEOPLE }] }) },
  { name: 'people.xls', bytes: xls([{ name: 'May', rows: PEOPLE }]) },
];

const stage = setPageStage({ threads: true });
let owner: SignedIn;
let page: Page;

beforeEach(() => {
  ({ owner, page } = stage);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const defaultCountry = () => page.getByRole('combobox', { name: 'Default country' });
const footnote = (text: string) => page.getByText(text, { exact: true });

it('shows each column on two lines, also before its results are known, so that the preview is on the first screen', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const read = Promise.withResolvers<void>();
  await page.route(`**${PREVIEW_PATH}`, async (route) => {
    await read.promise;
    await route.continue();
  });
  await openMapping(page, PEOPLE_CSV);
  await expect.poll(() => outcomesOf(page, 'Mobile')).toEqual(['', '', '']);
  await seeTwoLines();
  read.resolve();
  await expect.poll(() => outcomesOf(page, 'Mobile')).not.toContain('');
  await seeTwoLines();
});

async function seeTwoLines(): Promise<void> {
  const rows = page.getByRole('region', { name: 'Field mapping' }).locator('li:has([role=combobox])');
  const heights = await rows.evaluateAll((found) => found.map((row) => row.getBoundingClientRect().height));
  expect(heights).toHaveLength(5);
  expect(Math.max(...heights)).toBeLessThanOrEqual(56);
  const preview = await page.getByRole('region', { name: 'Preview' }).boundingBox();
  expect(preview?.y).toBeLessThan(900 - 160);
}

describe('from a file to leads', () => {
  it.each(FILES)('$name', async (file) => {
    await page.goto('/import');
    await page.getByText('Drag files here or click to browse').waitFor();
    await page.getByText('Supports CSV, XLSX, XLS up to 100MB').waitFor();
    await expect.poll(() => button('Next').isDisabled()).toBe(true);
    await chooseFiles(page, file);
    await page.getByText('Ready', { exact: true }).waitFor();
    expect(await toastOf(page)).toContain('File uploaded successfully\nDetected 5 columns and 4 rows');
    await expect
      .poll(() => countersOf(page))
      .toEqual({ 'Total rows': '4', Columns: '5', 'Preview rows': '4' });
    await expect.poll(() => page.getByRole('cell', { name: 'Gödel' }).count()).toBe(1);

    await button('Next').click();
    for (const [column, field] of [
      ['First Name', 'First Name'],
      ['Last Name', 'Last Name'],
      ['E-mail', 'Email'],
      ['Mobile', 'Phone'],
      ['Remark', "Don't import"],
    ] as const) {
      await expect.poll(() => fieldCombobox(page, column).textContent()).toBe(field);
    }
    await choose(page, defaultCountry(), 'United States');
    expect(await runToEnd(page)).toBe('3 leads imported, 1 row with errors.');
    await expect
      .poll(() => countersOf(page))
      .toEqual({
        Total: '4',
        Imported: '3',
        Updated: '0',
        Duplicates: '0',
        Skipped: '0',
        Errors: '1',
        'Invalid phones': '1',
      });
    await expect.poll(() => page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100');

    await page.getByRole('link', { name: 'View All Leads' }).click();
    await page.waitForURL('**/leads');
    await page.getByText('grace@mail.example').first().waitFor();
    await expect.poll(() => page.getByText('+12015550101').count()).toBe(1);
    await page.getByRole('navigation').getByRole('link', { name: 'Import History' }).click();
    const line = page.getByRole('row', { name: file.name });
    await line.getByText('completed').waitFor();
  });

  it('takes the file of a dropped folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wizard-'));
    try {
      await writeFile(join(folder, 'notes.txt'), 'x');
      await writeFile(join(folder, PEOPLE_CSV.name), PEOPLE_CSV.bytes);
      await page.goto('/import');
      await page.getByText('Drag files here or click to browse').waitFor();
      await dropPath(page, folder);
      await page.getByText('Ready', { exact: true }).waitFor();
      await page.getByText(PEOPLE_CSV.name, { exact: true }).waitFor();
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('counts everything as a duplicate the second time, and begins anew with New Import', async () => {
    await openMapping(page, PEOPLE_CSV);
    expect(await runToEnd(page)).toBe('3 leads imported, 1 row with errors.');
    await button('New Import').click();
    await page.getByText('Drag files here or click to browse').waitFor();
    await chooseFiles(page, PEOPLE_CSV);
    await button('Next').click();
    expect(await runToEnd(page)).toMatch(
      /^(1 lead|No leads) imported, \d duplicates left out, 1 row with errors\.$/,
    );
  });
});

describe('the mapping', () => {
  it('gives a field to one column alone, and is kept by Back', async () => {
    await openMapping(page, PEOPLE_CSV);
    await chooseField(page, 'Remark', 'Source');
    await chooseField(page, 'First Name', 'Last Name');
    await expect.poll(() => fieldCombobox(page, 'Last Name').textContent()).toBe("Don't import");
    await button('Back').click();
    await page.getByText('Ready', { exact: true }).waitFor();
    await button('Next').click();
    await expect.poll(() => fieldCombobox(page, 'First Name').textContent()).toBe('Last Name');
    await expect.poll(() => fieldCombobox(page, 'Last Name').textContent()).toBe("Don't import");
    await expect.poll(() => fieldCombobox(page, 'Remark').textContent()).toBe('Source');
    await runToEnd(page);
    const [first] = await leadsOf(owner);
    expect(first).toMatchObject({ firstName: null, lastName: 'Ada', source: 'called' });
  });

  it('names what is missing, and starts with at least one field alone', async () => {
    await openMapping(page, {
      name: 'towns.csv',
      bytes: csv([
        ['City', 'E-mail'],
        ['Bonn', 'a@mail.example'],
      ]),
    });
    await page.getByRole('button', { name: 'The row will be imported' }).waitFor();
    await chooseField(page, 'E-mail', "Don't import");
    await footnote('Map an email or phone column. Rows that have neither will be errors.').waitFor();
    await expect.poll(() => startButton(page).isEnabled()).toBe(true);
    await page.getByText('1 of 1 previewed row has an error').waitFor();
    await chooseField(page, 'City', "Don't import");
    await footnote('Map at least one column to a lead field.').waitFor();
    await expect.poll(() => startButton(page).isDisabled()).toBe(true);
  });

  it('shows what the first rows become, with problems in the cell', async () => {
    await openMapping(page, PEOPLE_CSV);
    const phones = () => outcomesOf(page, 'Mobile');
    await until('national phones are in doubt', async () =>
      (await phones())[0]?.includes('Not a valid number'),
    );
    await choose(page, defaultCountry(), 'United States');
    await until('they are read with the country', async () => (await phones())[0] === '+12015550101');
    // The example of the phone that stays invalid replaces the last one, so that the user sees it.
    await expect
      .poll(() => phones())
      .toEqual(['+12015550101', '+12015550102', '12\nNot a valid number; kept as entered']);
    const [, , mail] = await outcomesOf(page, 'E-mail');
    expect(mail).toContain('Not a valid email address');
    await page.getByText('From the phone or the default country').waitFor();
  });
});

describe('options', () => {
  it('splits full names, when it is wanted', async () => {
    const rows = [
      ['Full Name', 'E-mail'],
      ['Vincent van Gogh', 'vincent@mail.example'],
    ];
    const file = { name: 'names.csv', bytes: csv(rows) };
    await openMapping(page, file);
    const splitting = page.getByRole('switch', { name: 'Smart Name Splitting' });
    await expect.poll(() => splitting.isChecked()).toBe(true);
    await page.getByText('"Vincent van Gogh" becomes "Vincent" and "van Gogh".').waitFor();
    await splitting.click();
    await expect
      .poll(() => fieldCombobox(page, 'Full Name').textContent())
      .not.toBe('First and last name (split)');
    await splitting.click();
    await runToEnd(page);
    await expect.poll(() => leadsOf(owner)).toMatchObject([{ firstName: 'Vincent', lastName: 'van Gogh' }]);
  });

  it('adds manual tags and the default country to every lead', async () => {
    await openMapping(page, PEOPLE_CSV);
    await page.getByRole('textbox', { name: 'Manual tags' }).fill(' autumn ,, vip,autumn, ');
    const chips = page.getByRole('list', { name: 'Tags', exact: true }).getByRole('listitem');
    await expect.poll(() => chips.allInnerTexts()).toEqual(['autumn', 'vip']);
    await choose(page, defaultCountry(), 'United States');
    const mapping = page.getByRole('region', { name: 'Field mapping' });
    await mapping.getByText('autumn, vip', { exact: true }).waitFor();
    await runToEnd(page);
    const leads = await leadsOf(owner);
    expect(leads).toHaveLength(3);
    for (const lead of leads)
      expect(lead).toMatchObject({ country: 'United States', tags: ['autumn', 'vip'] });
  });

  it('updates leads by the field that is matched', async () => {
    await importLeads(
      owner,
      csvFile([
        ['mail', 'city'],
        ['ada@mail.example', 'London'],
        ['kurt@mail.example', ''],
      ]),
      {
        fieldMapping: { mail: 'email', city: 'city' },
      },
    );
    const [ada] = await leadsOf(owner);
    const rows = [
      ['Lead ID', 'E-mail', 'City'],
      [ada?.id ?? '', 'ada@mail.example', 'Paris'],
      ['', 'kurt@mail.example', 'Princeton'],
      ['', 'nobody@mail.example', 'Nowhere'],
    ];
    await openMapping(page, { name: 'towns.csv', bytes: csv(rows) });
    await page.getByRole('radio', { name: /^Update leads/ }).click();
    await page.getByRole('radio', { name: 'Phone', exact: true }).click();
    await footnote('Map a phone column to match leads.').waitFor();
    await expect.poll(() => startButton(page).isDisabled()).toBe(true);
    // The suggested match column for Lead ID is the one that clearly holds it.
    await page.getByRole('radio', { name: 'Lead ID', exact: true }).click();
    await expect.poll(() => fieldCombobox(page, 'Lead ID').textContent()).toBe('Lead ID');
    await page.getByRole('radio', { name: 'Email', exact: true }).click();
    await chooseField(page, 'Lead ID', "Don't import");
    await page.getByRole('radio', { name: /^Fill empty only/ }).click();
    expect(await runToEnd(page)).toBe('1 lead updated, 2 rows skipped.');
    const cities = (await leadsOf(owner)).map((lead) => lead.city);
    expect(cities.sort()).toEqual(['London', 'Princeton']);
  });
});
