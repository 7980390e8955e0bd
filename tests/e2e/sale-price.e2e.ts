import { expect, it } from 'vitest';
import { seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually, rowOf } from './leads-steps.ts';
import { chooseFile, leadBy, seeAccessible, setPageStage } from './page-steps.ts';
import { sellNew } from './sale-steps.ts';

const stage = setPageStage();
const saleOf = async (id: string) => (await readLeadDetail(stage.owner, id)).sales[0];

/** Creates an unsold lead; returns its id. */
async function unsold(name: string): Promise<string> {
  return (await makeLead(stage.owner, { firstName: name, email: `${name.toLowerCase()}@mail.example` })).id;
}

/** Returns the label of the focused control. */
const focusedLabel = () =>
  stage.page.evaluate<string | undefined>('document.activeElement.labels?.[0]?.textContent');

async function chooseCurrency(code: string): Promise<void> {
  const { page } = stage;
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByPlaceholder('Find a currency').fill(code);
  await page.getByRole('option', { name: code }).first().click();
}

it('sells a lead in the drawer for a price, which the next sale to the customer is offered', async () => {
  const { page } = stage;
  const [ann, bea] = [await unsold('Ann'), await unsold('Bea')];
  await page.goto(`/leads?lead=${ann}`);
  const drawer = dialogOf(page, 'Ann');
  await drawer.getByLabel('Sell to customer').fill('C-1');
  await drawer.getByLabel('Price').fill('12.5');
  await chooseCurrency('EUR');
  await drawer.getByRole('button', { name: 'Mark as Sold' }).click();
  await seeToast(page, 'Marked as sold', 'Sold 1 lead to C-1 for €12.50', 'Undo');
  await drawer.getByRole('list', { name: 'Sales' }).getByText('for €12.50').waitFor();
  await eventually(() => saleOf(ann)).toMatchObject({ price: '12.50', currency: 'EUR' });

  await page.goto(`/leads?lead=${bea}`);
  const next = dialogOf(page, 'Bea');
  await next.getByLabel('Sell to customer').fill('C-1');
  await expect.poll(() => next.getByLabel('Price').inputValue()).toBe('12.50');
  await next.getByLabel('Price').fill('');
  await next.getByRole('button', { name: 'Mark as Sold' }).click();
  await eventually(() => saleOf(bea)).toMatchObject({ customerNumber: 'C-1', price: null, currency: null });
});

it('says what is wrong with a price before it is sent', async () => {
  const { page } = stage;
  await page.goto(`/leads?lead=${await unsold('Ann')}`);
  const drawer = dialogOf(page, 'Ann');
  const sell = drawer.getByRole('button', { name: 'Mark as Sold' });
  await sell.click();
  await drawer.getByText('Please enter a customer number').waitFor();
  await drawer.getByLabel('Sell to customer').fill('C-1');
  await drawer.getByLabel('Price').fill('12,345');
  await sell.click();
  await drawer.getByText('Enter a price, e.g. 12.50').waitFor();
  await expect.poll(() => focusedLabel()).toBe('Price Optional');
  await drawer.getByLabel('Price').fill('12');
  await drawer.getByText('Choose a currency for the price').waitFor();
  await seeNoViolations(page);
  await sell.click();
  await expect.poll(() => focusedLabel()).toBe('Currency');
  await chooseCurrency('USD');
  await sell.click();
  await seeToast(page, 'Marked as sold', 'Sold 1 lead to C-1 for $12.00', 'Undo');
});

it('names what every incomplete bulk action lacks at its field, with a button that stays enabled', async () => {
  const { page } = stage;
  await unsold('Ann');
  await page.goto('/leads');
  await rowOf(page, 'Ann').waitFor();
  await page.getByLabel('Select all leads on this page').click();
  for (const [action, confirm, problem, field] of [
    ['Mark Sold', 'Mark 1 Lead as Sold', 'Please enter a customer number', 'Customer Number'],
    ['Set Status', 'Set Status for 1 Lead', 'Choose a status', 'Status'],
    ['Set Field', 'Set Field for 1 Lead', 'Choose a field', 'Field'],
    ['Add Tags', 'Add Tags to 1 Lead', 'Enter a tag', 'Tags'],
  ] as const) {
    await buttonOf(page, action).click();
    await buttonOf(page, confirm).click();
    await dialogOf(page, action).getByRole('paragraph').filter({ hasText: problem }).waitFor();
    await expect.poll(() => focusedLabel(), { message: action }).toBe(field);
    await seeNoViolations(page);
    await buttonOf(page, 'Cancel').click();
  }
});

it('reads a decimal comma in every form that sells', async () => {
  const { page } = stage;
  const [ann, bea, cleo] = [await unsold('Ann'), await unsold('Bea'), await unsold('Cleo')];
  await page.goto('/leads');
  await rowOf(page, 'Ann').getByRole('checkbox').click();
  await buttonOf(page, 'Mark Sold').click();
  const dialog = dialogOf(page, 'Mark Sold');
  await dialog.getByLabel('Customer Number').fill('C-1');
  await dialog.getByLabel('Price per lead').fill('4,25');
  await chooseCurrency('EUR');
  await buttonOf(page, 'Mark 1 Lead as Sold').click();
  await seeToast(page, 'Marked as sold', 'Sold 1 lead to C-1 for €4.25', 'Undo');
  expect(await saleOf(ann)).toMatchObject({ price: '4.25', currency: 'EUR' });

  await page.goto(`/leads?lead=${bea}`);
  const drawer = dialogOf(page, 'Bea');
  await drawer.getByLabel('Sell to customer').fill('C-2');
  await drawer.getByLabel('Price').fill('1.250,5');
  await chooseCurrency('EUR');
  await drawer.getByRole('button', { name: 'Mark as Sold' }).click();
  await eventually(() => saleOf(bea)).toMatchObject({ price: '1250.50' });

  await page.goto('/mark-sold');
  await page.getByRole('radio', { name: 'Email' }).click();
  await page.getByLabel('Emails').fill('cleo@mail.example');
  await page.getByLabel('Customer Number').fill('C-3');
  await page.getByLabel('Price per lead').fill('4,2');
  await buttonOf(page, 'Mark as Sold').click();
  await expect.poll(() => focusedLabel()).toBe('Currency');
  await chooseCurrency('EUR');
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'Leads Marked as Sold', '1 lead sold to C-3 for €4.20');
  expect(await saleOf(cleo)).toMatchObject({ price: '4.20' });
});

it('sells and returns selected leads with price and reason', async () => {
  const { page } = stage;
  const [ann] = [await unsold('Ann'), await unsold('Bea')];
  await page.goto('/leads');
  await rowOf(page, 'Ann').waitFor();
  await page.getByLabel('Select all leads on this page').click();
  await buttonOf(page, 'Mark Sold').click();
  const dialog = dialogOf(page, 'Mark Sold');
  await dialog.getByLabel('Customer Number').fill('C-1');
  await dialog.getByLabel('Price per lead').fill('3');
  await chooseCurrency('USD');
  await seeNoViolations(page);
  await dialog.getByText('2 × $3.00 = $6.00').waitFor();
  await buttonOf(page, 'Mark 2 Leads as Sold').click();
  await seeToast(page, 'Marked as sold', 'Sold 2 leads to C-1 for $6.00', 'Undo');
  await eventually(() => saleOf(ann)).toMatchObject({ price: '3.00', currency: 'USD' });
  await buttonOf(page, 'Return Sale').click();
  const returning = dialogOf(page, 'Return Sale');
  await returning.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Other…' }).click();
  await returning.getByLabel('Other reason').fill('Wrong list');
  await seeNoViolations(page);
  await buttonOf(page, 'Return 2 Leads').click();
  await eventually(() => saleOf(ann)).toMatchObject({ returnReason: 'Wrong list' });
});

it('sells a list for a price, typed or from a file', async () => {
  const { page, owner } = stage;
  const [ann, bea] = [await unsold('Ann'), await unsold('Bea')];
  await sellNew(owner, 'C-1', ['Cleo'], { price: '7', currency: 'GBP' });
  await page.goto('/mark-sold');
  await page.getByRole('radio', { name: 'Email' }).click();
  await page.getByLabel('Emails').fill('ann@mail.example');
  await page.getByLabel('Customer Number').fill('C-1');
  await expect.poll(() => page.getByLabel('Price per lead').inputValue()).toBe('7.00');
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'Leads Marked as Sold', '1 lead sold to C-1 for £7.00');
  expect(await saleOf(ann)).toMatchObject({ price: '7.00', currency: 'GBP' });

  await page.goto('/mark-sold?tab=csv');
  await page.getByRole('radio', { name: 'Email' }).click();
  await chooseFile(page, 'sold.csv', 'email\nbea@mail.example\n');
  await page.getByLabel('Customer Number').fill('C-2');
  await page.getByLabel('Price per lead').fill('4.20');
  await buttonOf(page, 'Mark as Sold').click();
  await page.getByText('Choose a currency for the price').waitFor();
  expect((await leadBy(owner, 'bea@'))?.isSold).toBe(false);
  await chooseCurrency('USD');
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'Leads Marked as Sold', '1 lead sold to C-2 for $4.20');
  expect(await saleOf(bea)).toMatchObject({ price: '4.20', currency: 'USD' });
  await seeAccessible(page, () => page.getByLabel('Price per lead').waitFor());
});
