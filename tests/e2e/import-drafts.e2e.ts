import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SavedDraft } from '#contract/import-drafts.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import {
  closePage,
  focusedText,
  openPage,
  seeNoViolations,
  seeWidth,
  signInAs,
  startBrowser,
  toastOf,
} from '#tests/support/browser.ts';
import { addColleague } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { xlsx } from '#tests/support/files/xlsx.ts';
import { until } from '#tests/support/until.ts';
import {
  choose,
  chooseField,
  chooseFiles,
  countersOf,
  fieldCombobox,
  openMapping,
  PEOPLE_CSV,
  runToEnd,
  startButton,
} from './wizard-steps.ts';

let app: TestApp;
let browser: Browser;
let page: Page;
let owner: SignedIn;
const others: Page[] = [];

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestApp({ threads: true }), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  owner = await signUp(app.url);
  page = await openPage(browser, app.url);
  await signInAs(page, app.url, owner);
});
afterEach(async () => {
  for (const other of others.splice(0)) await closePage(other);
  await closePage(page);
});

/** Opens a browser of its own, as on another computer. */
async function elsewhere(client = owner): Promise<Page> {
  const other = await openPage(browser, app.url);
  others.push(other);
  await signInAs(other, app.url, client);
  return other;
}

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true });
const saved = (on = page) => on.getByText('Draft saved', { exact: true }).waitFor();
const drafts = (on = page) => on.getByRole('list', { name: 'Continue where you left off' });
const draftsOf = async () => (await owner.get<SavedDraft[]>('/api/import-drafts')).body;
const seeField = (column: string, field: string, on = page) =>
  expect.poll(() => fieldCombobox(on, column).textContent()).toBe(field);

/** Waits until the server has revision `revision` of the only draft. */
const seeRevision = (revision: number) =>
  expect.poll(async () => (await draftsOf())[0]?.revision).toBe(revision);

/** Maps a column and sets options, and waits until all is saved. */
async function choosePlan(): Promise<void> {
  await chooseField(page, 'Remark', 'Source');
  await choose(page, page.getByRole('combobox', { name: 'Default country' }), 'United States');
  await page.getByRole('textbox', { name: 'Manual tags' }).fill('vip, autumn');
}

async function seePlan(on = page): Promise<void> {
  await seeField('Remark', 'Source', on);
  await expect
    .poll(() => on.getByRole('combobox', { name: 'Default country' }).textContent())
    .toContain('United States');
  await expect.poll(() => on.getByRole('textbox', { name: 'Manual tags' }).inputValue()).toBe('vip, autumn');
}

describe('a draft comes back', () => {
  it('after a reload at each step, even right after the last change', async () => {
    await page.goto('/import');
    await chooseFiles(page, PEOPLE_CSV);
    await page.waitForURL('**/import?draft=*');
    await page.reload();
    await page.getByText('Ready', { exact: true }).waitFor();
    await expect
      .poll(() => countersOf(page))
      .toEqual({ 'Total rows': '4', Columns: '5', 'Preview rows': '4' });
    await button('Next').click();
    await startButton(page).waitFor();
    await choosePlan();
    await page.reload();
    await seePlan();
    await page.reload();
    await seePlan();
    expect(await runToEnd(page)).toBe('3 leads imported, 1 row with errors.');
    expect(await draftsOf()).toEqual([]);
  });

  it('by Back and Forward of the browser, and from the list', async () => {
    await openMapping(page, PEOPLE_CSV);
    await choosePlan();
    await page.goBack();
    await page.getByText('Drag files here or click to browse').waitFor();
    await drafts().getByText('people.csv').waitFor();
    await page.goForward();
    await seePlan();
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Import Leads' }).click();
    const row = drafts().getByRole('listitem');
    await expect
      .poll(() => row.getByRole('paragraph').textContent())
      .toBe(`4 rows · by ${owner.user.username} · changed just now · 7 days left`);
    await row.getByRole('link', { name: 'Continue people.csv' }).click();
    await seePlan();
  });

  it('by its link on another computer, for a colleague, and after a crash', async () => {
    await openMapping(page, PEOPLE_CSV);
    await choosePlan();
    await saved();
    await until('the plan is stored', async () => ((await draftsOf())[0]?.revision ?? 0) > 1);
    const address = page.url();
    await page.context().close();
    page = await elsewhere(await addColleague(app, owner, `colleague-of-${owner.user.username}`));
    others.length = 0;
    await page.goto(address);
    await seePlan();
    await button('Back').click();
    await page.getByText('Ready', { exact: true }).waitFor();
    await until('the step is stored', async () => (await draftsOf())[0]?.step === 'upload');
    await page.reload();
    await page.getByText('Ready', { exact: true }).waitFor();
  });

  it('with the chosen sheet of a workbook', async () => {
    const book = xlsx({
      sheets: [
        { name: 'May', rows: [['E-mail'], ['a@mail.example']] },
        {
          name: 'June',
          rows: [
            ['Mobile', 'Town'],
            ['2015550101', 'Rome'],
          ],
        },
      ],
    });
    await page.goto('/import');
    await chooseFiles(page, { name: 'book.xlsx', bytes: book });
    await page.waitForURL('**/import?draft=*');
    await choose(page, page.getByRole('combobox', { name: /sheet/i }), 'June');
    await expect.poll(() => countersOf(page)).toMatchObject({ Columns: '2' });
    await page.reload();
    await expect.poll(() => countersOf(page)).toMatchObject({ Columns: '2' });
    await button('Next').click();
    await seeField('Mobile', 'Phone');
  });

  it('of an upload that was left while it was sent, without a question', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/upload', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/import');
    await chooseFiles(page, PEOPLE_CSV);
    await page.getByText('Uploading...').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    held.resolve();
    expect(await toastOf(page)).toContain('File uploaded successfully');
    await page.getByRole('region', { name: 'Notifications' }).getByText('Continue').click();
    await page.waitForURL('**/import?draft=*');
    await page.getByText('Ready', { exact: true }).waitFor();
  });

  it('after an import that was refused, and is made again', async () => {
    await openMapping(page, PEOPLE_CSV);
    await page.route('**/api/import-stream', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await chooseField(page, 'Remark', 'Source');
    await startButton(page).click();
    await button('Back').click();
    await seeField('Remark', 'Source');
    await saved();
    await page.reload();
    await seeField('Remark', 'Source');
  });
});

describe('two at a draft', () => {
  it('see the change of the other as it comes', async () => {
    await openMapping(page, PEOPLE_CSV);
    await saved();
    const other = await elsewhere();
    await other.goto(page.url());
    await chooseField(other, 'Remark', 'Source');
    await seeField('Remark', 'Source');
    expect(await toastOf(page)).toContain(`${owner.user.username} just changed this draft`);
    await chooseField(page, 'Remark', 'Brand');
    await seeField('Remark', 'Brand', other);
  });

  it('the later one is told, sees the other state, and can go back to the own one', async () => {
    const colleague = await addColleague(app, owner, `rival-of-${owner.user.username}`);
    await openMapping(page, PEOPLE_CSV);
    await until('the step is stored', async () => (await draftsOf())[0]?.step === 'map');
    // Nobody hears of changes here, so that both change the same revision.
    await page.route('**/api/events', (route) => route.abort());
    await page.reload();
    await startButton(page).waitFor();
    const other = await elsewhere(colleague);
    await other.goto(page.url());
    await chooseField(other, 'Remark', 'Source');
    await seeRevision(3);
    await chooseField(page, 'Remark', 'Brand');
    expect(await toastOf(page)).toContain(`${colleague.user.username} just changed this draft`);
    await seeField('Remark', 'Source');
    await page.getByRole('region', { name: 'Notifications' }).getByText('Use My Version').click();
    await seeField('Remark', 'Brand');
    await seeField('Remark', 'Brand', other);
  });

  it('are both told when one discards it', async () => {
    await openMapping(page, PEOPLE_CSV);
    await saved();
    const other = await elsewhere();
    await other.goto('/import');
    await button('Discard people.csv', other).click();
    await page.getByRole('heading', { name: 'This draft no longer exists' }).waitFor();
  });

  it('are both told when one starts the import', async () => {
    await openMapping(page, PEOPLE_CSV);
    const other = await elsewhere();
    await other.goto(page.url());
    await startButton(other).waitFor();
    await runToEnd(page);
    await other.getByRole('heading', { name: 'The import of people.csv has started' }).waitFor();
    await other.getByRole('link', { name: 'View Import' }).click();
    await other.getByRole('dialog', { name: 'people.csv' }).waitFor();
  });
});

it('says when changes are not saved, and saves them once it can', async () => {
  await openMapping(page, PEOPLE_CSV);
  await saved();
  await page.route('**/api/import-drafts/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await chooseField(page, 'Remark', 'Source');
  await page.getByText("Couldn't save your changes. Retrying…").waitFor();
  await page.unroute('**/api/import-drafts/*');
  await saved();
  await page.reload();
  await seeField('Remark', 'Source');
});

describe('the end of a draft', () => {
  it('is discarding it, which can be undone', async () => {
    const undo = page.getByRole('region', { name: 'Notifications' }).getByText('Undo');
    await openMapping(page, PEOPLE_CSV);
    await choosePlan();
    await page.goto('/import');
    await button('Discard people.csv').click();
    // A toast stays while the pointer is on it.
    await undo.hover();
    expect(await toastOf(page)).toContain('Draft discarded\npeople.csv');
    await expect.poll(() => drafts().count()).toBe(0);
    await undo.click();
    await drafts().getByRole('link', { name: 'Continue people.csv' }).click();
    await seePlan();
    await button('Back').click();
    await until('the step is stored', async () => (await draftsOf())[0]?.step === 'upload');
    await button('Remove file').click();
    await undo.hover();
    await page.getByText('Drag files here or click to browse').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await undo.click();
    await page.waitForURL('**/import?draft=*');
    await button('Next').click();
    await seePlan();
  });

  it('is kept apart for each: the focus stays when one of several is discarded', async () => {
    await openMapping(page, PEOPLE_CSV);
    await page.goto('/import');
    await openMapping(page, { ...PEOPLE_CSV, name: 'others.csv' });
    await page.goto('/import');
    await button('Discard others.csv').click();
    await expect.poll(() => drafts().getByRole('listitem').count()).toBe(1);
    expect(await focusedText(page)).toBe('Continue where you left off');
  });

  it('is said of one that was discarded, has expired, or never was', async () => {
    await openMapping(page, PEOPLE_CSV);
    await saved();
    await app.context.db.owner.query(
      "UPDATE import_drafts SET changed_at = changed_at - interval '8 days' WHERE organization_id = $1",
      [owner.user.organizationId],
    );
    await page.reload();
    await page.getByRole('heading', { name: 'This draft no longer exists' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'New Import' }).click();
    await page.getByText('Drag files here or click to browse').waitFor();
    await page.goto('/import?draft=0199c0de-0000-7000-8000-000000000001');
    await page.getByRole('heading', { name: 'This draft no longer exists' }).waitFor();
    await page.goto('/import?draft=nonsense');
    await page.getByText('Drag files here or click to browse').waitFor();
  });

  it('leads to its import after a reload', async () => {
    await openMapping(page, PEOPLE_CSV);
    await runToEnd(page);
    await page.reload();
    await page.getByRole('link', { name: 'View Import' }).click();
    await page.getByRole('dialog', { name: 'people.csv' }).getByText('Completed').waitFor();
  });
});

it.each(['dark', 'light'])('has no barrier, and fits a phone (%s)', async (theme) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  const name = `${'a very long name of a file '.repeat(6)}.csv`;
  await openMapping(page, { ...PEOPLE_CSV, name });
  await seeNoViolations(page);
  await page.goto('/import');
  await drafts().waitFor();
  await seeNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await seeWidth(page, 360);
  await seeNoViolations(page);
  await drafts().getByRole('link', { name: 'Continue' }).click();
  await startButton(page).waitFor();
  await seeWidth(page, 360);
  await page.goto('/import?draft=0199c0de-0000-7000-8000-000000000001');
  await page.getByRole('heading', { name: 'This draft no longer exists' }).waitFor();
  await seeNoViolations(page);
  await seeWidth(page, 360);
});
