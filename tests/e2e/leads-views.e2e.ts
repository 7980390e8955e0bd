import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations } from '#tests/support/browser.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually, type LeadStage, sawToast, setLeadStage, tableOf } from './leads-steps.ts';

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

it('keeps filters and columns under a name, applies, updates and deletes them', async () => {
  await page.goto('/leads?tags=vip');
  await page.getByText('2 leads').waitFor();
  await buttonOf(page, 'Columns').click();
  await dialogOf(page, 'Columns').getByLabel('City', { exact: true }).click();
  await page.keyboard.press('Escape');
  await buttonOf(page, 'Views').click();
  await buttonOf(page, 'Save Current View').click();
  await menu().getByLabel('Name of the view').fill('Important');
  await menu().getByLabel('Share with the organization').check();
  await seeNoViolations(page);
  await buttonOf(page, 'Save View').click();
  await sawToast(page, 'View saved', 'Important');

  await buttonOf(page, 'Columns').click();
  await dialogOf(page, 'Columns').getByRole('button', { name: 'Reset' }).click();
  await page.keyboard.press('Escape');
  await eventually(heads).not.toContain('City');
  await page.goto('/leads');
  await buttonOf(page, 'Views').click();
  await menu()
    .getByRole('button', { name: /^Important/ })
    .click();
  await page.getByText('2 leads').waitFor();
  expect(new URL(page.url()).searchParams.get('tags')).toBe('vip');
  await eventually(heads).toContain('City');

  await page.getByLabel('Search leads').fill('holm');
  await page.getByText('1 lead', { exact: true }).waitFor();
  await buttonOf(page, 'Views').click();
  await buttonOf(page, 'Update Important to what is on screen').click();
  await sawToast(page, 'View updated', 'Important');
  const { body } = await stage.owner.get<{ filter: unknown; shared: boolean }[]>('/api/views');
  expect(body).toMatchObject([{ filter: { tags: 'vip', search: 'holm' }, shared: true }]);

  await buttonOf(page, 'Delete Important').click();
  await sawToast(page, 'View deleted', 'Important', 'Undo');
  await menu().getByText('A view keeps filters, order and columns under a name.').waitFor();
});

it('says when a name is taken', async () => {
  await stage.owner.post('/api/views', { name: 'Mine', filter: {} });
  await buttonOf(page, 'Views').click();
  await buttonOf(page, 'Save Current View').click();
  await menu().getByLabel('Name of the view').fill('Mine');
  await page.keyboard.press('Enter');
  await eventually(() => menu().getByLabel('Name of the view').getAttribute('aria-invalid')).toBe('true');
});

it('shows likely pairs side by side, merges them, and tells people apart', async () => {
  await page.getByRole('link', { name: 'Duplicates' }).click();
  await page.waitForURL('**/leads?tab=duplicates');
  await page.getByText('2 likely pairs').waitFor();
  await seeNoViolations(page);

  const pair = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  await pair('Bo Lind').getByText('Same name and postcode').waitFor();
  await pair('Bo Lind').getByRole('button', { name: 'Not the Same Person' }).click();
  await sawToast(page, 'Two different people', 'The pair will not be shown again.');
  await page.getByText('1 likely pair', { exact: true }).waitFor();

  await pair('Ada Quist').getByText('Emails that differ by dots or a plus tag').waitFor();
  await pair('Ada Quist')
    .getByRole('radio', { name: /^City .*: Kiel$/ })
    .check();
  await pair('Ada Quist').getByRole('button', { name: 'Merge' }).click();
  await sawToast(page, 'Leads merged', 'Ada Quist');
  await page.getByRole('heading', { name: 'No duplicates found' }).waitFor();
  const [ada, ...others] = await stage.leads('search=quist');
  expect(others).toEqual([]);
  expect(ada).toMatchObject({
    city: 'Kiel',
    postcode: '1000',
    tags: expect.arrayContaining(['vip', 'warm']),
  });
});
