import type { Locator } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { seeNoViolations, seeToast, seeWidth, signInAs } from '#tests/support/browser.ts';
import { call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { makeOrder, readOrder } from '#tests/support/orders.ts';
import { becomeColleague } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually } from './leads-steps.ts';
import { operationsOf, seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();
const USD = { price: '4.50', currency: 'USD' };
const orders = () => stage.page.getByRole('list', { name: 'Orders', exact: true });
const cardOf = (name: string): Locator =>
  orders()
    .getByRole('listitem')
    .filter({ has: stage.page.getByRole('heading', { name }) });
const namesShown = async () =>
  (await orders().getByRole('heading').allInnerTexts()).map((text) => text.split('\n')[0]);
const sheet = (title = 'Add Order') => dialogOf(stage.page, title);
const shot = async (name: string) => {
  const dir = process.env['SHOTS'];
  if (dir) await stage.page.screenshot({ path: `${dir}/${name}.png`, fullPage: true });
};

async function openScreen(): Promise<void> {
  await stage.page.goto('/orders');
  await stage.page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
}

async function choose(box: Locator, option: string | RegExp): Promise<void> {
  await box.click();
  await stage.page.getByRole('option', { name: option }).first().click();
}

/** Leads named as their country. */
async function makeLeads(...countries: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, country] of countries.entries()) {
    const name = { firstName: `Lead${at}`, lastName: country };
    ids.push((await makeLead(stage.owner, { ...name, email: `lead${at}@mail.example`, country })).id);
  }
  return ids;
}

/** The lead list closes dialogs of its selection when it becomes cards. */
const WIDE = [1440, 820];

async function shots(name: string, ready: () => Promise<unknown>, widths = [...WIDE, 390]): Promise<void> {
  if (!process.env['SHOTS']) return;
  for (const theme of ['light', 'dark']) {
    await stage.page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    for (const width of widths) {
      await stage.page.setViewportSize({ width, height: 900 });
      await ready();
      await shot(`${name}-${theme}-${width}`);
    }
  }
  await stage.page.evaluate("document.documentElement.dataset.theme = 'light'");
  await stage.page.setViewportSize({ width: 1440, height: 900 });
}

afterEach(() => stage.page.setViewportSize({ width: 1440, height: 900 }));

it('creates an order with what its form asks for, names what is wrong, and shows how full its cap is', async () => {
  const { page, owner } = stage;
  await call(owner, 'POST', '/api/customers', { number: 'C-1042', name: 'Nordlicht' });
  await call(owner, 'POST', '/api/suppressions', { entries: ['out@mail.example'] });
  await openScreen();
  await page.getByRole('heading', { name: 'No orders yet' }).waitFor();
  await seeNoViolations(page);
  await buttonOf(page, 'Add Order').click();
  const form = sheet();
  await buttonOf(form, 'Add Order').click();
  await form.getByText('Please enter a customer number').waitFor();
  await form.getByText('Enter a name', { exact: true }).waitFor();
  await form.getByLabel('Customer Number').fill('C-1042');
  await form.getByText('Nordlicht').waitFor();
  await form.getByLabel('Name', { exact: true }).fill('Solar Germany');
  await form.getByLabel('Price per lead').fill('4,50');
  await form.getByText('Choose a currency for the price').waitFor();
  await choose(form.getByRole('combobox', { name: 'Currency' }), /^EUR/);
  await buttonOf(form, 'Add Condition').click();
  await page.getByRole('option', { name: 'City', exact: true }).click();
  await page.getByRole('dialog', { name: 'Add filter' }).getByLabel('Value').fill('Bonn');
  await page.keyboard.press('Enter');
  await form.getByText('City is').waitFor();
  await form.getByRole('link', { name: 'Do not contact' }).waitFor();
  await buttonOf(form, 'Add Cap').click();
  await buttonOf(form, 'Add Order').click();
  await form.getByText('A cap needs a number of leads or an amount').waitFor();
  await form.getByRole('textbox', { name: 'Leads' }).fill('2');
  await form.getByRole('combobox', { name: 'Time Zone' }).click();
  await page.getByRole('combobox', { name: 'Search time zones' }).fill('Berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  await buttonOf(form, 'Add Opening Hours').click();
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await buttonOf(form, day).click();
  await form.getByText('Choose at least one day').waitFor();
  await seeNoViolations(page);
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) await buttonOf(form, day).click();
  await form.getByLabel('From').fill('00:00');
  await form.getByLabel('To', { exact: true }).fill('00:00');
  await form.getByRole('switch', { name: 'Sell new leads automatically' }).click();
  await shots('form', () => form.waitFor());
  await buttonOf(form, 'Add Order').click();
  await seeToast(page, 'Order added', 'Solar Germany');

  const card = cardOf('Solar Germany');
  await card.getByText('C-1042 · Nordlicht').waitFor();
  await card.getByText('€4.50 per lead').waitFor();
  await card.getByText('Every day 00:00–24:00 (Europe/Berlin)').waitFor();
  await card.getByText('City is Bonn').waitFor();
  await card.getByText('0 of 2 leads').waitFor();
  // Sold as it arrives, and seen at once.
  await makeLead(owner, { email: 'ann@mail.example', city: 'Bonn' });
  await card.getByText('1 of 2 leads').waitFor();
  await card.getByText('1 lead sold').waitFor();
  await seeNoViolations(page);
});

it('edits, pauses and resumes an order, and deletes it after asking', async () => {
  const { page, app, owner } = stage;
  const order = await makeOrder(owner, {
    ...{
      name: 'Solar',
      ...USD,
      priority: 2,
      caps: [
        { period: 'day', leads: 10 },
        { period: 'total', amount: 100 },
      ],
    },
  });
  await makeOrder(owner, { name: 'First', customerNumber: 'C-2' });
  await openScreen();
  await eventually(namesShown).toEqual(['First', 'Solar']);
  await buttonOf(page, 'Edit Solar').click();
  const form = sheet('Edit Order');
  await expect.poll(() => form.getByLabel('Price per lead').inputValue()).toBe('4.50');
  await form.getByLabel('Name', { exact: true }).fill('Solar South');
  await form.getByLabel('Price per lead').fill('');
  await buttonOf(form, 'Save Order').click();
  await form.getByText('A cap with an amount needs a price per lead').waitFor();
  await form.getByLabel('Price per lead').fill('5');
  await buttonOf(form, 'Save Order').click();
  await seeToast(page, 'Order saved', 'Solar South');
  expect(await readOrder(owner, order.id)).toMatchObject({ name: 'Solar South', price: '5.00', priority: 2 });

  await buttonOf(page, 'Pause Solar South').click();
  await seeToast(page, 'Order paused', 'Solar South');
  await cardOf('Solar South').getByText('It takes no leads until you resume it.').waitFor();
  await app.context.db.owner.query(
    "UPDATE orders SET active = true, paused_at = now(), pause_reason = 'Too many rejections in a row' WHERE id = $1",
    [order.id],
  );
  await page.reload();
  await cardOf('Solar South').getByText('Too many rejections in a row').waitFor();
  await seeAccessible(page, () => cardOf('Solar South').waitFor());
  await page.setViewportSize({ width: 1440, height: 900 });
  await buttonOf(page, 'Resume Solar South').click();
  await seeToast(page, 'Order resumed', 'Solar South');
  await cardOf('Solar South').getByText('Active').waitFor();

  await buttonOf(page, 'Delete First').click();
  await buttonOf(dialogOf(page, 'Delete Order'), 'Delete Order').click();
  await seeToast(page, 'Order deleted', 'First');
  await eventually(() => orders().getByRole('heading').count()).toBe(1);
});

it('says who would get selected leads and why not the others, sells, and takes the sale back', async () => {
  const { page, owner } = stage;
  const [ann = ''] = await makeLeads('Germany', 'Germany', 'Germany', 'France');
  await makeOrder(owner, { name: 'Nobody', customerNumber: 'C-9', where: [['country', 'is', 'Peru']] });
  const order = await makeOrder(owner, {
    ...{ name: 'Solar', ...USD, priority: 2, where: [['country', 'is', 'Germany']] },
    caps: [{ period: 'day', leads: 2 }],
  });
  await page.goto('/leads');
  await page.getByText('4 leads').waitFor();
  await page.getByLabel('Select all').first().click();
  await buttonOf(page, 'Sell Through Order').click();
  const dialog = dialogOf(page, 'Sell Through Order');
  await dialog.getByText('Who would get 4 leads, and why not the others? Nothing is sold yet.').waitFor();
  await expect.poll(() => dialog.getByRole('radio', { name: /Solar/ }).isChecked()).toBe(true);
  await dialog.getByText('Solar takes 2 leads for $9.00.').waitFor();
  await dialog.getByText('1 lead matches, but its caps have room for only 2.').waitFor();
  await dialog.getByText("1 lead doesn't meet its conditions").waitFor();
  await dialog.getByText('Lead3 France').waitFor();
  await seeNoViolations(page);
  await shots('match', () => dialog.waitFor(), WIDE);
  await dialog.getByRole('radio', { name: /Nobody/ }).click();
  await dialog.getByText('Nobody takes none of these leads now.').waitFor();
  expect(await buttonOf(dialog, 'Sell Leads').isDisabled()).toBe(true);
  await dialog.getByRole('radio', { name: /Solar/ }).click();
  await buttonOf(dialog, 'Sell 2 Leads').click();
  const result = dialogOf(page, 'Leads Sold');
  await result.getByText('Sold 2 leads to C-1 for $9.00.').waitFor();
  await result.getByText('1 lead finds one of its caps full').waitFor();
  await result.getByText("1 lead doesn't meet its conditions").waitFor();
  await seeNoViolations(page);
  await shots('result', () => result.waitFor(), WIDE);
  expect((await readOrder(owner, order.id)).sold).toBe(2);
  await buttonOf(result, 'Done').click();

  await buttonOf(page, 'Activity').click();
  await operationsOf(page).first().getByText('Sold 2 leads to C-1 for $9.00').waitFor();
  await buttonOf(page, 'Close').click();
  await buttonOf(page, 'Sell Through Order').click();
  await dialog
    .getByText('Solar takes none of these leads now.')
    .or(dialog.getByText('Nobody takes none'))
    .first()
    .waitFor();
  await buttonOf(dialog, 'Cancel').click();

  await buttonOf(page, 'Activity').click();
  await buttonOf(operationsOf(page).first(), 'Undo').click();
  await page
    .getByRole('dialog', { name: 'Undo: Mark as sold' })
    .getByRole('button', { name: 'Undo for 2 leads' })
    .click();
  await seeToast(page, 'Undone', '2 leads changed');
  expect((await readOrder(owner, order.id)).sold).toBe(0);
  expect((await readLeadDetail(owner, ann)).isSold).toBe(false);
});

it('sells all leads of a filter, and one lead from its drawer, with undo', async () => {
  const { page, owner } = stage;
  const [lead = ''] = await makeLeads('Germany', 'Germany', 'France');
  await makeOrder(owner, { name: 'Solar', ...USD });
  await page.goto('/leads?country=Germany');
  await page.getByText('2 leads').waitFor();
  await page.getByLabel('Select all').first().click();
  await buttonOf(page, 'Sell Through Order').click();
  await buttonOf(dialogOf(page, 'Sell Through Order'), 'Sell 2 Leads').click();
  await buttonOf(dialogOf(page, 'Leads Sold'), 'Undo').click();
  await seeToast(page, 'Undone', '2 leads changed');
  await page.goto(`/leads?lead=${lead}`);
  await dialogOf(page, /^Lead0/)
    .getByRole('button', { name: 'Sell Through Order' })
    .click();
  await buttonOf(dialogOf(page, 'Sell Through Order'), 'Sell 1 Lead').click();
  await dialogOf(page, 'Leads Sold').getByText('Sold 1 lead to C-1 for $4.50.').waitFor();
  await buttonOf(dialogOf(page, 'Leads Sold'), 'Done').click();
  await dialogOf(page, /^Lead0/)
    .getByText('Sold to', { exact: true })
    .waitFor();
});

it("shows a customer's orders in its drawer, and to users who cannot change them", async () => {
  const { page, app, owner } = stage;
  const terms = { ...USD, caps: [{ period: 'week', leads: 5, country: 'Germany' }], exclusive: false };
  await call(owner, 'POST', '/api/customers', { number: 'C-1042' });
  await makeOrder(owner, { name: 'Solar', customerNumber: 'C-1042', ...terms });
  await makeOrder(owner, { name: 'Other', customerNumber: 'C-2' });
  await makeOrder(owner, {
    ...{
      name: 'Night',
      customerNumber: 'C-1042',
      timeZone: 'Europe/Berlin',
      whenClosed: 'wait',
      weight: 2.5,
    },
    ...{
      autoSell: true,
      duplicateDays: 30,
      where: [
        ['country', 'anyOf', 'Germany', 'Austria'],
        ['source', 'is', 'Acme'],
      ],
    },
    hours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
  });
  await page.goto('/customers?customer=C-1042');
  await cardOf('Solar').getByText('This week in Germany').waitFor();
  await eventually(() => orders().getByRole('heading').count()).toBe(2);
  await buttonOf(page, 'Add Order').click();
  await expect.poll(() => sheet().getByLabel('Customer Number').inputValue()).toBe('C-1042');
  await page.keyboard.press('Escape');
  await seeNoViolations(page);
  await shots('customer', () => cardOf('Solar').waitFor());

  const colleague = await becomeColleague(stage);
  await signInAs(page, app.url, colleague);
  await openScreen();
  await page.getByText('Only administrators can change orders.').waitFor();
  await cardOf('Solar').waitFor();
  for (const name of ['Add Order', 'Edit Solar', 'Pause Solar', 'Delete Solar']) {
    expect(await buttonOf(page, name).count()).toBe(0);
  }
  const [order] = (await colleague.get<Order[]>('/api/orders')).body;
  expect((await call(colleague, 'PATCH', `/api/orders/${order?.id}`, { active: false })).status).toBe(403);
  await shots('orders', () => cardOf('Solar').waitFor());
  await page.setViewportSize({ width: 390, height: 844 });
  await seeWidth(page, 390);
});
