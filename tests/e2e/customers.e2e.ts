import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { seeNoViolations, seeToast, signInAs, toastOf } from '#tests/support/browser.ts';
import { call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { PASSWORD } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { becomeColleague, breakCalls, passwordIn } from './admin-steps.ts';
import { buttonOf, dialogOf, rowsOf } from './elements.ts';
import { eventually } from './leads-steps.ts';
import { seeAccessible, setPageStage } from './page-steps.ts';
import { sellNew } from './sale-steps.ts';

const stage = setPageStage();
const USD = { price: '10', currency: 'USD' };
const EUR = { price: '2.50', currency: 'EUR' };
const rows = () => rowsOf(stage.page, 'Customers');
const numbers = () => rows().locator('td:first-child').allInnerTexts();
const sort = (name: string) => stage.page.getByRole('columnheader', { name }).getByRole('button').click();
const rename = (number: string, body: object) =>
  call(stage.owner, 'PATCH', `/api/customers/detail?customer=${number}`, body);

async function openScreen(search = ''): Promise<void> {
  await stage.page.goto(`/customers${search}`);
  await stage.page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
}

/** Opens a customer's drawer, behind which the rest of the screen is hidden from assistive technology. */
async function openCustomer(title: string, number = title): Promise<void> {
  await stage.page.goto(`/customers?customer=${number}`);
  await dialogOf(stage.page, title).waitFor();
}

it('lists each buyer with leads, returns, revenue by currency and the last sale', async () => {
  const [ann] = await sellNew(stage.owner, 'C-1', ['Ann', 'Bea'], USD);
  await sellNew(stage.owner, 'C-1', ['Cleo'], EUR);
  await sellNew(stage.owner, 'C-2', ['Dora']);
  await call(stage.owner, 'POST', `/api/leads/${ann}/return`);
  await rename('C-1', { name: 'Nordlicht' });
  await openScreen();
  await expect.poll(() => rows().count()).toBe(2);
  await expect
    .poll(async () => (await rows().nth(1).locator('td').allInnerTexts()).map((text) => text.split('\n')))
    .toEqual([['C-1', 'Nordlicht'], ['3'], ['1 33.3%'], ['€2.50', '$10.00'], ['just now']]);
});

it('is sorted by a click on a column, searched by number and name, and both stand in the address', async () => {
  const { page, owner } = stage;
  await sellNew(owner, 'C-1', ['Ann', 'Bea'], USD);
  await sellNew(owner, 'C-3', ['Cleo'], { price: '99', currency: 'USD' });
  await sellNew(owner, 'B-2', ['Dora', 'Eve', 'Fay']);
  await rename('C-3', { name: 'Müller' });
  await openScreen();
  await expect.poll(numbers).toEqual(['B-2', 'C-3\nMüller', 'C-1']);
  await sort('Leads Bought');
  await expect.poll(numbers).toEqual(['B-2', 'C-1', 'C-3\nMüller']);
  await sort('Revenue');
  await expect.poll(numbers).toEqual(['C-3\nMüller', 'C-1', 'B-2']);
  await sort('Customer');
  await expect.poll(numbers).toEqual(['B-2', 'C-1', 'C-3\nMüller']);
  await sort('Customer');
  await page.waitForURL('**/customers?sort=number&order=desc');
  await page.reload();
  await expect.poll(numbers).toEqual(['C-3\nMüller', 'C-1', 'B-2']);
  const sorted = page.getByRole('columnheader', { name: 'Customer' });
  await expect.poll(() => sorted.getAttribute('aria-sort')).toBe('descending');
  const box = page.getByLabel('Search customers by number or name');
  await box.fill('muller');
  await expect.poll(numbers).toEqual(['C-3\nMüller']);
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('muller');
  await box.fill('nobody');
  await page.getByRole('heading', { name: 'No customers found' }).waitFor();
  await buttonOf(page, 'Clear Search').click();
  await expect.poll(() => rows().count()).toBe(3);
});

it('shows 20 a page', async () => {
  const { page, owner } = stage;
  for (let n = 10; n < 32; n++) await sellNew(owner, `C-${n}`, [`Lead${n}`]);
  await openScreen('?sort=number');
  await expect.poll(() => rows().count()).toBe(20);
  await page.getByText('22 customers').waitFor();
  await buttonOf(page, 'Next').click();
  await expect.poll(numbers).toEqual(['C-30', 'C-31']);
  await page.waitForURL('**/customers?sort=number&page=2');
  await openScreen('?page=9');
  await page.getByRole('heading', { name: 'This page is empty' }).waitFor();
  await buttonOf(page, 'Go to First Page').click();
  await expect.poll(() => rows().count()).toBe(20);
});

it('opens a customer with totals, sales, and links to the leads', async () => {
  const { page, owner } = stage;
  await sellNew(owner, 'C/1 & co', ['Ann', 'Bea'], USD);
  await openScreen();
  await rows().filter({ hasText: 'C/1 & co' }).click();
  const drawer = dialogOf(page, 'C/1 & co');
  const sales = drawer.getByRole('list', { name: 'Sales' }).getByRole('listitem');
  await expect.poll(() => sales.count()).toBe(2);
  await sales.first().getByText('$10.00').waitFor();
  await seeNoViolations(page);
  const leads = await drawer.getByRole('link', { name: 'View Leads' }).getAttribute('href');
  expect(new URL(leads ?? '', page.url()).searchParams.get('customer')).toBe('C/1 & co');
  await page.reload();
  await expect.poll(() => sales.count()).toBe(2);
  await sales.getByRole('link', { name: 'Ann' }).click();
  await page.waitForURL('**/leads?lead=*');
  await page.goBack();
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
});

it('returns a lead with a reason, and lists returns apart', async () => {
  const { page, owner } = stage;
  const [ann = ''] = await sellNew(owner, 'C-1', ['Ann', 'Bea'], USD);
  await openCustomer('C-1');
  const drawer = dialogOf(page, 'C-1');
  await drawer.getByRole('button', { name: 'Return Ann' }).click();
  const asking = dialogOf(page, 'Return Sale');
  await asking.getByText('Ann becomes available again').waitFor();
  await asking.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Invalid number' }).click();
  await seeNoViolations(page);
  await asking.getByRole('button', { name: 'Return', exact: true }).click();
  await seeToast(page, 'Sale returned', 'Ann is available again');
  await drawer.getByText(/^Returned .*: Invalid number$/).waitFor();
  await drawer.getByRole('radio', { name: 'Returned' }).click();
  await expect.poll(() => drawer.getByRole('list', { name: 'Sales' }).getByRole('listitem').count()).toBe(1);
  await drawer.getByRole('radio', { name: 'Kept' }).click();
  await drawer.getByRole('link', { name: 'Bea' }).waitFor();
  await expect.poll(() => drawer.getByRole('link', { name: 'Ann' }).count()).toBe(0);
  expect((await readLeadDetail(owner, ann)).sales).toMatchObject([{ returnReason: 'Invalid number' }]);
  await page.goto(`/leads?lead=${ann}`);
  await dialogOf(page, 'Ann')
    .getByText(/Returned .*: Invalid number/)
    .waitFor();
});

it('lets administrators set name, price and return window, which binds everyone else', async () => {
  const { page, owner, app } = stage;
  const [ann] = await sellNew(owner, 'C-1', ['Ann'], USD);
  await app.context.db.owner.query(
    "UPDATE lead_sales SET sold_at = sold_at - interval '9 days' WHERE lead_id = $1",
    [ann],
  );
  await openCustomer('C-1');
  const form = page.getByRole('form', { name: 'Customer settings' });
  await form.getByLabel('Name').fill('Nordlicht');
  await form.getByLabel('Price per lead').fill('x');
  await form.getByLabel('Return window in days').fill('7');
  await form.getByText('Enter a price, e.g. 12.50').waitFor();
  await form.getByLabel('Price per lead').fill('8');
  await form.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Customer saved', 'C-1');
  await dialogOf(page, 'C-1 · Nordlicht').waitFor();
  const late = page.getByText('The return window has ended. Only administrators can return this lead.');
  await late.waitFor();

  await becomeColleague(stage);
  await page.reload();
  await late.waitFor();
  await expect.poll(() => buttonOf(page, 'Return Ann').isDisabled()).toBe(true);
  await page.getByText('Within 7 days').waitFor();
  await page.getByText('$8.00').waitFor();
  await page.goto(`/leads?lead=${ann}`);
  const lead = dialogOf(page, 'Ann');
  await lead.getByText('The return window has ended. Only administrators can return this lead.').waitFor();
  await lead.getByRole('button', { name: 'Return' }).click();
  await dialogOf(page, 'Return Sale').getByRole('button', { name: 'Return', exact: true }).click();
  expect(await toastOf(page)).toMatch(
    /^Customer C-1 can return leads within 7 days; for this lead, that ended on .* An administrator can still return it\.$/m,
  );
  await signInAs(page, app.url, owner);
  await openCustomer('C-1');
  await buttonOf(page, 'Return Ann').click();
  await dialogOf(page, 'Return Sale').getByRole('button', { name: 'Return', exact: true }).click();
  await seeToast(page, 'Sale returned', 'Ann is available again');
});

it('adds a customer, which sell forms suggest by name with the total, and names its contact', async () => {
  const { page, owner } = stage;
  const { id } = await makeLead(owner, { firstName: 'Ann', email: 'ann@mail.example' });
  await openScreen();
  await buttonOf(page, 'Add Customer').click();
  const dialog = dialogOf(page, 'Add Customer');
  await dialog.getByRole('button', { name: 'Add Customer' }).click();
  await dialog.getByText('Please enter a customer number').waitFor();
  await dialog.getByLabel('Customer Number').fill('C-1042');
  await dialog.getByLabel('Name').fill('Nordlicht');
  await dialog.getByLabel('Contact person').fill('Bea Lee');
  await seeNoViolations(page);
  await dialog.getByRole('button', { name: 'Add Customer' }).click();
  await seeToast(page, 'Customer added', 'C-1042 · Nordlicht');
  await openCustomer('C-1042 · Nordlicht', 'C-1042');
  await dialogOf(page, 'C-1042 · Nordlicht').getByText('Bea Lee').waitFor();
  await page.goto('/mark-sold');
  await page.getByLabel('Customer Number').fill('nordl');
  await expect
    .poll(() =>
      page.locator('datalist option').evaluateAll((all) => all.map((one) => one.getAttribute('label'))),
    )
    .toEqual(['C-1042 · Nordlicht']);
  await page.getByLabel('Customer Number').fill('C-1042');
  await page.getByLabel('Phone Numbers').fill('+12015550123\n+12015550124');
  await page.getByLabel('Price per lead').fill('4.25');
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: /^EUR/ }).click();
  await page.getByText('2 × €4.25 = €8.50').waitFor();
  expect((await readLeadDetail(owner, id)).isSold).toBe(false);
});

it('merges two customers after naming what moves, and states a period', async () => {
  const { page, owner } = stage;
  await sellNew(owner, 'C-1', ['Ann'], EUR);
  await sellNew(owner, 'Nord', ['Bea', 'Cleo'], EUR);
  await openCustomer('Nord');
  await buttonOf(page, 'Merge Into…').click();
  const dialog = dialogOf(page, 'Merge Customers');
  await dialog.getByText('2 leads sold, 0 returned and revenue of €5.00').waitFor();
  await dialog.getByLabel('Merge into').fill('c-1');
  await seeNoViolations(page);
  await dialog.getByRole('button', { name: 'Merge Customers' }).click();
  await seeToast(page, 'Customers merged', 'Nord is now C-1');
  await expect.poll(numbers).toEqual(['C-1']);
  await openCustomer('C-1');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Statement' }).click(),
  ]);
  expect(withoutQuotes(await readFile(await download.path(), 'utf8'))).toContain(',Total,3,,7.50,EUR,');
  const [printed] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open to Print' }).click(),
  ]);
  await printed.getByRole('heading', { name: 'Statement' }).waitFor();
  await printed.getByRole('cell', { name: '7.50' }).first().waitFor();
});

it('downloads the deliveries of a period, behind the password where exports take one', async () => {
  const { page, owner } = stage;
  await sellNew(owner, 'C-1', ['Ann'], USD);
  await call(owner, 'POST', '/api/export-auth/toggle', { enabled: true });
  await openCustomer('C-1');
  const drawer = dialogOf(page, 'C-1');
  await drawer.getByLabel('From').fill('2026-02-02');
  await drawer.getByLabel('To', { exact: true }).fill('2026-02-01');
  await drawer.getByText('Choose a day on or after the first day').waitFor();
  await drawer.getByLabel('To', { exact: true }).fill('');
  await drawer.getByRole('button', { name: 'Download CSV' }).click();
  const asking = dialogOf(page, 'Verify Export');
  await passwordIn(asking).fill(PASSWORD);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    asking.getByRole('button', { name: 'Verify' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^deliveries-C-1-\d{4}-\d\d-\d\d\.csv$/);
  const text = withoutQuotes(await readFile(await download.path(), 'utf8'));
  expect(text).toContain('ann@mail.example');
  expect(text).toContain(',10.00,USD,');
});

it('leads on when there is no customer, says when the list cannot be read, and follows sales', async () => {
  const { page, owner } = stage;
  await openScreen();
  await page.getByRole('heading', { name: 'No customers yet' }).waitFor();
  await seeNoViolations(page);
  await sellNew(owner, 'C-1', ['Ann']);
  await eventually(() => rows().count()).toBe(1);
  await openCustomer('C-9');
  await page.getByText('Customer not found').waitFor();
  await breakCalls(page, '**/api/customers?*');
  await openScreen();
  await page.getByRole('alert').getByText('Failed to fetch customers').waitFor();
  await page.unroute('**/api/customers?*');
  await buttonOf(page, 'Try Again').click();
  await rows().first().waitFor();
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  const { page, owner } = stage;
  await sellNew(owner, 'C-1', ['Ann', 'Bea'], USD);
  await sellNew(owner, 'long'.repeat(40), ['Cleo'], EUR);
  await openScreen();
  const name = page.getByRole('button', { name: 'C-1', exact: true });
  await seeAccessible(page, () => name.waitFor());
  await openCustomer('C-1');
  await seeAccessible(page, () => buttonOf(page, 'Return Ann').waitFor());
});
