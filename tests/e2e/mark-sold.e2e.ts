import { expect, it } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { seeToast, toastOf } from '#tests/support/browser.ts';
import { makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually, rowOf } from './leads-steps.ts';
import {
  chooseFile,
  downloadedBy,
  leadBy,
  operationsOf,
  resultOf,
  seeAccessible,
  setPageStage,
} from './page-steps.ts';

const stage = setPageStage();
const customer = () => stage.page.getByLabel('Customer Number');

/** Creates three leads, the last of them sold to C-9. */
async function makeThree(): Promise<Lead[]> {
  const { owner } = stage;
  const leads: Lead[] = [];
  for (const [firstName, phone] of [
    ['Ann', '+12015550123'],
    ['Bea', '+4915123456789'],
    ['Cleo', '+447400123456'],
  ]) {
    leads.push(await makeLead(owner, { firstName, email: `${firstName}@mail.example`, phone }));
  }
  await owner.post('/api/leads/mark-sold', {
    identifiers: ['+447400123456'],
    identifierType: 'phone',
    customerNumber: 'C-9',
  });
  return leads;
}

async function openScreen(tab?: 'csv'): Promise<void> {
  await stage.page.goto(tab ? `/mark-sold?tab=${tab}` : '/mark-sold');
  await stage.page.getByRole('heading', { name: 'Mark Leads as Sold', level: 1 }).waitFor();
}

it('sells by phone, leaves alone what another customer has, and takes it back', async () => {
  const { owner, page } = stage;
  await makeThree();
  await openScreen();
  await page.getByLabel('Phone Numbers').fill('+1 201 555 0123\n0044 7400 123456\n+12015550199\nnonsense');
  await customer().fill(' C-1 ');
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'Leads Marked as Sold', '1 lead sold to C-1');
  await page.getByRole('status').getByText('1 lead marked as sold to C-1').waitFor();
  await expect
    .poll(() => resultOf(page))
    .toEqual({
      Sold: 1,
      'Already sold': 1,
      Unchanged: 0,
      'Not found': 1,
      Invalid: 1,
      Ambiguous: 0,
    });
  await expect.poll(() => leadBy(owner, 'ann@')).toMatchObject({ isSold: true, customerNumber: 'C-1' });
  await expect.poll(() => leadBy(owner, 'cleo@')).toMatchObject({ isSold: true, customerNumber: 'C-9' });
  const { text } = await downloadedBy(page, 'Report');
  expect(text).toContain('already sold');

  // Selling to the same customer again changes nothing.
  await page.getByLabel('Phone Numbers').fill('+12015550123');
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'No Leads Sold', 'The result shows why');
  await expect.poll(() => resultOf(page)).toMatchObject({ Sold: 0, Unchanged: 1 });

  // The newest is first; until the second sale is listed, the other customer's would be undone.
  await expect.poll(() => operationsOf(page).count()).toBe(3);
  const first = operationsOf(page).nth(1);
  await first.getByRole('button', { name: 'Undo' }).click();
  await buttonOf(page, 'Undo for 1 lead').click();
  await seeToast(page, 'Undone', '1 lead changed');
  await eventually(() => leadBy(owner, 'ann@')).toMatchObject({ isSold: false, customerNumber: null });
  await first.getByText('Undone').waitFor();
});

it('sells by the emails of a CSV', async () => {
  const { owner, page } = stage;
  await makeThree();
  await openScreen();
  await page.getByRole('radio', { name: 'Email' }).click();
  await page.getByRole('tab', { name: 'CSV Upload' }).click();
  await chooseFile(page, 'sold.csv', 'e-mail\nANN@mail.example\nbea@mail.example\nnobody@mail.example\n');
  await customer().fill('C-2');
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'Leads Marked as Sold', '2 leads sold to C-2');
  await expect.poll(() => resultOf(page)).toMatchObject({ Sold: 2, 'Not found': 1 });
  await expect.poll(async () => (await leadBy(owner, 'bea@'))?.customerNumber).toBe('C-2');
  await operationsOf(page).first().getByText('sold.csv').waitFor();
});

it('says what is missing', async () => {
  const { page } = stage;
  await openScreen();
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'No Phone Numbers', 'Please enter at least one phone number');
  await page.getByRole('radio', { name: 'Email' }).click();
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'No Emails', 'Please enter at least one email');
  await page.getByLabel('Emails').fill('ann@mail.example');
  await customer().fill('  ');
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'Customer Number Required', 'Please enter a customer number');
  await expect.poll(() => customer().getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('tab', { name: 'CSV Upload' }).click();
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'No File Selected', 'Please select a CSV file to upload');
});

it('says that it failed, and why', async () => {
  const { page } = stage;
  const card = page.getByRole('alert');
  await openScreen('csv');
  await customer().fill('C-1');
  for (const [content, reason] of [
    ['', /empty/i],
    ['name,town\nAnn,Ulm\nBea,Bonn\n', /no column of phone numbers/],
  ] as const) {
    await chooseFile(page, 'wrong.csv', content);
    await buttonOf(page, 'Mark as Sold').click();
    await seeToast(page, 'Upload Failed', 'Failed to process CSV file');
    await card.getByText('Failed to mark leads as sold. Please try again or contact support.').waitFor();
    await card.getByText(reason).waitFor();
    await buttonOf(page, 'Remove file').click();
  }
  await page.route('**/api/leads/mark-sold', (route) => route.abort());
  await page.getByRole('tab', { name: 'Manual Entry' }).click();
  await page.getByLabel('Phone Numbers').fill('+12015550123');
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'Error', 'Failed to mark leads as sold');
  await card.getByText('Failed to mark leads as sold. Please try again or contact support.').waitFor();
});

it('shows the sales of a lead in its drawer, from where it is returned', async () => {
  const { owner, page } = stage;
  const cleo = (await makeThree())[2];
  await page.goto(`/leads?lead=${cleo?.id}`);
  const drawer = dialogOf(page, 'Cleo');
  const sale = drawer.getByRole('list', { name: 'Sales' }).getByRole('listitem');
  await sale.getByText('C-9').waitFor();
  await sale.getByText(`by ${owner.user.username}`).waitFor();
  await drawer.getByRole('button', { name: 'Return' }).click();
  const asking = dialogOf(page, 'Return Sale');
  await asking.getByText('Cleo becomes available again').waitFor();
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(async () => (await leadBy(owner, 'cleo@'))?.isSold).toBe(true);
  await drawer.getByRole('button', { name: 'Return' }).click();
  await asking.getByRole('button', { name: 'Return', exact: true }).click();
  await seeToast(page, 'Sale returned', 'Cleo is available again');
  await sale.getByText(/^Returned/).waitFor();
  await expect.poll(() => leadBy(owner, 'cleo@')).toMatchObject({ isSold: false, customerNumber: null });

  await drawer.getByLabel('Sell to customer').fill('C-10');
  await drawer.getByRole('button', { name: 'Mark as Sold' }).click();
  await expect.poll(() => sale.count()).toBe(2);
  await sale.first().getByText('C-10').waitFor();
  const kinds = (await readLeadDetail(owner, cleo?.id ?? '')).events.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'sold' || kind === 'returned')).toEqual([
    'sold',
    'returned',
    'sold',
  ]);
});

it('says when somebody else has returned it already', async () => {
  const { owner, page } = stage;
  const cleo = (await makeThree())[2];
  // Without events the drawer doesn't learn of the change.
  await page.route('**/api/events', (route) => route.abort());
  await page.goto(`/leads?lead=${cleo?.id}`);
  const drawer = dialogOf(page, 'Cleo');
  await drawer.getByRole('button', { name: 'Return' }).click();
  await expect.poll(async () => (await owner.post(`/api/leads/${cleo?.id}/return`)).status).toBe(200);
  await dialogOf(page, 'Return Sale').getByRole('button', { name: 'Return', exact: true }).click();
  expect(await toastOf(page)).toContain('Return failed');
  await drawer.getByLabel('Sell to customer').waitFor();
});

it('returns the sales of selected leads', async () => {
  const { owner, page } = stage;
  await makeThree();
  await page.goto('/leads');
  await rowOf(page, 'Cleo').waitFor();
  await page.getByLabel('Select Cleo').click();
  await page.getByLabel('Select Ann').click();
  await buttonOf(page, 'Return Sale').click();
  await dialogOf(page, 'Return Sale')
    .getByText(/2 leads will be available again/)
    .waitFor();
  await buttonOf(page, 'Return 2 Leads').click();
  expect(await toastOf(page)).toContain('Sale returned');
  await eventually(() => leadBy(owner, 'cleo@')).toMatchObject({ isSold: false, customerNumber: null });
  await openScreen();
  await operationsOf(page).first().getByText('Return sale').waitFor();
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  const { page } = stage;
  await makeThree();
  await openScreen();
  await seeAccessible(page, () => operationsOf(page).first().waitFor());
});
