import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations, seeToast, seeWidth } from '#tests/support/browser.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually, type LeadStage, setLeadStage, tableOf } from './leads-steps.ts';

const HEADER = 'firstName lastName email phone postcode city tags'.split(' ');
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(HEADER, [
    ['Ada', 'Quist', 'ada.quist@gmail.com', '', '1000', 'Ulm', 'vip'],
    ['Ada', 'Quist', 'a.daquist+x@gmail.com', '', '', 'Kiel', 'warm'],
    ['Bo', 'Lind', 'bo@mail.example', '', '2000', 'Bonn', ''],
    ['Bo', 'Lind', 'lind@mail.example', '', '2000', 'Bonn', ''],
    ['Cy', 'Holm', 'cy@mail.example', '+12015550123', '3000', '', 'vip'],
  ]);
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await page.getByText(/^\d leads$/).waitFor();
});
afterEach(() => closePage(page));

const heads = async () =>
  (await tableOf(page).getByRole('columnheader').allInnerTexts()).filter((head) => head !== '');
const menu = () => dialogOf(page, 'Saved views');

const tab = (name: string | RegExp) => page.getByRole('tab', { name });
const selected = () => page.getByRole('tab', { selected: true }).allInnerTexts();

async function toggleColumn(name: string) {
  await buttonOf(page, 'Columns').click();
  await dialogOf(page, 'Columns').getByLabel(name, { exact: true }).click();
  await page.keyboard.press('Escape');
}

it('keeps filters and columns under a name, shows what differs, saves and drops it', async () => {
  await page.goto('/leads?tags=vip');
  await page.getByText('2 leads').waitFor();
  await toggleColumn('City');
  await buttonOf(page, 'Views').click();
  await buttonOf(page, 'Save as New View').click();
  await menu().getByLabel('Name of the view').fill('Important');
  await menu().getByLabel('Share with the organization').check();
  await seeNoViolations(page);
  await buttonOf(page, 'Save View').click();
  await seeToast(page, 'View saved', 'Important');
  await tab('Important 2').waitFor();
  await toggleColumn('Postcode');
  await tab('Important modified 2').waitFor();
  await buttonOf(page, 'Reset').click();
  await eventually(heads).not.toContain('Postcode');
  await tab('Important 2').waitFor();

  // The columns of a view leave those of all leads alone.
  await toggleColumn('City');
  await eventually(heads).not.toContain('City');
  await tab('All leads 5').click();
  await page.getByText('5 leads').waitFor();
  await eventually(heads).toContain('City');
  await tab('Important 2').click();
  await page.getByText('2 leads').waitFor();
  await eventually(heads).toContain('City');
  expect(new URL(page.url()).searchParams.get('tags')).toBe('vip');

  await page.getByLabel('Search leads').fill('holm');
  await page.getByText('1 lead', { exact: true }).waitFor();
  await tab('Important modified 2').waitFor();
  await seeNoViolations(page);
  await buttonOf(page, 'Save Changes').click();
  await seeToast(page, 'View updated', 'Important');
  await tab('Important 1').waitFor();
  const { body } = await stage.owner.get<{ filter: unknown; shared: boolean }[]>('/api/views');
  expect(body).toMatchObject([{ filter: { tags: 'vip', search: 'holm' }, shared: true }]);

  await buttonOf(page, 'Views').click();
  await buttonOf(page, 'Delete Important').click();
  await seeToast(page, 'View deleted', 'Important', 'Undo');
  await menu().getByText('A view saves your filters, sorting and columns.').waitFor();
  await eventually(selected).toEqual(['All leads\n5']);
});

/** Returns the names of tabs that can be read in full. */
const readableTabs = () =>
  page.evaluate<string[]>(`(() => {
    const strip = document.querySelector('[role=tablist][aria-label=Views]').getBoundingClientRect();
    return [...document.querySelectorAll('[role=tablist][aria-label=Views] [role=tab]')]
      .filter((tab) => {
        const { left, right } = tab.getBoundingClientRect();
        const name = tab.firstElementChild;
        return left >= strip.left - 1 && right <= strip.right + 1 && name.scrollWidth <= name.clientWidth;
      })
      .map((tab) => tab.firstElementChild.textContent);
  })()`);

/** Returns whether Clear All shares a line with a chip and covers none. */
const clearsInLine = () =>
  page.evaluate<boolean>(`(() => {
    const clear = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Clear All').getBoundingClientRect();
    const chips = [...document.querySelectorAll('[aria-label="Set filters"] li > *')].map((each) => each.getBoundingClientRect());
    const beside = chips.filter(({ top, bottom }) => top < clear.bottom && clear.top < bottom);
    return beside.length > 0 && beside.every(({ right }) => right <= clear.left);
  })()`);

it('keeps every tab readable with one filter, three of four with four, and Clear All beside a chip', async () => {
  const names = ['Callback today', 'Germany qualified', 'Unsold with email'];
  const made = await Promise.all(
    names.map((name) => stage.owner.post<{ id: string }>('/api/views', { name, filter: { tags: 'vip' } })),
  );
  const all = ['All leads', ...names];
  const where = encodeURIComponent(
    '[["city","is","Ulm"],["postcode","is","1000"],["email","contains","gmail"]]',
  );
  for (const [width, one, four] of [
    [1440, all, 3],
    [820, ['All leads'], 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/leads');
    await tab('Unsold with email 2').waitFor();
    await page.goto('/leads?tags=vip');
    await tab('Unsold with email 2').waitFor();
    await buttonOf(page, 'Clear All').waitFor();
    await eventually(readableTabs).toEqual(expect.arrayContaining([...one]));
    await eventually(clearsInLine).toBe(true);
    await page.goto(`/leads?tags=vip&where=${where}`);
    await tab('Unsold with email 2').waitFor();
    await buttonOf(page, 'Clear All').waitFor();
    await page.getByRole('button', { name: 'Remove filter Email contains gmail' }).waitFor();
    expect((await readableTabs()).length, `at ${width} px`).toBeGreaterThanOrEqual(four);
    await eventually(clearsInLine).toBe(true);
    await seeWidth(page, width);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await eventually(clearsInLine).toBe(true);
  await seeWidth(page, 390);
  await Promise.all(made.map(({ body }) => stage.owner.send(`/api/views/${body.id}`, { method: 'DELETE' })));
});

it('closes a popover with one Escape while a toast is open', async () => {
  await stage.owner.post('/api/views', { name: 'Short-lived', filter: { tags: 'vip' } });
  await page.reload();
  await buttonOf(page, 'Views').click();
  await buttonOf(page, 'Delete Short-lived').click();
  await seeToast(page, 'View deleted', 'Short-lived', 'Undo');
  await menu().waitFor();
  await page.keyboard.press('Escape');
  await menu().waitFor({ state: 'detached' });
});

it('counts views as leads change, and opens the default one', async () => {
  const filter = { city: 'Bonn' };
  await stage.owner.post('/api/views', { name: 'Bonn', filter: { where: '[["city","is","Bonn"]]' } });
  const other = await stage.owner.post<{ id: string }>('/api/views', {
    name: 'Ulm',
    filter: { tags: 'vip' },
  });
  await page.reload();
  await tab('Bonn 2').waitFor();
  const lead = await stage.owner.post<{ id: string }>('/api/leads', { email: 'new@mail.example', ...filter });
  await tab('Bonn 3').waitFor();
  await tab('All leads 6').waitFor();
  await stage.owner.send(`/api/leads/${lead.body.id}`, { method: 'DELETE' });
  await tab('Bonn 2').waitFor();

  await buttonOf(page, 'Views').click();
  await buttonOf(page, 'Open Lead Management with Bonn').click();
  await seeToast(page, 'Default view set', 'Lead Management opens with Bonn.');
  await page.keyboard.press('Escape');
  await eventually(selected).toEqual(['All leads\n5']);
  await page.goto('/leads');
  await page.getByText('2 leads').waitFor();
  await eventually(selected).toEqual(['Bonn\n2']);
  // The keyboard reaches the tabs, Due today and My leads in between.
  await tab(/^Bonn/).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByText('5 leads').waitFor();
  await page.waitForURL('**/leads?view=all');
  // Links open what they name.
  await page.goto('/leads?tags=vip');
  await page.getByText('2 leads').waitFor();
  await buttonOf(page, 'Clear All').click();
  await page.getByText('5 leads').waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('View', { exact: true }).selectOption('Ulm (2)');
  await page.getByText('2 leads').waitFor();
  expect(new URL(page.url()).searchParams.get('view')).toBe(other.body.id);
  await seeWidth(page, 390);
  await seeNoViolations(page);
  await stage.owner.send('/api/preferences/default-view', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ viewId: null }),
  });
});

it('says when a name is taken', async () => {
  await stage.owner.post('/api/views', { name: 'Mine', filter: {} });
  await buttonOf(page, 'Views').click();
  await buttonOf(page, 'Save as New View').click();
  await menu().getByLabel('Name of the view').fill('Mine');
  await page.keyboard.press('Enter');
  await eventually(() => menu().getByLabel('Name of the view').getAttribute('aria-invalid')).toBe('true');
});

it('shows likely duplicates side by side with reasons, merges them by click and key, and tells people apart', async () => {
  await page.getByRole('link', { name: 'Duplicates' }).click();
  await page.waitForURL('**/leads?tab=duplicates');
  await page.getByText('2 likely duplicates').waitFor();
  await seeNoViolations(page);

  const pair = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await pair('Bo Lind')
    .getByText(/same name \(\+\d/i)
    .waitFor();
  await pair('Bo Lind').getByRole('button', { name: 'Not the Same Person' }).click();
  await seeToast(page, 'Different people', "We won't show these leads as duplicates again.");
  await page.getByText('1 likely duplicate', { exact: true }).waitFor();

  await pair('Ada Quist')
    .getByText(/same mailbox \(\+\d/i)
    .waitFor();
  await pair('Ada Quist')
    .getByRole('radio', { name: /^City .*: Kiel$/ })
    .check();
  await pair('Ada Quist').getByRole('button', { name: 'Merge' }).click();
  await seeToast(page, 'Leads merged', 'Ada Quist', 'Undo');
  // A pointer over the message keeps it open. The list must be empty first: the pair of before the merge would do below.
  await buttonOf(page, 'Undo').hover();
  await page.getByRole('heading', { name: 'No duplicates found' }).waitFor();
  await buttonOf(page, 'Undo').click();
  await seeToast(page, 'Merge undone', '1 group');
  await page.getByText('1 likely duplicate', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Certainty' }).click();
  await page.getByRole('option', { name: 'Possible' }).click();
  await page.getByRole('heading', { name: 'No duplicates match' }).waitFor();
  await seeNoViolations(page);
  await buttonOf(page, 'Clear All').click();
  await pair('Ada Quist').getByRole('checkbox').click();
  await seeNoViolations(page);
  await buttonOf(page, 'Merge 1 Group').click();
  await dialogOf(page, 'Merge Groups').getByRole('button', { name: 'Merge 1 Group' }).click();
  await seeToast(page, 'Leads merged', '1 group', 'Undo');
  await page.getByRole('heading', { name: 'No duplicates found' }).waitFor();
  await buttonOf(page, 'Undo').click();
  await page.getByText('1 likely duplicate', { exact: true }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await page.getByRole('heading', { name: 'No duplicates found' }).waitFor();
  const [ada, ...others] = await stage.leads('search=quist');
  expect(others).toEqual([]);
  expect(ada).toMatchObject({
    city: expect.stringMatching(/Ulm|Kiel/),
    postcode: '1000',
    tags: expect.arrayContaining(['vip', 'warm']),
  });
});
