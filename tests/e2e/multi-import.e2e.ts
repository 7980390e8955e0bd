import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ImportRecord } from '#contract/imports.ts';
import { UPLOAD_BYTES } from '#contract/limits.ts';
import type { TestApp } from '#tests/support/app.ts';
import { seeNoViolations, seeWidth } from '#tests/support/browser.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import { encryptedWorkbook } from '#tests/support/files/hostile.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { failImport, leadHolder } from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';
import { setPageStage } from './page-steps.ts';
import { choose, chooseFiles, type InputFile } from './wizard-steps.ts';

const MAY: InputFile = {
  name: 'may.csv',
  bytes: csv([
    ['E-mail', 'Mobile', 'Name of a first kind'],
    ['ada@mail.example', '+12015550101', 'x'],
    ['ada@mail.example', '', 'y'],
    ['nonsense', '', 'z'],
  ]),
};
const JUNE: InputFile = {
  name: 'june.xlsx',
  bytes: xlsx({
    sheets: [
      {
        name: 'June',
        rows: [
          ['Email', 'City'],
          ['kurt@mail.example', 'Brno'],
        ],
      },
    ],
  }),
};
const LOCKED: InputFile = { name: 'locked.xlsx', bytes: encryptedWorkbook() };
const STRANGE: InputFile = {
  name: 'strange.csv',
  bytes: csv([
    ['Foo', 'Bar'],
    ['1', '2'],
  ]),
};
const NOTES: InputFile = { name: 'notes.txt', bytes: csv([['Email'], ['ignored@mail.example']]) };

const stage = setPageStage({ threads: true });
let app: TestApp;
let owner: SignedIn;
let page: Page;
const holder = leadHolder();

beforeEach(async () => {
  ({ app, owner, page } = stage);
  await page.goto('/multi-import');
  await page.getByRole('heading', { name: 'Multi-File Import', level: 1 }).waitFor();
});

afterEach(() => holder.release());

const job = (file: InputFile) => page.getByRole('listitem').filter({ hasText: file.name });
const removal = (file: InputFile) => page.getByRole('button', { name: `Remove ${file.name}` });
const percentOf = (file: InputFile) =>
  page.getByRole('progressbar', { name: `Progress of ${file.name}` }).getAttribute('aria-valuenow');

async function statsOf(file: InputFile): Promise<string[]> {
  return job(file).locator('dd').allInnerTexts();
}

it('imports what can be imported and says why the rest cannot', async () => {
  await chooseFiles(page, MAY, LOCKED, JUNE, NOTES);
  await page.getByText('3 of 3 files done · 2 of 4 rows imported · 1 failed').waitFor();

  await job(MAY).getByText('Completed').waitFor();
  await expect.poll(() => percentOf(MAY)).toBe('100');
  // Total, imported, duplicates, errors.
  await expect.poll(() => statsOf(MAY)).toEqual(['3', '1', '1', '1']);
  await expect.poll(() => statsOf(JUNE)).toEqual(['1', '1', '0', '0']);
  await job(LOCKED).getByText('Upload failed').waitFor();
  await job(LOCKED)
    .getByText(/password|encrypted/i)
    .waitFor();
  await expect.poll(() => statsOf(LOCKED)).toEqual(['0', '0', '0', '0']);
  await expect.poll(() => page.getByText('notes.txt').count()).toBe(0);

  const leads = await leadsOf(owner);
  expect(leads.map((lead) => lead.email).sort()).toEqual(['ada@mail.example', 'kurt@mail.example']);
  expect(leads.find((lead) => lead.email === 'kurt@mail.example')?.city).toBe('Brno');
});

it('fails a file of which no column is known, and lets go of jobs that are over', async () => {
  await chooseFiles(page, STRANGE, MAY);
  await job(STRANGE).getByText('Import failed').waitFor();
  await job(STRANGE).getByText('None of its columns could be matched to a lead field.').waitFor();
  await job(MAY).getByText('Completed').waitFor();
  await removal(STRANGE).click();
  await page.getByText('1 of 1 file done · 1 of 3 rows imported').waitFor();
  await removal(MAY).click();
  await page.getByText('Two files are imported at a time.').waitFor();
});

it('sends the files alone, two at a time', async () => {
  const held: (() => void)[] = [];
  const sent: unknown[] = [];
  await page.route('**/api/upload', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  page.on('request', (request) => {
    expect(request.url()).not.toContain('/api/import-stream');
    if (request.url().endsWith('/upload') && request.url().includes('/import-queue/')) {
      sent.push(Object.keys(request.postDataJSON() as object));
    }
  });
  const files = ['1.csv', '2.csv', '3.csv'].map((name) => ({ ...MAY, name }));
  const [first, second, third] = files as [InputFile, InputFile, InputFile];
  await chooseFiles(page, ...files);
  await until('two uploads have begun', () => held.length === 2);
  await job(first).getByText('Uploading').waitFor();
  await job(second).getByText('Uploading').waitFor();
  await job(third).getByText('Waiting').waitFor();
  await page.getByText('Keep this page open: 3 files to upload.').waitFor();
  await expect.poll(() => percentOf(first)).toBe('0');
  await expect.poll(() => removal(third).isVisible()).toBe(false);
  held.shift()?.();
  // The browser decides which of the two requests comes first.
  await page.getByRole('listitem').getByText('Completed').waitFor();
  await until('the third upload has begun', () => held.length === 2);
  await job(third).getByText('Uploading').waitFor();
  for (const release of held) release();
  await page.getByText('3 of 3 files done').waitFor();
  expect(sent).toEqual([['uploadId'], ['uploadId'], ['uploadId']]);
});

it('tells of an import that the server gave up', async () => {
  await holder.hold(app, owner);
  await chooseFiles(page, MAY);
  await job(MAY).getByText('Importing').waitFor();
  await failImport(app, owner, MAY.name, 'The file has gone');
  await job(MAY).getByText('Import failed').waitFor();
  await job(MAY).getByText('The file has gone').waitFor();
  await expect.poll(() => percentOf(MAY)).toBe('50');
  await holder.release();
});

it('names the columns that are not imported, before and after, and links to the leads', async () => {
  const lost = {
    name: 'lost.csv',
    bytes: csv([
      ['Email', 'Fax', 'Pager'],
      ['ada@mail.example', '1', '2'],
    ]),
  };
  await holder.hold(app, owner);
  await chooseFiles(page, MAY, JUNE);
  for (const file of [MAY, JUNE]) await job(file).getByText('Importing').waitFor();
  await chooseFiles(page, lost);
  await job(lost).getByText('Waiting').waitFor();
  await job(lost).getByText('Not imported: Fax, Pager').waitFor();
  await holder.release();
  await job(lost).getByText('Completed').waitFor();
  await job(lost).getByText('Not imported: Fax, Pager').waitFor();
  await job(MAY).getByText('Not imported').waitFor({ state: 'detached' });
  const { body } = await owner.get<ImportRecord[]>('/api/imports');
  const { id } = body.find(({ filename }) => filename === MAY.name) as ImportRecord;
  const link = job(MAY).getByRole('link', { name: 'View Leads of may.csv' });
  expect(await link.getAttribute('href')).toBe(`/leads?import=${id}`);
  await link.click();
  await page.getByRole('heading', { name: 'Lead Management', level: 1 }).waitFor();
});

it('uses the options of the queue for all files, and those of a file for this one', async () => {
  const phones = (name: string): InputFile => ({
    name: `${name}.csv`,
    bytes: csv([
      ['Email', 'Phone'],
      [`${name}@mail.example`, name === 'own' ? '(201) 555-0102' : '(201) 555-0103'],
    ]),
  });
  await choose(page, page.getByRole('combobox', { name: 'Default country' }), 'United States');
  await page.getByRole('textbox', { name: 'Manual tags' }).fill('autumn');
  await page.getByRole('radio', { name: 'One mapping for all files' }).click();
  await chooseFiles(page, phones('own'), phones('other'));
  await page.getByRole('button', { name: 'Options for own.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'Options for own.csv' });
  await dialog.getByRole('textbox', { name: 'Manual tags' }).fill('vip');
  await dialog.getByRole('button', { name: 'Save Options' }).click();
  await job(phones('own')).getByText('Own options: Create leads · United States · vip').waitFor();
  await page.getByRole('radio', { name: 'Automatic for each file' }).click();
  await page.getByText('2 of 2 files done').waitFor();
  const leads = await leadsOf(owner);
  expect(leads.map(({ phone, tags }) => [phone, tags]).sort()).toEqual([
    ['+12015550102', ['vip']],
    ['+12015550103', ['autumn']],
  ]);
});

it('tries a failed file again, and removes all that are finished', async () => {
  await page.route('**/api/upload', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await chooseFiles(page, MAY, JUNE);
  await page.getByText('2 of 2 files done · 0 of 0 rows imported · 2 failed').waitFor();
  await page.unroute('**/api/upload');
  await page.getByRole('button', { name: 'Try may.csv again' }).click();
  await job(MAY).getByText('Completed').waitFor();
  await expect.poll(() => statsOf(MAY)).toEqual(['3', '1', '1', '1']);
  await page.getByRole('button', { name: 'Remove All Finished' }).click();
  await page.getByText('Two files are imported at a time.').waitFor();
});

it('leads to the report of the rows that were not imported', async () => {
  await chooseFiles(page, MAY, JUNE);
  await page.getByText('2 of 2 files done').waitFor();
  await expect.poll(() => job(JUNE).getByRole('link', { name: 'View Report' }).count()).toBe(0);
  await job(MAY).getByRole('link', { name: 'View Report of may.csv' }).click();
  await page.getByRole('dialog', { name: 'may.csv' }).getByText('First Problems').waitFor();
});

it('refuses a file of more than 100 MB before anything of it is sent', async () => {
  const sent: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
  const folder = await mkdtemp(join(tmpdir(), 'large-'));
  const path = join(folder, 'large.csv');
  await writeFile(path, 'Email\n');
  await truncate(path, UPLOAD_BYTES + 1);
  await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(path);
  const card = page.getByRole('listitem').filter({ hasText: 'large.csv' });
  await card.getByText("It's larger than 100 MB, the maximum file size.").waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Try large.csv again' }).count()).toBe(0);
  expect(sent.filter((url) => url.endsWith('/upload'))).toEqual([]);
  await rm(folder, { recursive: true });
});

it.each(['dark', 'light'])('has no barrier and fits a phone (%s)', async (theme) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  await page.reload();
  await page.getByText('Drag files here or click to browse').waitFor();
  await seeNoViolations(page);
  const long = { ...LOCKED, name: `${'a-very-long-name-'.repeat(8)}.xlsx` };
  await chooseFiles(page, MAY, long);
  await page.getByText('2 of 2 files done').waitFor();
  await seeNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await seeWidth(page, 360);
});
