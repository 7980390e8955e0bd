import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations, seeToast, seeWidth } from '#tests/support/browser.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually, type LeadStage, rowOf, setLeadStage, VARIED, variedRows } from './leads-steps.ts';

const COUNT = 30;
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(COUNT));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await page.getByText(`${COUNT} leads`).waitFor();
});
afterEach(() => closePage(page));

const select = async (...numbers: number[]) => {
  for (const n of numbers) await page.getByLabel(`Select Given${n} Family`).click();
};
const undo = () =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click();

it('sets the status of what is selected, says what came of it, and takes it back', async () => {
  await select(29, 28, 27);
  await buttonOf(page, 'Set Status').click();
  const dialog = dialogOf(page, 'Set Status');
  await dialog.getByText('3 leads will be changed.').waitFor();
  await seeNoViolations(page);
  await dialog.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Qualified' }).click();
  await buttonOf(page, 'Set Status for 3 Leads').click();
  await seeToast(page, 'Status set', '2 leads changed, 1 unchanged', 'Undo');
  await rowOf(page, 'Given29').getByText('qualified').waitFor();
  await undo();
  await seeToast(page, 'Undone', '2 leads changed');
  await rowOf(page, 'Given29').getByText('new').waitFor();
  await expect
    .poll(async () => (await stage.leads('status=qualified')).map(({ firstName }) => firstName))
    .not.toContain('Given29');
});

it('sets and clears any field, says why a value is refused, and keeps the leads selected', async () => {
  await select(29, 28);
  await buttonOf(page, 'Set Field').click();
  const dialog = dialogOf(page, 'Set Field');
  const choose = async (field: string) => {
    await dialog.getByRole('combobox', { name: 'Field', exact: true }).click();
    await page.getByRole('option', { name: field, exact: true }).click();
  };
  await choose('Email');
  await dialog.getByText('No two leads can have the same email, so you can only clear it.').waitFor();
  await choose('Deposit Amount');
  await dialog.getByLabel('Deposit Amount', { exact: true }).fill('much');
  await seeNoViolations(page);
  await buttonOf(page, 'Set Field for 2 Leads').click();
  await seeToast(page, 'Set Field failed', 'Deposit Amount: Not a valid amount');
  await dialog.getByLabel('Deposit Amount', { exact: true }).fill('1.250,50');
  await buttonOf(page, 'Set Field for 2 Leads').click();
  await seeToast(page, 'Field set', '2 leads changed', 'Undo');
  await eventually(async () => (await stage.leads('search=Given29'))[0]?.depositAmount).toBe('1250.50');

  await page.getByText('2 selected').waitFor();
  await buttonOf(page, 'Set Field').click();
  await choose('Brand');
  await dialog.getByLabel('Clear Brand').click();
  await buttonOf(page, 'Set Field for 2 Leads').click();
  await seeToast(page, 'Field set', '2 leads changed', 'Undo');
  await undo();
  await seeToast(page, 'Undone', '2 leads changed');
  expect((await stage.leads('search=Given29'))[0]?.brand).toBe('Acme');
});

it('adds and removes tags of all that match a filter', async () => {
  await page.goto('/leads?country=Germany&brand=Acme');
  await page.getByText('10 leads').waitFor();
  await page.getByLabel('Select all leads on this page').click();
  await buttonOf(page, 'Add Tags').click();
  await page.getByRole('dialog').getByLabel('Tags').fill('autumn, second');
  await page.keyboard.press('Enter');
  await buttonOf(page, 'Add Tags to 10 Leads').click();
  await seeToast(page, 'Tags added', '10 leads changed', 'Undo');
  await expect.poll(() => stage.leads('tags=autumn')).toHaveLength(10);

  await page.goto('/leads?tags=autumn');
  await page.getByText('10 leads').waitFor();
  await page.getByLabel('Select all leads on this page').click();
  await buttonOf(page, 'Remove Tags').click();
  await page.getByRole('dialog').getByLabel('Tags').fill('autumn');
  await page.keyboard.press('Enter');
  await buttonOf(page, 'Remove Tags from 10 Leads').click();
  await seeToast(page, 'Tags removed', '10 leads changed', 'Undo');
  await page.getByRole('heading', { name: 'No leads found' }).waitFor();
});

it('marks leads as sold and leaves alone what another customer has', async () => {
  const sell = async (customer: string, leads: number) => {
    await buttonOf(page, 'Mark Sold').click();
    await page.getByLabel('Customer Number').fill(customer);
    await buttonOf(page, `Mark ${leads === 1 ? '1 Lead' : `${leads} Leads`} as Sold`).click();
  };
  await select(20);
  await sell('C-1', 1);
  await seeToast(page, 'Marked as sold', 'Sold 1 lead to C-1', 'Undo');
  await rowOf(page, 'Given20').getByText('Sold', { exact: true }).waitFor();
  // Still selected: the first lead.
  await select(21);
  await sell('C-2', 2);
  await seeToast(page, 'Marked as sold', 'Sold 1 lead to C-2, 1 already sold to another customer', 'Undo');
  const sold = await stage.leads('isSold=true');
  expect(sold.map(({ firstName, customerNumber }) => [firstName, customerNumber])).toEqual([
    ['Given21', 'C-2'],
    ['Given20', 'C-1'],
  ]);
  await undo();
  await seeToast(page, 'Undone', '1 lead changed');
});

it('deletes to the bin, from where leads are restored', async () => {
  await select(19, 18);
  await buttonOf(page, 'Delete').click();
  await page.getByText('2 leads will go to the bin and can be restored for 30 days.').waitFor();
  await buttonOf(page, 'Delete 2 Leads').click();
  await seeToast(page, 'Moved to the bin', '2 leads changed', 'Undo');
  await page.getByText(`${COUNT - 2} leads`).waitFor();

  await page.getByRole('link', { name: 'Bin' }).click();
  await page.waitForURL('**/leads?bin=true');
  await page.getByText('2 leads', { exact: true }).waitFor();
  const row = (n: number) =>
    page.getByRole('table', { name: 'Leads in the bin' }).getByRole('row', { name: `Given${n}` });
  await row(19).getByText(`just now`).waitFor();
  await row(19).getByText(stage.owner.user.username).waitFor();
  await row(19).getByText('30 days').waitFor();
  await seeNoViolations(page);
  await row(19).getByRole('button', { name: 'Given19 Family', exact: true }).click();
  await dialogOf(page, 'Given19 Family')
    .getByText(/In the bin since/)
    .waitFor();
  await expect
    .poll(() => dialogOf(page, 'Given19 Family').getByLabel('Email', { exact: true }).isDisabled())
    .toBe(true);
  await dialogOf(page, 'Given19 Family').getByRole('button', { name: 'Restore' }).click();
  await seeToast(page, 'Lead restored', 'Given19 Family');
  await buttonOf(page, 'Close').click();

  await page.getByText('1 lead', { exact: true }).waitFor();
  await row(18).getByRole('checkbox').check();
  await buttonOf(page, 'Restore').click();
  await buttonOf(page, 'Restore 1 Lead').click();
  await seeToast(page, 'Restored from the bin', '1 lead changed', 'Undo');
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor();
  await expect.poll(() => stage.leads()).toHaveLength(COUNT);
});

it('deletes leads of the bin forever, one, some or all, also on a phone', async () => {
  const ids: string[] = [];
  for (const n of [1, 2, 3, 4]) {
    const { body } = await stage.owner.post<{ id: string }>('/api/leads', { email: `gone${n}@mail.example` });
    ids.push(body.id);
    await stage.owner.send(`/api/leads/${body.id}`, { method: 'DELETE' });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/leads?bin=true');
  const cards = page.getByRole('list', { name: 'Leads in the bin' }).getByRole('listitem');
  await expect.poll(() => cards.count()).toBe(4);
  await seeWidth(page, 390);
  await seeNoViolations(page);
  await buttonOf(page, 'Delete gone1@mail.example forever').click();
  const question = dialogOf(page, 'Delete Forever');
  await question
    .getByText("1 lead will be deleted forever, with all notes and history. This can't be undone.")
    .waitFor();
  await buttonOf(page, 'Delete 1 Lead Forever').click();
  await seeToast(page, 'Deleted forever', '1 lead deleted');
  await expect.poll(() => cards.count()).toBe(3);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByLabel('Search leads').fill('gone2');
  await page.getByText('1 lead', { exact: true }).waitFor();
  await page.getByLabel('Select all leads on this page').check();
  await buttonOf(page, 'Delete Forever').click();
  await buttonOf(page, 'Delete 1 Lead Forever').click();
  await page.getByRole('heading', { name: 'No leads found' }).waitFor();
  await buttonOf(page, 'Clear All').first().click();
  await page.getByText('2 leads', { exact: true }).waitFor();
  await buttonOf(page, 'Empty Bin').click();
  await buttonOf(page, 'Delete 2 Leads Forever').click();
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor();
  for (const id of ids) expect((await stage.owner.get(`/api/leads/${id}`)).status).toBe(404);
});
