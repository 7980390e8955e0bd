import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { seeNoViolations, seeToast, seeWidth } from '#tests/support/browser.ts';
import { accepts, type Buyer, startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { makeOrder } from '#tests/support/orders.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually } from './leads-steps.ts';
import { setPageStage } from './page-steps.ts';

const stage = setPageStage({ outbound: { allow: ['127.0.0.0/8'] } });
let buyer: Buyer;

beforeEach(async () => {
  buyer = await startBuyer();
});
afterEach(async () => {
  await stage.page.setViewportSize({ width: 1440, height: 900 });
  await buyer.close();
});

const card = (name: string): Locator =>
  stage.page
    .getByRole('list', { name: 'Orders', exact: true })
    .getByRole('listitem')
    .filter({ has: stage.page.getByRole('heading', { name }) });
const deliveries = () =>
  stage.page.getByRole('list', { name: 'Deliveries', exact: true }).getByRole('listitem');

async function choose(box: Locator, option: string | RegExp): Promise<void> {
  await box.click();
  await stage.page.getByRole('option', { name: option }).first().click();
}

async function shots(name: string): Promise<void> {
  const dir = process.env['SHOTS'];
  if (!dir) return;
  for (const theme of ['light', 'dark']) {
    await stage.page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    for (const width of [1440, 820, 390]) {
      await stage.page.setViewportSize({ width, height: width === 1440 ? 1400 : 900 });
      await stage.page.screenshot({ path: `${dir}/${name}-${theme}-${width}.png` });
    }
  }
  await stage.page.evaluate("document.documentElement.dataset.theme = 'light'");
  await stage.page.setViewportSize({ width: 1440, height: 900 });
}

it('sets up a buyer from its posting document, with a test, and rules made on its answer', async () => {
  const { page, owner } = stage;
  // The document: POST JSON with contact.email, contact.mobile (digits) and campaign=solar, header X-Key; the answer is {"result": {"status", "id"}}.
  buyer.answers = ({ headers }) =>
    headers['x-key'] === 'k-123'
      ? { result: { status: 'accepted', id: 'B-77' } }
      : { result: { status: 'rejected', reason: 'Unknown key' } };
  await makeLead(owner, {
    firstName: 'Jane',
    lastName: 'Doe',
    email: 'jane@mail.example',
    phone: '+4915112345678',
  });
  await page.goto('/orders');
  await buttonOf(page, 'Add Order').click();
  const form = dialogOf(page, 'Add Order');
  await form.getByLabel('Customer Number').fill('C-1042');
  await form.getByLabel('Name', { exact: true }).fill('Solar');
  await form.getByRole('radio', { name: /^Webhook/ }).click();
  await form.getByLabel('Address').fill(buyer.url);
  const field = (part: string, at: number) => form.getByLabel(`${part} ${at}`, { exact: true });
  // First and last name, and country, aren't wanted.
  for (const at of [5, 2, 1]) await buttonOf(form, `Remove field ${at}`).click();
  await field("Buyer's field", 1).fill('contact.email');
  await field("Buyer's field", 2).fill('contact.mobile');
  await choose(field('Format', 2), 'Digits only');
  await buttonOf(form, 'Add Field').click();
  await field("Buyer's field", 3).fill('campaign');
  await choose(field('Value', 3), 'Fixed text');
  await field('Text', 3).fill('solar');
  await choose(form.getByRole('combobox', { name: 'Lead', exact: true }), 'Jane Doe, jane@mail.example');
  const request = form.getByRole('region', { name: 'Request' });
  await request.getByText('"mobile": "4915112345678"').waitFor();
  await request.getByText('"campaign": "solar"').waitFor();
  await seeNoViolations(page);

  await buttonOf(form, 'Send Test').click();
  const answer = form.getByRole('region', { name: 'Answer', exact: true });
  await answer.getByText('Unknown key').waitFor();
  await answer.getByText('No rule applies').waitFor();
  await buttonOf(form, 'Add Header').click();
  await form.getByLabel('Header 1', { exact: true }).fill('X-Key');
  await form.getByLabel('Value of header 1').fill('k-123');
  await buttonOf(form, 'Send Test').click();
  await answer.getByText('B-77').waitFor();
  await buttonOf(form, 'result.status = accepted').click();
  await answer.getByText('Accepted').waitFor();
  await buttonOf(form, 'Add Rule').click();
  await form.getByLabel('Meaning of rule 2').click();
  await page.getByRole('option', { name: 'Rejected' }).click();
  await form.getByLabel('Path 1 of rule 2').fill('result.status');
  await form.getByLabel('Wanted 1 of rule 2').fill('rejected');
  await form.getByText('Take reason, price or reference from the answer').nth(1).click();
  await form.getByLabel('Reason').last().fill('result.reason');
  await seeNoViolations(page);
  await shots('webhook');
  expect(buyer.requests.map(({ headers }) => headers['webhook-test'])).toEqual(['true', 'true']);
  await buttonOf(form, 'Add Order').click();
  const secret = dialogOf(page, 'Signing Secret');
  await expect.poll(() => secret.locator('code').textContent()).toMatch(/^whsec_/);
  await buttonOf(secret, "I've saved it").click();
  await card('Solar')
    .getByText(/^Webhook to 127\.0\.0\.1/)
    .waitFor();

  // The saved key isn't shown, and is kept.
  await buttonOf(page, 'Edit Solar').click();
  const edit = dialogOf(page, 'Edit Order');
  await expect
    .poll(() => edit.getByLabel('Value of header 1').getAttribute('placeholder'))
    .toContain('Saved');
  await edit.getByLabel('Name', { exact: true }).fill('Solar B');
  await buttonOf(edit, 'Save Order').click();
  await seeToast(page, 'Order saved', 'Solar B');
  await page.goto('/leads');
  await page.getByLabel('Select all').first().click();
  await buttonOf(page, 'Sell Through Order').click();
  await buttonOf(dialogOf(page, 'Sell Through Order'), 'Sell 1 Lead').click();
  await buttonOf(dialogOf(page, 'Leads Sold'), 'Done').click();
  await page.goto('/orders');
  await buttonOf(page, 'Deliveries of Solar B').click();
  await deliveries().first().getByText('Accepted').waitFor();
  expect(buyer.requests.at(-1)?.headers['x-key']).toBe('k-123');
});

it('shows that a rejected lead went to the next order, with requests, answers and the lead', async () => {
  const { page, owner } = stage;
  buyer.answers = ({ url }) => (url === '/first' ? { result: 'no', why: 'Wrong age' } : { result: 'ok' });
  await call(owner, 'POST', '/api/customers', { number: 'C-1' });
  const base = new URL(buyer.url).origin;
  await makeOrder(owner, { ...webhookTo({ url: `${base}/first` }), name: 'First', autoSell: true });
  const next = { name: 'Next', customerNumber: 'C-2', priority: 2, autoSell: true };
  await makeOrder(owner, { ...webhookTo({ url: `${base}/next` }), ...next });
  const lead = await makeLead(owner, { firstName: 'Jane', email: 'jane@mail.example' });
  await eventually(async () => (await readLeadDetail(owner, lead.id)).customerNumber).toBe('C-2');
  await page.goto('/customers?customer=C-1');
  await deliveries().first().getByText('Wrong age').waitFor();
  await deliveries().first().getByText('Rejected').waitFor();
  await deliveries()
    .first()
    .getByRole('button', { name: /^Details of / })
    .click();
  const dialog = dialogOf(page, 'Delivery');
  await dialog.getByText('j…@mail.example').first().waitFor();
  await dialog.getByText('"why":"Wrong age"').waitFor();
  await seeNoViolations(page);
  await shots('delivery');
  await buttonOf(dialog, 'Show Personal Data').click();
  await dialog.getByText('"email": "jane@mail.example"').waitFor();
  await page.goto(`/leads?lead=${lead.id}`);
  await eventually(() => deliveries().count()).toBe(2);
  await deliveries().filter({ hasText: 'Next to C-2' }).getByText('Accepted').waitFor();
  await deliveries().filter({ hasText: 'First to C-1' }).getByText('Wrong age').waitFor();
});

it('finds an order that paused itself, resumes it and sends again what failed', async () => {
  const { page, owner } = stage;
  buyer.answers = (_request, response) => {
    response.statusCode = 410;
    return { result: 'gone' };
  };
  const order = await makeOrder(owner, { ...webhookTo(buyer), name: 'Solar', autoSell: true });
  await makeLead(owner, { firstName: 'Jane', email: 'jane@mail.example' });
  const paused = async () => (await owner.get<Order>(`/api/orders/${order.id}`)).body.paused?.reason ?? null;
  await eventually(paused).not.toBeNull();
  await page.goto('/');
  await buttonOf(page, 'Activity').click();
  const alerts = page.getByRole('region', { name: 'Orders to look at' });
  await alerts.getByText('Paused').waitFor();
  await alerts.getByRole('link', { name: 'Solar' }).click();
  await card('Solar')
    .getByText((await paused()) ?? '')
    .waitFor();
  buyer.answers = () => ({ result: 'unclear' });
  await buttonOf(page, 'Resume Solar').click();
  await seeToast(page, 'Order resumed', 'Solar');
  await buttonOf(page, 'Deliveries of Solar').click();
  await deliveries().first().getByText('No rule fits the answer').waitFor();
  buyer.answers = accepts;
  await page.setViewportSize({ width: 390, height: 844 });
  await seeWidth(page, 390);
  await shots('deliveries');
  const open = deliveries().first();
  const sendAgain = dialogOf(page, 'Send Again');
  const day = new Date();
  const dayText = (days: number) => new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  await buttonOf(page, 'Send Open and Failed Again').click();
  await shots('send-again');
  await sendAgain.getByLabel('Last day').fill(dayText(-2));
  await sendAgain.getByRole('button', { name: 'Send Again' }).click();
  await seeToast(page, 'Nothing to send again', 'Solar');
  await buttonOf(page, 'Send Open and Failed Again').click();
  await sendAgain.getByLabel('First day').fill(dayText(-2));
  await sendAgain.getByLabel('Last day').fill(dayText(2));
  await seeNoViolations(page);
  await sendAgain.getByRole('button', { name: 'Send Again' }).click();
  await seeToast(page, '1 delivery sent again', 'Solar');
  await open.getByText('Accepted').waitFor();
  await open.getByRole('button', { name: /^Details of / }).click();
  const dialog = dialogOf(page, 'Delivery');
  await dialog.getByText('Attempt 3').waitFor();
  await dialog.getByText('{"result":"gone"}').waitFor();
  expect(await buttonOf(dialog, 'Cancel Delivery').count()).toBe(0);
});
