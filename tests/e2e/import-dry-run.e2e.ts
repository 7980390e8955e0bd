import type { Page, Request } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { seeNoViolations, seeWidth } from '#tests/support/browser.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { setPageStage } from './page-steps.ts';
import { choose, chooseField, type InputFile, openMapping, runToEnd, startButton } from './wizard-steps.ts';

const HEAD = ['First Name', 'E-mail', 'Mobile', 'Deposit Date'];
/**
 * Rows 2 to 9: clean, invalid email, invalid date, no contact, invalid phone, repeated in the file, in the
 * database, no phone.
 */
const TROUBLED: InputFile = {
  name: 'troubled.csv',
  bytes: csv([
    HEAD,
    ['Ada', 'ada@mail.example', '+12015550101', '2024-05-01'],
    ['Alan', 'alan@', '+12015550102', '2024-05-02'],
    ['Grace', 'grace@mail.example', '+12015550103', 'soon'],
    ['Nobody', '', '', '2024-05-04'],
    ['Kurt', 'kurt@mail.example', '12', '2024-05-05'],
    ['Ada again', 'ADA@mail.example', '', '2024-05-06'],
    ['Emmy', 'emmy@mail.example', '', '2024-05-07'],
    ['Sofia', 'sofia@mail.example', '', '2024-05-08'],
  ]),
};

const stage = setPageStage({ threads: true });
let owner: SignedIn;
let page: Page;

beforeEach(() => {
  ({ owner, page } = stage);
});

const CHECK = '**/api/imports/check';
const panel = () => page.getByRole('region', { name: 'Whole file' });
const headline = (text: string) => panel().getByText(text, { exact: true });
const table = () => page.getByRole('table', { name: 'Rows as they will be stored' });
const lineOf = (row: number) =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(row), exact: true }) });
const shown = (choice: RegExp) =>
  page.getByRole('radiogroup', { name: 'Rows shown' }).getByRole('radio', { name: choice });

/** Reads the figures of the panel by label, without their shares. */
async function figures(): Promise<Record<string, string>> {
  const labels = await panel().locator('dt').allInnerTexts();
  const counts = await panel().locator('dd > span:first-child').allInnerTexts();
  return Object.fromEntries(labels.map((label, index) => [label, counts[index] ?? '']));
}

/** Creates a file of `rows` people that have only an email. */
function people(rows: number): InputFile {
  const lines = Array.from({ length: rows }, (_, index) => [`P${index}`, `p${index}@mail.example`]);
  return { name: 'people.csv', bytes: csv([['First Name', 'E-mail'], ...lines]) };
}

describe('the preview', () => {
  it('marks problems in their cells, in words, and rows that are left out', async () => {
    await openMapping(page, TROUBLED);
    await expect.poll(() => lineOf(2).textContent()).toContain('+12015550101');
    await expect.poll(() => lineOf(2).textContent()).toContain('New');
    await expect.poll(() => lineOf(3).textContent()).toContain('Error');
    const cell = (row: number, text: string | RegExp) => lineOf(row).getByRole('cell', { name: text });
    await expect
      .poll(() => cell(3, /Error: Not a valid email address/).getAttribute('title'))
      .toBe('Not a valid email address. In the file: alan@');
    await expect.poll(() => cell(4, 'Warning: Not a valid date; left empty').count()).toBe(1);
    await expect.poll(() => lineOf(4).getByText('soon').count()).toBe(1);
    await expect.poll(() => lineOf(5).textContent()).toContain('The row has neither an email nor a phone');
    await expect.poll(() => cell(6, '12 Warning: Not a valid number; kept as entered').count()).toBe(1);
  });

  it('shows the rows with problems alone, and what the options fill', async () => {
    await openMapping(page, TROUBLED);
    await page.getByText('All 8 rows, as they will be stored: 5 new, 1 duplicate, 2 errors').waitFor();
    await shown(/^Rows with problems \(5\)$/).click();
    await expect.poll(() => table().getByRole('row').count()).toBe(6);
    await chooseField(page, 'Mobile', "Don't import");
    // Kurt has no email problem, and his phone is no longer looked at.
    await shown(/^Rows with problems \(4\)$/).waitFor();
    await shown(/^All rows$/).click();
    await page.getByRole('textbox', { name: 'Manual tags' }).fill('autumn');
    await expect.poll(() => lineOf(2).getByRole('cell', { name: 'autumn' }).count()).toBe(1);
    await table().getByRole('columnheader', { name: 'Tags' }).waitFor();
  });

  it('shows the first 100 rows of a longer file, scrolled by the keyboard in their own place', async () => {
    await openMapping(page, people(250));
    await page.getByText('First 100 of 250 rows, as they will be stored').waitFor();
    await expect.poll(() => table().getByRole('row').count()).toBe(101);
    const box = page.getByRole('region', { name: 'Rows as they will be stored' });
    await box.focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => box.evaluate((element: { scrollTop: number }) => element.scrollTop))
      .toBeGreaterThan(500);
    await shown(/^Rows with problems \(0\)$/).click();
    await page.getByText('No problems in 100 previewed rows').waitFor();
  });

  it('reads dates as the whole file says, once it is checked', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => [
      `p${index}@mail.example`,
      index < 120 ? '03/04/2024' : '12/25/2024',
    ]);
    await openMapping(page, { name: 'dates.csv', bytes: csv([['E-mail', 'Deposit Date'], ...lines]) });
    await headline('All 150 rows will be imported').waitFor();
    await expect.poll(() => lineOf(2).textContent()).toContain('2024-03-04');
    await runToEnd(page);
    const dates = (await leadsOf(owner)).map(({ depositDate }) => depositDate);
    expect(new Set(dates)).toEqual(new Set(['2024-03-04', '2024-12-25']));
  });
});

describe('the whole file', () => {
  it('is counted by itself, as the import then does', async () => {
    await importLeads(owner, csvFile([['mail'], ['emmy@mail.example']]), { fieldMapping: { mail: 'email' } });
    await openMapping(page, TROUBLED);
    await headline('4 of 8 rows will be imported').waitFor();
    await expect.poll(figures).toEqual({
      'Will be imported': '4',
      'Duplicates in the file': '1',
      'Duplicates in the database': '1',
      Errors: '2',
      Valid: '2',
      Invalid: '1',
      'Without a phone': '1',
      'Rows with a warning': '2',
    });
    const bar =
      '50.0% will be imported, 12.5% duplicates in the file, 12.5% duplicates in the database, 25.0% errors';
    await expect.poll(() => panel().getByRole('img', { name: bar }).count()).toBe(1);
    await page
      .getByRole('button', { name: '4 of 8 rows will be imported, 1 phone number is invalid.', exact: true })
      .click();
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-labelledby")'))
      .toBe('whole-file');
    expect(await runToEnd(page)).toBe('4 leads imported, 2 duplicates left out, 2 rows with errors.');
  });

  it('imports rows with a valid phone without their invalid email, if asked', async () => {
    await openMapping(page, TROUBLED);
    await headline('5 of 8 rows will be imported').waitFor();
    await page.getByRole('switch', { name: 'Import without the email (1 row)' }).click();
    await headline('6 of 8 rows will be imported').waitFor();
    await expect.poll(figures).toMatchObject({ Errors: '1', 'Rows with a warning': '3' });
    expect(await runToEnd(page)).toBe('6 leads imported, 1 duplicate left out, 1 row with errors.');
    const alan = (await leadsOf(owner)).find(({ firstName }) => firstName === 'Alan');
    expect(alan).toMatchObject({ email: null, phone: '+12015550102' });
  });

  it('is counted anew when mapping or options change', async () => {
    await openMapping(page, TROUBLED);
    await headline('5 of 8 rows will be imported').waitFor();
    await chooseField(page, 'E-mail', "Don't import");
    // The file is matched by phone: those of Ada, Alan and Grace are valid, Kurt's is kept as typed.
    await headline('4 of 8 rows will be imported').waitFor();
    await expect
      .poll(figures)
      .toMatchObject({ Errors: '4', Valid: '3', Invalid: '1', 'Without a phone': '0' });
    await chooseField(page, 'E-mail', 'Email');
    await page.getByRole('radio', { name: /^Update leads/ }).click();
    // Update mode matches by email: the row "Nobody" has none, and Alan's is invalid.
    await headline('None of 8 rows will be updated').waitFor();
    await expect.poll(figures).toMatchObject({ 'Will be updated': '0', Skipped: '7', Errors: '1' });
  });

  it('reads national phones with the default country', async () => {
    const rows = [
      ['E-mail', 'Mobile'],
      ['ada@mail.example', '(201) 555-0101'],
    ];
    await openMapping(page, { name: 'national.csv', bytes: csv(rows) });
    await expect.poll(figures).toMatchObject({ Valid: '0', Invalid: '1' });
    await choose(page, page.getByRole('combobox', { name: 'Default country' }), 'United States');
    await expect.poll(figures).toMatchObject({ Valid: '1', Invalid: '0' });
  });

  it('is given up when the mapping changes or the step is left, and hinders no import', async () => {
    const asked: Request[] = [];
    const givenUp: Request[] = [];
    page.on('request', (request) => request.url().endsWith('/imports/check') && asked.push(request));
    page.on('requestfailed', (request) => asked.includes(request) && givenUp.push(request));
    await page.route(CHECK, () => undefined);
    await openMapping(page, TROUBLED);
    await panel().getByText('0 of 8 rows').waitFor();
    await chooseField(page, 'Deposit Date', "Don't import");
    await expect.poll(() => givenUp.length).toBe(1);
    await expect.poll(() => asked.length).toBe(2);
    await panel().getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => givenUp.length).toBe(2);
    await panel().getByRole('button', { name: 'Check the whole file' }).click();
    await expect.poll(() => asked.length).toBe(3);
    await startButton(page).click();
    await expect.poll(() => givenUp.length).toBe(3);
    await page.getByRole('status').getByText('Completed').waitFor();
    expect(asked).toHaveLength(3);
  });

  it('tells what went wrong, and tries again', async () => {
    const failure = { message: 'The file could not be read', requestId: 'r' };
    await page.route(CHECK, (route) => route.fulfill({ status: 400, json: failure }));
    await openMapping(page, TROUBLED);
    const alert = panel().getByRole('alert');
    await alert.getByText('The file could not be read.').waitFor();
    await expect.poll(() => startButton(page).isEnabled()).toBe(true);
    await page.unroute(CHECK);
    await page.route(CHECK, (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }));
    await panel().getByRole('button', { name: 'Try Again' }).click();
    await alert.getByText('Connection lost before the whole file was read.').waitFor();
    await page.unroute(CHECK);
    await panel().getByRole('button', { name: 'Try Again' }).click();
    await headline('5 of 8 rows will be imported').waitFor();
    await expect.poll(() => alert.count()).toBe(0);
  });

  it('is counted by itself whatever its size, and again when the mapping changes', async () => {
    await openMapping(page, people(50_001));
    await page.getByText('Checking all 50,001 rows…').first().waitFor();
    await headline('All 50,001 rows will be imported').waitFor();
    await page.getByRole('button', { name: 'All 50,001 rows will be imported' }).waitFor();
    await chooseField(page, 'First Name', "Don't import");
    await page.getByText('Checking all 50,001 rows…').first().waitFor();
    await page.getByText("1 column won't be imported.").waitFor();
  });

  it('is not counted before the mapping is complete', async () => {
    await openMapping(page, TROUBLED);
    for (const column of HEAD) await chooseField(page, column, "Don't import");
    await panel().getByText('Finish the mapping to check the file.').waitFor();
    await page.getByText('Map a column to see the preview').waitFor();
  });
});

describe.each(['dark', 'light'])('%s', (theme) => {
  it('has no barrier, and fits', async () => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.route(CHECK, (route) =>
      route.fulfill({ status: 400, json: { message: 'No', requestId: 'r' } }),
    );
    await openMapping(page, TROUBLED);
    await panel().getByRole('alert').waitFor();
    await seeNoViolations(page, 'failed');
    await page.unroute(CHECK);
    await panel().getByRole('button', { name: 'Try Again' }).click();
    await headline('5 of 8 rows will be imported').waitFor();
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await seeWidth(page, width);
      await seeNoViolations(page, String(width));
    }
  });
});
