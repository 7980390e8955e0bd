import type { Browser, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LeadNote } from '#contract/leads.ts';
import type { TestApp } from '#tests/support/app.ts';
import {
  closePage,
  openPage,
  seeNoViolations,
  seeToast,
  seeWidth,
  signInAs,
} from '#tests/support/browser.ts';
import { addColleague } from '#tests/support/calls.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import { csvFile, importLeads, leadsOf } from '#tests/support/imports.ts';
import { setPageStage } from './page-steps.ts';
import {
  choose,
  chooseField,
  fieldCombobox,
  type InputFile,
  openMapping,
  outcomesOf,
  runToEnd,
  startButton,
} from './wizard-steps.ts';

// Changes of columns and values before an import: column tools, values, templates, new fields and notes.

const stage = setPageStage({ threads: true });
let app: TestApp;
let browser: Browser;
let owner: SignedIn;
let page: Page;

beforeEach(() => {
  ({ app, browser, owner, page } = stage);
});

const FILE: InputFile = {
  name: 'fair.csv',
  bytes: csv([
    ['Contact', 'Mail', 'State', 'Points'],
    ['Ada Byron', 'ada@fair.example', 'Neu', '12'],
    ['Grace Hopper', 'grace@fair.example', 'Sehr heiß', '7.5'],
    ['Kurt Gödel', 'kurt@fair.example', 'neu', ''],
  ]),
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const seeField = (column: string, field: string) =>
  expect.poll(() => fieldCombobox(page, column).textContent()).toBe(field);

/** Opens the dialog of column tools with a kind of tool chosen. */
async function openTool(kind: string): Promise<void> {
  await button('Add Column Tool').click();
  await dialog().getByRole('combobox', { name: 'Tool' }).click();
  await page.getByRole('option', { name: kind }).click();
}

const fill = (label: string, text: string) => dialog().getByLabel(label, { exact: true }).fill(text);

async function chooseColumn(label: string, column: string): Promise<void> {
  await dialog().getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: column, exact: true }).click();
}

async function splitContact(): Promise<void> {
  await openTool('Split a column');
  await chooseColumn('Column', 'Contact');
  await fill('New column 1', 'First Name');
  await fill('New column 2', 'Family');
  await dialog().getByRole('list', { name: 'Examples' }).getByText('Ada | Byron').waitFor();
  await button('Add Tool').click();
}

/** Maps the column State to the status, whose label others contain. */
async function chooseStatus(): Promise<void> {
  const field = fieldCombobox(page, 'State');
  // Values that are statuses beyond doubt map the column by themselves.
  if ((await field.textContent())?.includes('Status')) return;
  await field.click();
  await page.getByRole('option', { name: 'Status', exact: true }).click();
}

describe('column tools', () => {
  it('say how many rows they change, with examples of these', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => [
      `Ada ${n}`,
      `ada${n}@fair.example`,
      n < 58 ? '' : 'weg',
    ]);
    await openMapping(page, { name: 'long.csv', bytes: csv([['Contact', 'Mail', 'State'], ...rows]) });
    await openTool('Find and replace');
    await chooseColumn('Column', 'State');
    await fill('Find', 'weg');
    await fill('Replace with', 'lost');
    await dialog().getByText('Changes 2 of 60 rows').waitFor();
    await dialog().getByRole('list', { name: 'Examples' }).getByText('weg → lost').waitFor();
    await seeNoViolations(page);
    await fill('Find', 'wegg');
    await dialog().getByText('Changes no rows').waitFor();
  });

  it('make columns that are mapped, previewed and imported like any other', async () => {
    await openMapping(page, FILE);
    await splitContact();
    await seeField('First Name', 'First Name');
    await chooseField(page, 'Family', 'Last Name');
    await openTool('Set a constant');
    await fill('New column', 'Brand');
    await fill('Value', 'Acme');
    await button('Add Tool').click();
    await seeField('Brand', 'Brand');
    await openTool('Find and replace');
    await chooseColumn('Column', 'Family');
    await fill('Find', 'BYRON');
    await fill('Replace with', 'Lovelace');
    await button('Add Tool').click();
    await expect.poll(() => outcomesOf(page, 'Family')).toEqual(['Lovelace', 'Hopper', 'Gödel']);
    await runToEnd(page);
    expect(await leadsOf(owner)).toMatchObject([
      { firstName: 'Ada', lastName: 'Lovelace', brand: 'Acme' },
      { firstName: 'Grace', lastName: 'Hopper', brand: 'Acme' },
      { firstName: 'Kurt', lastName: 'Gödel', brand: 'Acme' },
    ]);

    await openMapping(page, { ...FILE, name: 'again.csv' });
    await page.getByText('Saved mapping', { exact: true }).waitFor();
    const tools = page.getByRole('region', { name: 'Column tools' });
    await expect.poll(() => tools.getByRole('listitem').count()).toBe(3);
    await seeField('Family', 'Last Name');
  });

  it('can be edited and removed, with what depends on them, and say what is wrong', async () => {
    await openMapping(page, FILE);
    await splitContact();
    await openTool('Fill blanks');
    await chooseColumn('Column', 'Family');
    await button('Add Tool').click();
    await dialog().getByText('Enter a value').waitFor();
    await fill('Value', 'unknown');
    await button('Add Tool').click();
    await openTool('Set a constant');
    await fill('New column', 'mail');
    await fill('Value', 'x');
    await button('Add Tool').click();
    await dialog().getByText(`There's already a column "mail"`).waitFor();
    await button('Cancel').click();
    await button('Edit tool 1').click();
    await fill('New column 2', 'Surname');
    await button('Save').click();
    await fieldCombobox(page, 'Surname').waitFor();
    await expect.poll(() => fieldCombobox(page, 'Family').count()).toBe(0);
    await button('Remove tool 1').click();
    await expect.poll(() => page.getByRole('region', { name: 'Column tools' }).count()).toBe(0);
    await expect.poll(() => fieldCombobox(page, 'First Name').count()).toBe(0);
  });
});

describe('values', () => {
  it('are matched by themselves, asked for once and remembered', async () => {
    await openMapping(page, FILE);
    await chooseStatus();
    const panel = page.getByRole('button', { name: /^State/ });
    await panel.getByText('1 to review').waitFor();
    await page.getByText("1 value of Status isn't recognized. Review it under Values.").waitFor();
    await panel.click();
    const list = page.getByRole('list', { name: 'Values of State in the file' });
    await expect
      .poll(() => list.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(/Sehr heiß[\s\S]*1 row/),
        expect.stringMatching(/Neu[\s\S]*2 rows[\s\S]*new/),
      ]);
    await choose(page, page.getByRole('combobox', { name: 'What Sehr heiß becomes' }), 'qualified');
    await expect.poll(() => panel.getByText('1 to review').count()).toBe(0);
    await expect.poll(() => outcomesOf(page, 'State')).toEqual(['new', 'qualified', 'new']);
    await runToEnd(page);
    await expect
      .poll(async () => (await leadsOf(owner)).map(({ status }) => status))
      .toEqual(['new', 'qualified', 'new']);

    const next = csv([
      ['E-Mail', 'Status'],
      ['eve@fair.example', 'SEHR HEISS'],
    ]);
    await openMapping(page, { name: 'next.csv', bytes: next });
    await page
      .getByRole('button', { name: /^Status/ })
      .getByText('1 remembered')
      .waitFor();
    await expect.poll(() => outcomesOf(page, 'Status')).toEqual(['qualified']);
  });

  it('offer near values, one spelling and new statuses at their line', async () => {
    await importLeads(
      owner,
      csvFile([
        ['Mail', 'Brand'],
        ['x@fair.example', 'Nordlicht'],
      ]),
      {
        fieldMapping: { Mail: 'email', Brand: 'brand' },
      },
    );
    const rows = [
      ['Mail', 'Brand', 'Status'],
      ['ada@fair.example', 'Nord Licht', 'Hot'],
      ['alan@fair.example', 'Süd', 'new'],
      ['grace@fair.example', 'SÜD', 'new'],
    ];
    await openMapping(page, { name: 'brands.csv', bytes: csv(rows) });
    await page.getByRole('button', { name: /^Brand/ }).click();
    await button('Use Nordlicht').click();
    await button('Import 2 Spellings as Süd').click();
    await page.getByRole('button', { name: /^Status/ }).click();
    await button('Create Status').click();
    await button('Create Status').waitFor({ state: 'detached' });
    await expect.poll(() => outcomesOf(page, 'Brand')).toEqual(['Nordlicht', 'Süd', 'Süd']);
    await seeNoViolations(page);
    await runToEnd(page);
    const leads = (await leadsOf(owner)).map(({ brand, status }) => [brand, status]);
    expect(leads.slice(1)).toEqual([
      ['Nordlicht', 'Hot'],
      ['Süd', 'new'],
      ['Süd', 'new'],
    ]);
  });

  it('can be left empty or kept as they are', async () => {
    await openMapping(page, FILE);
    await chooseStatus();
    await page.getByRole('button', { name: /^State/ }).click();
    await choose(page, page.getByRole('combobox', { name: 'What Sehr heiß becomes' }), 'Leave empty');
    await choose(page, page.getByRole('combobox', { name: 'What Neu becomes' }), 'Keep as it is');
    await expect.poll(() => outcomesOf(page, 'State')).toEqual(['Neu', '—', 'neu']);
  });
});

describe('templates', () => {
  it('are offered for a file with their columns, and applied by a click only', async () => {
    const plan = { fieldMapping: { Contact: 'firstName', Mail: 'email', Points: 'source' } };
    await owner.post('/api/import-templates', { name: 'Fair', plan });
    await openMapping(page, FILE);
    await page.getByText('Template Fair fits this file').waitFor();
    expect(await fieldCombobox(page, 'Points').textContent()).not.toBe('Source');
    await button('Use Template').click();
    await seeField('Points', 'Source');
    await seeField('State', "Don't import");
    await page.getByText('Template Fair fits this file').waitFor({ state: 'detached' });
  });

  it('are saved, shared by administrators, and applied to other files by the names of their columns', async () => {
    await openMapping(page, FILE);
    await splitContact();
    await chooseField(page, 'Points', 'Source');
    await button('Templates').click();
    await button('Save as Template').click();
    await page.getByLabel('Template name').fill('Fair');
    await page.getByRole('checkbox', { name: 'Share with the organization' }).click();
    await button('Save Template').click();
    await seeToast(page, 'Template saved', 'Fair');

    const colleague = await addColleague(app, owner, `colleague of ${owner.user.username}`);
    const other = await openPage(browser, app.url);
    await signInAs(other, app.url, colleague);
    const file = csv([
      ['mail', 'CONTACT', 'More'],
      ['eve@fair.example', 'Eve Adams', 'x'],
    ]);
    await openMapping(other, { name: 'other.csv', bytes: file });
    await other.getByRole('button', { name: 'Templates' }).click();
    const list = other.getByRole('list', { name: 'Templates' });
    await list.getByRole('button', { name: /^Fair/ }).waitFor();
    expect(await list.getByRole('button').count()).toBe(1);
    await list.getByRole('button', { name: /^Fair/ }).click();
    await seeToast(other, 'Template applied: Fair', 'Not in this file: State, Points');
    await expect.poll(() => fieldCombobox(other, 'First Name').textContent()).toBe('First Name');
    await expect.poll(() => outcomesOf(other, 'First Name')).toEqual(['Eve']);
    await other.getByRole('button', { name: 'Templates' }).click();
    await other.getByRole('button', { name: 'Save as Template' }).click();
    await other.getByLabel('Template name').waitFor();
    expect(await other.getByRole('checkbox', { name: 'Share with the organization' }).count()).toBe(0);
    await closePage(other);
  });

  it('can be renamed and deleted', async () => {
    await openMapping(page, FILE);
    await button('Templates').click();
    await button('Save as Template').click();
    await page.getByLabel('Template name').fill('First');
    await button('Save Template').click();
    await button('Edit First').click();
    await page.getByLabel('Template name').fill('Second');
    await button('Rename').click();
    await seeToast(page, 'Template updated', 'Second');
    await button('Update Second to this mapping').click();
    await seeToast(page, 'Template updated', 'Second');
    await button('Delete Second').click();
    await seeToast(page, 'Template deleted', 'Second');
    await page.getByText('Save this mapping, with its column tools and values,').waitFor();
  });
});

describe('unknown columns', () => {
  it('become custom fields of the guessed type without leaving the wizard', async () => {
    await openMapping(page, FILE);
    await chooseField(page, 'Points', 'Create field');
    await expect.poll(() => dialog().getByLabel('Name').inputValue()).toBe('Points');
    await expect.poll(() => dialog().getByRole('combobox', { name: 'Type' }).textContent()).toBe('Number');
    await button('Create Field').click();
    await seeField('Points', 'Points');
    await expect.poll(() => outcomesOf(page, 'Points')).toEqual(['12', '7.5']);
    await runToEnd(page);
    const points = (await leadsOf(owner)).map(({ customData }) => customData['Points']);
    expect(points).toEqual([12, 7.5, undefined]);
  });

  it('can be created by administrators alone', async () => {
    const colleague = await addColleague(app, owner, `helper of ${owner.user.username}`);
    const other = await openPage(browser, app.url);
    await signInAs(other, app.url, colleague);
    await openMapping(other, FILE);
    await fieldCombobox(other, 'Points').click();
    await other.getByRole('option', { name: 'Add to notes' }).waitFor();
    expect(await other.getByRole('option', { name: 'Create field' }).count()).toBe(0);
    await closePage(other);
  });

  it('are kept as a note on the lead', async () => {
    await openMapping(page, FILE);
    await chooseField(page, 'Points', 'Add to notes');
    await chooseField(page, 'State', 'Add to notes');
    await seeField('Points', 'Add to notes');
    await runToEnd(page);
    const [ada] = await leadsOf(owner);
    const { body: notes } = await owner.get<LeadNote[]>(`/api/leads/${ada?.id}/notes`);
    expect(notes).toMatchObject([{ text: 'State: Neu\nPoints: 12', createdBy: owner.user.username }]);
  });
});

it.each(['dark', 'light'])('has no barrier and fits a phone (%s)', async (theme) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  await openMapping(page, FILE);
  await splitContact();
  await chooseStatus();
  await page.getByRole('button', { name: /^State/ }).click();
  await page.getByRole('combobox', { name: 'What Neu becomes' }).waitFor();
  await seeNoViolations(page);
  await button('Edit tool 1').click();
  await seeNoViolations(page);
  await button('Cancel').click();
  await page.setViewportSize({ width: 360, height: 740 });
  await seeWidth(page, 360);
  await button('Templates').click();
  await page.getByRole('button', { name: 'Save as Template' }).waitFor();
  await seeNoViolations(page);
  await page.keyboard.press('Escape');
  await startButton(page).waitFor();
});
