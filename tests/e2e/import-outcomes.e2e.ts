import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { seeNoViolations, seeWidth } from '#tests/support/browser.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { seeRows } from './fix-steps.ts';
import { setPageStage } from './page-steps.ts';
import { choose, chooseField, type InputFile, openMapping, outcomesOf, runToEnd } from './wizard-steps.ts';

// The wizard says before the start, and results say afterwards, what happens to rows and columns.

const stage = setPageStage({ threads: true });
let owner: SignedIn;
let page: Page;

beforeEach(() => {
  ({ owner, page } = stage);
});

const HEAD = ['E-mail', 'Mobile', 'City'];
const table = () => page.getByRole('table', { name: 'Rows as they will be stored' });
const lineOf = (row: number) =>
  table()
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(row), exact: true }) });
const outcomeOf = (row: number) => lineOf(row).getByRole('cell').nth(1);
const button = (name: string) => page.getByRole('button', { name, exact: true });

function fileOfRows(rows: string[][], name = 'people.csv'): InputFile {
  return { name, bytes: csv([HEAD, ...rows]) };
}

/** Creates leads with an email, a phone and a city; returns their ids. */
async function existing(...rows: string[][]): Promise<string[]> {
  const mapping = { 'E-mail': 'email', Mobile: 'phone', City: 'city' };
  await importLeads(owner, csvFile([HEAD, ...rows]), { fieldMapping: mapping });
  return (await leadsOf(owner)).map(({ id }) => id);
}

describe('the preview', () => {
  const ROWS = [
    ['ada@mail.example', '', 'Paris'],
    ['new@mail.example', '+12015550101', ''],
    ['new@mail.example', '', ''],
    ['broken@', '', ''],
    ['other@mail.example', '+1 201 555 0101', ''],
  ];

  it('tells new rows from duplicates and names the row or links the lead', async () => {
    const [ada] = await existing(['ada@mail.example', '', 'London']);
    await openMapping(page, fileOfRows(ROWS));
    await expect.poll(() => outcomeOf(2).textContent()).toContain('Duplicate');
    const link = outcomeOf(2).getByRole('link', { name: 'a lead' });
    expect(await link.getAttribute('href')).toBe(`/leads?lead=${ada}`);
    expect(await link.getAttribute('target')).toBe('_blank');
    await expect.poll(() => outcomeOf(3).textContent()).toMatch(/^New\s*$/);
    await expect.poll(() => outcomeOf(4).textContent()).toMatch(/Duplicate\s*of row 3/);
    await expect.poll(() => outcomeOf(5).textContent()).toContain('Error');
    await expect.poll(() => outcomeOf(6).textContent()).toMatch(/Duplicate\s*of row 3/);
    await page.getByText('All 5 rows, as they will be stored: 1 new, 3 duplicates, 1 error').waitFor();
    await page.getByRole('button', { name: '1 of 5 rows will be imported' }).waitFor();
  });

  it('shows an update as the value before and after, and what is skipped', async () => {
    const [ada] = await existing(['ada@mail.example', '', 'London']);
    await openMapping(page, fileOfRows(ROWS.slice(0, 2)));
    await page.getByRole('radio', { name: /^Update leads/ }).click();
    await expect.poll(() => outcomeOf(2).textContent()).toMatch(/Update\s*of a lead/);
    expect(await outcomeOf(2).getByRole('link').getAttribute('href')).toBe(`/leads?lead=${ada}`);
    await expect.poll(() => lineOf(2).locator('del').textContent()).toBe('London');
    await expect.poll(() => lineOf(2).locator('ins').textContent()).toBe('Paris');
    await expect.poll(() => outcomeOf(3).textContent()).toMatch(/Skipped\s*No lead matches this row/);
    await expect.poll(() => outcomesOf(page, 'City')).toEqual(['London → Paris']);
  });

  it('has no barrier, and fits', async () => {
    await existing(['ada@mail.example', '', 'London']);
    await openMapping(page, fileOfRows(ROWS));
    await page.getByRole('radio', { name: /^Create and update/ }).click();
    await expect.poll(() => lineOf(2).locator('del').count()).toBe(1);
    await page.getByRole('button', { name: /^2 of 5 rows will be imported/ }).waitFor();
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await seeWidth(page, width);
      await seeNoViolations(page, String(width));
    }
  });
});

it('creates and updates in one import, as the preview and the check say', async () => {
  await existing(['ada@mail.example', '', 'London']);
  await openMapping(
    page,
    fileOfRows([
      ['ada@mail.example', '', 'Paris'],
      ['new@mail.example', '', 'Oslo'],
      ['new@mail.example', '', 'Bergen'],
    ]),
  );
  await page.getByRole('radio', { name: /^Create and update/ }).click();
  await expect.poll(() => outcomeOf(2).textContent()).toMatch(/Update\s*of a lead/);
  await expect.poll(() => outcomeOf(3).textContent()).toMatch(/^New\s*$/);
  await expect.poll(() => outcomeOf(4).textContent()).toMatch(/Update\s*of row 3/);
  await expect.poll(() => lineOf(4).locator('del').textContent()).toBe('Oslo');
  await page.getByRole('button', { name: 'All 3 rows will be imported (1 new lead, 2 updates).' }).waitFor();
  expect(await runToEnd(page)).toBe('1 lead imported, 2 updated.');
  const leads = await leadsOf(owner);
  expect(leads.map(({ email, city }) => [email, city])).toEqual([
    ['ada@mail.example', 'Paris'],
    ['new@mail.example', 'Bergen'],
  ]);
});

describe('the footer', () => {
  const PHONES = Array.from({ length: 120 }, (_, n) => [
    `p${n}@mail.example`,
    n === 0 ? '12' : `(201) 555-0${100 + (n % 100)}`,
    '',
  ]);

  it('leads with what matters and applies the country that makes most numbers valid', async () => {
    const rows = PHONES.slice(0, 90);
    await openMapping(page, fileOfRows(rows));
    await page
      .getByRole('button', { name: 'All 90 rows will be imported, 90 phone numbers are invalid' })
      .waitFor();
    await page
      .getByText('With United States as default country, 89 of 89 doubtful numbers are valid.')
      .waitFor();
    await seeNoViolations(page);
    await button('Use United States').click();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Default country' }).textContent())
      .toBe('United States');
    await page
      .getByRole('button', { name: 'All 90 rows will be imported, 1 phone number is invalid' })
      .waitFor();
    await expect.poll(() => button('Use United States').count()).toBe(0);
    await page
      .getByText('First 90', { exact: false })
      .or(page.getByText('All 90 rows, as they'))
      .first()
      .waitFor();
  });

  it('speaks of rows beyond the preview', async () => {
    await openMapping(page, fileOfRows(PHONES));
    await page.getByText('First 100 of 120 rows, as they will be stored: 100 new').waitFor();
    // The last 20 numbers repeat earlier ones, which shows only once they are valid.
    await page
      .getByText('With United States as default country, 119 of 119 doubtful numbers are valid.')
      .waitFor();
    await button('Use United States').click();
    await page
      .getByRole('button', { name: '101 of 120 rows will be imported, 1 phone number is invalid' })
      .waitFor();
  });

  it('offers the choice where no country stands out', async () => {
    const rows = [
      ['a@mail.example', '(201) 555-0101', ''],
      ...Array.from({ length: 3 }, (_, n) => [`b${n}@mail.example`, `111-111-111${n}`, '']),
    ];
    await openMapping(page, fileOfRows(rows));
    await page.getByText('Choose a default country?').waitFor();
    await choose(page, page.getByRole('combobox', { name: 'Country of local numbers' }), 'United States');
    await page
      .getByRole('button', { name: 'All 4 rows will be imported, 3 phone numbers are invalid' })
      .waitFor();
    await expect.poll(() => page.getByText('Choose a default country?').count()).toBe(0);
  });

  it('says how far the check is, and offers another one after a failure', async () => {
    const isCheck = '**/api/imports/check';
    await page.route(isCheck, () => undefined);
    await openMapping(page, fileOfRows(PHONES));
    await page.getByText('Checking all 120 rows…').waitFor();
    await page.unroute(isCheck);
    await page.route(isCheck, (route) =>
      route.fulfill({ status: 400, json: { message: 'No', requestId: 'r' } }),
    );
    await chooseField(page, 'City', "Don't import");
    const footer = page.getByText("The whole file couldn't be checked.").last();
    await footer.waitFor();
    await page.unroute(isCheck);
    await footer.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('button', { name: /^All 120 rows will be imported/ }).waitFor();
  });
});

it('names the columns that were not imported wherever it reports success', async () => {
  const rows = [
    ['E-mail', 'Shoe size', 'Remark'],
    ['ada@mail.example', '38', 'called'],
  ];
  await openMapping(page, { name: 'lost.csv', bytes: csv(rows) });
  await chooseField(page, 'Remark', "Don't import");
  await chooseField(page, 'Shoe size', "Don't import");
  await page.getByText("2 columns won't be imported.").waitFor();
  expect(await runToEnd(page)).toBe('1 lead imported.');
  const lost = page.getByRole('list', { name: 'Columns not imported' }).getByRole('listitem');
  await expect.poll(() => lost.allInnerTexts()).toEqual(['Shoe size', 'Remark']);
  await page.getByText("2 columns weren't imported").waitFor();
  await seeNoViolations(page);

  await page.goto('/history');
  const line = page.getByRole('table', { name: 'Imports' }).getByRole('row', { name: 'lost.csv' });
  await line.getByText('Not imported: Shoe size, Remark').waitFor();
  await button('lost.csv').click();
  await page.getByRole('dialog', { name: 'lost.csv' }).getByText("2 columns weren't imported").waitFor();
  await expect.poll(() => lost.allInnerTexts()).toEqual(['Shoe size', 'Remark']);
  await seeNoViolations(page);
});

it('opens the duplicates that come after more errors than the result lists', async () => {
  await existing(['ada@mail.example', '', '']);
  const broken = Array.from({ length: 25 }, (_, n) => [`broken${n}@`, '', '']);
  const rows = [
    ...broken,
    ['ada@mail.example', '', ''],
    ['new@mail.example', '', ''],
    ['new@mail.example', '', ''],
  ];
  await openMapping(page, fileOfRows(rows));
  await runToEnd(page);
  const problems = page.getByRole('table', { name: 'Problems' }).locator('tbody tr');
  await expect.poll(() => problems.count()).toBe(20);
  expect((await problems.allInnerTexts()).filter((text) => text.includes('Duplicate'))).toEqual([]);
  await seeNoViolations(page);
  const reasons = page.getByRole('list', { name: 'Reasons' }).getByRole('listitem');
  await expect.poll(() => reasons.count()).toBeGreaterThan(1);
  await expect
    .poll(() => reasons.first().textContent())
    .toMatch(/Invalid email in E-mail[\s\S]*25 rows[\s\S]*Row 2: broken0@/);
  const fix = page.getByRole('link', { name: 'Fix Invalid email in E-mail' });
  expect(await fix.getAttribute('href')).toMatch(
    /^\/import\/fix\?draft=.*&code=invalid_email&column=E-mail$/,
  );
  await page.getByRole('link', { name: 'View 2 Duplicates' }).click();
  await page.waitForURL(/\/import\/fix\?draft=.*code=duplicate/);
  await seeRows(page, 27, 29);
  const chosen = page.getByRole('region', { name: 'Reasons' }).getByRole('button', { pressed: true });
  await expect.poll(() => chosen.allInnerTexts()).toEqual([expect.stringMatching(/^Already a lead\s*2$/)]);
  await seeNoViolations(page);

  await page.goto('/history');
  await button('people.csv').first().click();
  const link = page.getByRole('dialog').getByRole('link', { name: 'View 2 Duplicates' });
  await link.waitFor();
  await stage.app.context.db.owner.query('DELETE FROM uploads WHERE organization_id = $1', [
    owner.user.organizationId,
  ]);
  await page.reload();
  await page.getByRole('dialog').getByRole('link', { name: 'View These Leads' }).waitFor();
  await page.getByRole('dialog').getByText('download the report', { exact: false }).waitFor();
  expect(await link.count()).toBe(0);
});

it('opens the duplicates of an import whose file was not checked before', async () => {
  const rows = [HEAD, ['ada@mail.example', '', ''], ['ada@mail.example', '', ''], ['broken@', '', '']];
  const { importId } = await importLeads(owner, csvFile(rows), { fieldMapping: { 'E-mail': 'email' } });
  await page.goto(`/history?import=${importId}`);
  await page.getByRole('dialog').getByRole('link', { name: 'View 1 Duplicate' }).click();
  await seeRows(page, 3);
});

it('links what a duplicate of an import repeats', async () => {
  const [ada] = await existing(['ada@mail.example', '', '']);
  await openMapping(
    page,
    fileOfRows([
      ['ada@mail.example', '', ''],
      ['new@mail.example', '', ''],
      ['new@mail.example', '', ''],
    ]),
  );
  await runToEnd(page);
  const problems = page.getByRole('table', { name: 'Problems' }).locator('tbody tr');
  await expect.poll(() => problems.nth(0).textContent()).toContain('A lead with this email already exists');
  await expect.poll(() => problems.nth(1).textContent()).toContain('Same email as row 3');
  const link = problems.nth(0).getByRole('link', { name: 'View Lead' });
  expect(await link.getAttribute('href')).toBe(`/leads?lead=${ada}`);
  await page.goto(`/leads?lead=${ada}`);
  await page.getByRole('dialog').getByText('ada@mail.example').first().waitFor();
});
