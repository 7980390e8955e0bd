import { expect, it } from 'vitest';
import { call } from '#tests/support/calls.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { breakCalls } from './admin-steps.ts';
import { eventually } from './leads-steps.ts';
import { seeAccessible, setPageStage } from './page-steps.ts';
import { sellNew } from './sale-steps.ts';

const stage = setPageStage();
const DAY_MS = 24 * 60 * 60 * 1000;
const USD = { price: '10', currency: 'USD' };
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const bodyOf = async (name: string) =>
  Promise.all(
    (await stage.page.getByRole('table', { name, exact: true }).locator('tbody tr').all()).map(async (row) =>
      (await row.locator('td').allInnerTexts()).map(plain),
    ),
  );
const figureOf = (label: string) =>
  stage.page.getByLabel('Figure in the chart').getByRole('radio', { name: label });
/** Text of a figure: its label, its value and its change. */
const textOf = async (label: string) => plain((await figureOf(label).textContent()) ?? '');

async function choosePeriod(name: string): Promise<void> {
  await stage.page.getByRole('button', { name: /^Period: / }).click();
  await stage.page.getByRole('radio', { name }).click();
}

async function soldAt(id: string | undefined, days: number): Promise<void> {
  await stage.app.context.db.owner.query('UPDATE lead_sales SET sold_at = $2 WHERE lead_id = $1', [
    id,
    dayBefore(days),
  ]);
}

async function makeSales(): Promise<void> {
  const { owner } = stage;
  const [ann] = await sellNew(owner, 'C-1', ['Ann', 'Bea', 'Cleo'], USD);
  await sellNew(owner, 'C-2', ['Dora'], { price: '5', currency: 'EUR' }, 'Bolt');
  const [eve, fay] = await sellNew(owner, 'C-1', ['Eve', 'Fay'], USD);
  await soldAt(eve, 31);
  await soldAt(fay, 45);
  await call(owner, 'POST', `/api/leads/${ann}/return`);
  await call(owner, 'PATCH', '/api/customers/detail?customer=C-1', { name: 'Nordlicht' });
}

it('compares sold leads, return rate and revenue by currency with the period before', async () => {
  await makeSales();
  await stage.page.goto('/');
  for (const figure of [
    'Leads sold 4 Up 100.0% from 2',
    'Return rate 25.0% Up 25.0 points from 0.0%',
    'Revenue in EUR €5.00 Up from €0.00',
    'Revenue in USD $20.00 No change from $20.00',
  ]) {
    await expect.poll(() => textOf(figure.replace(/ [€$\d].*/, ''))).toBe(figure);
  }
  expect(await bodyOf('Sales by Source')).toEqual([
    ['Acme', '3', 'Up 50.0% from 2', '33.3%', '$20.00'],
    ['Bolt', '1', 'Up from 0', '0.0%', '€5.00'],
  ]);
  expect(await bodyOf('Sales by Buyer')).toEqual([
    ['C-1 Nordlicht', '3', 'Up 50.0% from 2', '33.3%', '$20.00'],
    ['C-2', '1', 'Up from 0', '0.0%', '€5.00'],
  ]);
});

it('keeps large numbers in several currencies within their card and on one line each', async () => {
  const { page } = stage;
  await makeSales();
  await page.route('**/api/dashboard/sales*', async (route) => {
    const answer = await route.fetch();
    const sales = await answer.json();
    for (const { now, before } of [...sales.buyers, ...sales.sources]) {
      now.sold = 12_345;
      before.sold = 10_345;
      now.revenue = ['EUR', 'USD', 'GBP'].map((currency) => ({ amount: '1234567.50', currency }));
    }
    await route.fulfill({ json: sales });
  });
  await page.goto('/');
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ['Sales by Source', 'Sales by Buyer']) {
      const table = page.getByRole('table', { name, exact: true });
      await table.getByText('€1,234,567.50').first().waitFor();
      const over = () =>
        table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0));
      await expect.poll(over, { message: `${name} at ${width} px` }).toBeLessThanOrEqual(0);
      const lines = table.getByText('€1,234,567.50').first();
      await expect.poll(async () => (await lines.boundingBox())?.height).toBeLessThan(24);
    }
  }
});

it('keeps the period of all cards in the URL, and compares all time with nothing', async () => {
  const { page } = stage;
  await makeSales();
  await page.goto('/');
  await choosePeriod('Last 90 days');
  await page.waitForURL('**/?period=90d');
  await expect.poll(() => textOf('Leads sold')).toBe('Leads sold 6 Up from 0');
  await page.reload();
  await expect.poll(async () => (await bodyOf('Sales by Buyer'))[0]?.[1]).toBe('5');
  await choosePeriod('All time');
  await page.waitForURL('**/?period=all');
  await expect.poll(() => textOf('Leads sold')).toBe('Leads sold 6');
  await expect
    .poll(async () => (await bodyOf('Sales by Source'))[0])
    .toEqual(['Acme', '5', '20.0%', '$40.00']);
  await page.goBack();
  await page.getByRole('button', { name: 'Period: Last 90 days' }).waitFor();
});

it('takes days of your choice from the keyboard, and says what is wrong with them', async () => {
  const { page } = stage;
  await makeSales();
  await page.goto('/');
  const button = page.getByRole('button', { name: /^Period: / });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('First day').fill(dayBefore(20).slice(0, 10));
  await page.getByLabel('Last day').fill(dayBefore(46).slice(0, 10));
  await page.keyboard.press('Enter');
  await page.getByText("The first day can't be after the last.").waitFor();
  await page.getByLabel('First day').fill(dayBefore(46).slice(0, 10));
  await page.getByLabel('Last day').fill(dayBefore(40).slice(0, 10));
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/?from=${dayBefore(46).slice(0, 10)}&to=${dayBefore(40).slice(0, 10)}`);
  await expect.poll(() => textOf('Leads sold')).toBe('Leads sold 1 Up from 0');
});

it('has lists in place of the tables on a phone', async () => {
  const { page } = stage;
  await makeSales();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const buyers = page.getByRole('list', { name: 'Sales by Buyer' }).getByRole('listitem');
  await expect
    .poll(async () =>
      (await buyers.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' ').split(/\n+/)),
    )
    .toEqual([
      ['C-1 Nordlicht', '$20.00', '3 sold (2 before) · 33.3% returned'],
      ['C-2', '€5.00', '1 sold (0 before) · 0.0% returned'],
    ]);
  const suppliers = page.getByRole('list', { name: 'Suppliers' }).getByRole('listitem');
  await suppliers.filter({ hasText: 'Bolt' }).getByText('0.0% valid numbers · 0.0% duplicates').waitFor();
});

it('leads to the customer and to the leads of a source', async () => {
  const { page } = stage;
  await makeSales();
  await page.goto('/');
  await page.getByRole('table', { name: 'Sales by Buyer' }).getByRole('link', { name: 'C-2' }).click();
  await page.waitForURL('**/customers?customer=C-2');
  await page.goBack();
  await page.getByRole('table', { name: 'Sales by Source' }).getByRole('link', { name: 'Bolt' }).click();
  await page.waitForURL('**/leads?source=Bolt');
});

it('shows shares of valid numbers and duplicates by supplier', async () => {
  const { page, owner } = stage;
  const columns = ['email', 'phone', 'source'];
  const rows = [
    ['a@mail.example', '+447911123456', 'Acme'],
    ['b@mail.example', '12', 'Acme'],
    ['a@mail.example', '', 'Acme'],
    ['c@mail.example', '', ''],
  ];
  await importLeads(owner, csvFile([columns, ...rows]), {
    fieldMapping: Object.fromEntries(columns.map((column) => [column, column])),
  });
  await page.goto('/');
  await expect
    .poll(() => bodyOf('Suppliers'))
    .toEqual([
      ['Acme', '2', '50.0%', '1', '33.3%'],
      ['No source', '1', '0.0%', '0', '0.0%'],
    ]);
});

it('says when there are no sales, follows new ones, and says when they cannot be read', async () => {
  const { page, owner } = stage;
  await page.goto('/');
  await page.getByText('No sales in this period or the one before.').first().waitFor();
  await sellNew(owner, 'C-1', ['Ann']);
  await eventually(() => textOf('Leads sold')).toBe('Leads sold 1 Up from 0');
  await breakCalls(page, '**/api/dashboard/sales*');
  await page.reload();
  await page.getByRole('alert').getByText('Failed to fetch sales').first().waitFor();
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  await makeSales();
  await stage.page.goto('/');
  await seeAccessible(stage.page, () => stage.page.getByRole('table', { name: 'Sales by Buyer' }).waitFor());
});
