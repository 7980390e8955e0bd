import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seeNoViolations, seeWidth } from '#tests/support/browser.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { csv } from '#tests/support/files/csv.ts';
import { csvFile, leadsOf, uploadFile } from '#tests/support/imports.ts';
import { queuedFileNamed } from '#tests/support/queue.ts';
import { until } from '#tests/support/until.ts';
import { dropPath, setPageStage } from './page-steps.ts';
import { cardOf, historyOf, jobFigures, leadFile, openQueueScreen } from './queue-steps.ts';
import { chooseField, chooseFiles, fieldCombobox } from './wizard-steps.ts';

// Folders of files, and one mapping for all of them.

const stage = setPageStage({ threads: true });
let owner: SignedIn;
let page: Page;

beforeEach(async () => {
  ({ owner, page } = stage);
  await openQueueScreen(page);
});

describe('a folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'queue-')), '2030');
    await mkdir(join(folder, 'may', '.hidden'), { recursive: true });
    const files = {
      'a.csv': leadFile('a.csv').bytes,
      'may/b.CSV': leadFile('b.csv').bytes,
      'may/notes.txt': 'x',
      'plan.pdf': 'x',
      '.DS_Store': 'x',
      'may/~$b.xlsx': 'x',
      'may/.hidden/c.csv': leadFile('c.csv').bytes,
    };
    for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  async function seeBoth(): Promise<void> {
    await page.getByText('2 files added, 2 skipped (not CSV or Excel)').waitFor();
    await page.getByText('2 of 2 files done · 6 of 6 rows imported').waitFor();
    await cardOf(page, 'b.CSV').getByText('2030/may').waitFor();
    expect(await historyOf(owner)).toEqual(['a.csv completed', 'b.CSV completed']);
  }

  it('is dropped with all that is in it', async () => {
    await dropPath(page, folder);
    await seeBoth();
  });

  it('is chosen by a button', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose Folder' }).click();
    await (await choosing).setFiles(folder);
    await seeBoth();
  });
});

describe('one mapping for all files', () => {
  const FULL = {
    name: 'full.csv',
    bytes: csv([
      ['Contact', 'Number', 'Place'],
      ['ada@mail.example', '+12015550101', 'Brno'],
    ]),
  };
  const PART = {
    name: 'part.csv',
    bytes: csv([
      [' CONTACT ', 'place', 'Extra'],
      ['kurt@mail.example', 'Wien', 'x'],
    ]),
  };
  const NONE = {
    name: 'none.csv',
    bytes: csv([
      ['Foo', 'Email'],
      ['1', 'left@mail.example'],
    ]),
  };
  const confirm = () => page.getByRole('button', { name: 'Use for All Files' });
  const choose = (label: string) => page.getByRole('radio', { name: label }).click();
  const samples = () => page.getByRole('combobox', { name: 'Columns of' });
  const sampleShown = () => samples().textContent();

  /** Shows the columns of a file. */
  async function show(name: string): Promise<void> {
    await samples().click();
    await page.getByRole('option', { name }).click();
    await expect.poll(() => sampleShown()).toBe(name);
  }

  async function mapFull(): Promise<void> {
    await chooseField(page, 'Contact', 'Email');
    await chooseField(page, 'Number', 'Phone');
    await chooseField(page, 'Place', 'City');
  }

  it('serves every file that has some of its columns, and leaves the others to be mapped', async () => {
    await choose('One mapping for all files');
    await chooseFiles(page, FULL, PART, NONE);
    // All files are uploaded and wait for a mapping.
    for (const { name } of [FULL, PART, NONE]) await cardOf(page, name).getByText('Mapping').waitFor();
    await show('full.csv');
    await mapFull();
    await expect
      .poll(() => page.getByRole('progressbar', { name: /none/ }).getAttribute('aria-valuenow'))
      .toBe('20');
    expect(await historyOf(owner)).toEqual([]);

    await confirm().click();
    await page.getByText('2 of 3 files done · 2 of 3 rows imported').waitFor();
    await page.getByText('3 columns mapped for full.csv').waitFor();
    await cardOf(page, 'part.csv').getByText('Not in this file: Number').waitFor();
    await cardOf(page, 'part.csv').getByText('Not imported: Extra').waitFor();
    await expect.poll(() => jobFigures(page, 'part.csv')).toEqual(['1', '1', '0', '0']);
    await cardOf(page, 'none.csv').getByText('Mapping').waitFor();
    expect(await historyOf(owner)).toEqual(['full.csv completed', 'part.csv completed']);
    const leads = await leadsOf(owner);
    expect(leads.map(({ email, phone, city }) => [email, phone, city]).sort()).toEqual([
      ['ada@mail.example', '+12015550101', 'Brno'],
      ['kurt@mail.example', null, 'Wien'],
    ]);

    await expect.poll(() => sampleShown()).toBe('none.csv');
    await confirm().click();
    await cardOf(page, 'none.csv').getByText('Completed').waitFor();
    await cardOf(page, 'none.csv').getByText('Not imported: Foo').waitFor();
  });

  it('is made for each group of files with the same columns', async () => {
    await choose('One mapping for all files');
    await chooseFiles(page, FULL, { ...FULL, name: 'full too.csv' }, PART);
    await cardOf(page, 'part.csv').getByText('Mapping').waitFor();
    await cardOf(page, 'full too.csv').getByText('Mapping').waitFor();
    await show('full.csv');
    await mapFull();
    await page.getByRole('button', { name: 'Use for 2 Files' }).click();
    for (const name of ['full.csv', 'full too.csv'])
      await cardOf(page, name).getByText('Completed').waitFor();
    await page.getByText('3 columns mapped for full.csv and 1 other file').waitFor();
    await expect.poll(() => sampleShown()).toBe('part.csv');
    expect(await historyOf(owner)).toEqual(['full too.csv completed', 'full.csv completed']);
  });

  it('stays on its file while others arrive, whichever comes first', async () => {
    const held = new Map<string, () => void>();
    await page.route('**/api/upload', async (route) => {
      const name = /filename="([^"]+)"/.exec(route.request().postData() ?? '')?.[1] ?? '';
      await new Promise<void>((resolve) => held.set(name, resolve));
      await route.continue();
    });
    await choose('One mapping for all files');
    await chooseFiles(page, PART, FULL, NONE);
    await until('two uploads have begun', () => held.size === 2);
    held.get('full.csv')?.();
    await chooseField(page, 'Place', 'Address');
    await until('the third upload has begun', () => held.size === 3);
    held.get('part.csv')?.();
    held.get('none.csv')?.();
    for (const name of ['part.csv', 'none.csv']) await cardOf(page, name).getByText('Mapping').waitFor();
    expect(await sampleShown()).toBe('full.csv');
    expect(await fieldCombobox(page, 'Place').textContent()).toBe('Address');
    await page.reload();
    await expect.poll(() => sampleShown()).toBe('full.csv');
    await expect.poll(() => fieldCombobox(page, 'Place').textContent()).toBe('Address');
  });

  it('takes over no mapping that a user has confirmed for a file', async () => {
    const body = new FormData();
    body.append('uploadId', (await uploadFile(owner, csvFile([['Contact', 'Number', 'Place']]))).uploadId);
    body.append('fieldMapping', JSON.stringify({ Contact: 'email', Place: 'address' }));
    body.append('manualTags', '[]');
    await (await owner.send('/api/import-stream', { method: 'POST', body })).text();
    await choose('One mapping for all files');
    await chooseFiles(page, FULL);
    await expect.poll(() => fieldCombobox(page, 'Place').textContent()).toBe('Address');
    await mapFull();
    await confirm().click();
    await cardOf(page, 'full.csv').getByText('Completed').waitFor();
    const { rememberedMapping } = await uploadFile(owner, csvFile([['Contact', 'Number', 'Place'], ['a']]));
    expect(rememberedMapping?.fieldMapping).toEqual({ Contact: 'email', Place: 'address' });
  });

  it('is kept over a reload, as edited, with the file whose columns are shown', async () => {
    await choose('One mapping for all files');
    await chooseFiles(page, NONE, FULL);
    await cardOf(page, 'full.csv').getByText('Mapping').waitFor();
    await cardOf(page, 'none.csv').getByText('Mapping').waitFor();
    await show('full.csv');
    await mapFull();
    await until('the mapping is stored', async () => (await queuedFileNamed(owner, 'full.csv')).mapped === 3);
    await page.reload();
    await expect.poll(() => fieldCombobox(page, 'Place').textContent()).toBe('City');
    await page.getByRole('button', { name: 'Use for 1 File' }).click();
    await cardOf(page, 'full.csv').getByText('Completed').waitFor();

    // With a mapping for each file, the other one continues.
    await choose('Automatic for each file');
    await cardOf(page, 'none.csv').getByText('Completed').waitFor();
  });

  it('serves files with the same columns that come later, until it is changed', async () => {
    await choose('One mapping for all files');
    await chooseFiles(page, FULL);
    await mapFull();
    await confirm().click();
    await cardOf(page, 'full.csv').getByText('Completed').waitFor();
    await chooseFiles(page, { ...FULL, name: 'later.csv' });
    await cardOf(page, 'later.csv').getByText('Completed').waitFor();
    await page.getByRole('button', { name: 'Change mapping of full.csv' }).click();
    await page.getByText('Map the columns once a file is uploaded').waitFor();
    await chooseFiles(page, PART);
    await expect.poll(() => fieldCombobox(page, 'place').textContent()).toBe('City');
    await chooseField(page, 'place', 'Address');
    await confirm().click();
    await cardOf(page, 'part.csv').getByText('Completed').waitFor();
    expect((await leadsOf(owner)).map(({ city, address }) => city ?? address)).toEqual(['Brno', 'Wien']);
  });

  it.each(['dark', 'light'])('has no barrier and fits a phone (%s)', async (theme) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.reload();
    await choose('One mapping for all files');
    await chooseFiles(page, FULL, PART, NONE);
    await cardOf(page, 'none.csv').getByText('Mapping').waitFor();
    await show('full.csv');
    await confirm().waitFor();
    await seeNoViolations(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await seeWidth(page, 360);
    await mapFull();
    await confirm().click();
    await page.getByText('2 of 3 files done').waitFor();
    await seeNoViolations(page);
    await seeWidth(page, 360);
  });
});
