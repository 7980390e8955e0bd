import type { Locator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { startBuyer, webhookTo } from '#tests/support/buyer.ts';
import { makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { startMailServer, textOf } from '#tests/support/mail-server.ts';
import { makeOrder, sellThroughCall } from '#tests/support/orders.ts';
import { startSftpServer } from '#tests/support/sftp-server.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually } from './leads-steps.ts';
import { setPageStage } from './page-steps.ts';

const mail = await startMailServer();
const sftp = await startSftpServer();
const stage = setPageStage({
  config: { smtp: { url: `smtp://127.0.0.1:${mail.port}`, from: 'leads@example.com' } },
  outbound: { allow: ['127.0.0.0/8'] },
});
afterAll(() => Promise.all([mail.close(), sftp.close()]));

const JANE = { firstName: 'Jane', email: 'jane@mail.example' };
const deliveries = () =>
  stage.page.getByRole('list', { name: 'Deliveries', exact: true }).getByRole('listitem');

/** Opens the form of a new order that sells new leads. */
async function addOrder(name: string, kind: RegExp): Promise<Locator> {
  const { page } = stage;
  await page.goto('/orders');
  await buttonOf(page, 'Add Order').click();
  const form = dialogOf(page, 'Add Order');
  await form.getByLabel('Customer Number').fill('C-1042');
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByRole('switch', { name: 'Sell new leads automatically' }).click();
  await form.getByRole('radio', { name: kind }).click();
  return form;
}

async function choose(box: Locator, option: string): Promise<void> {
  await box.click();
  await stage.page.getByRole('option', { name: option }).click();
}

async function seeAccepted(order: string): Promise<void> {
  await buttonOf(stage.page, `Deliveries of ${order}`).click();
  await deliveries().first().getByText('Accepted').waitFor();
}

it('sets up an email order whose buyer gets the lead as a file', async () => {
  const { page, owner } = stage;
  const form = await addOrder('Mailed', /^Email/);
  const warning = form.getByText('Ask the operator of this server to set PUBLIC_URL');
  await warning.waitFor();
  await seeNoViolations(page);
  await form.getByRole('radio', { name: /^The CSV file/ }).click();
  await warning.waitFor({ state: 'detached' });
  await form.getByLabel('Recipients').fill('buyer@mail.example');
  await form.getByLabel('Recipients').press('Enter');
  await form.getByLabel('Subject').fill('Leads for you');
  await choose(form.getByLabel('Send', { exact: true }), 'Each lead at once');
  await form.getByLabel('Last Day').fill('2099-12-31');
  await buttonOf(form, 'Add Order').click();
  await seeToast(page, 'Order added', 'Mailed');
  await page.getByText('Email to buyer@mail.example').waitFor();
  await page.getByText('Dec 31, 2099').waitFor();
  await makeLead(owner, JANE);
  await eventually(async () => mail.mails.length).toBe(1);
  const [got] = mail.mails;
  expect(got?.to).toEqual(['buyer@mail.example']);
  expect(got?.raw).toContain('Subject: Leads for you');
  const file = /filename=[^\n]+\.csv\r\n(?:[\w-]+: [^\n]+\r\n)*\r\n([\w+/=\r\n]+)/.exec(got?.raw ?? '')?.[1];
  expect(`${Buffer.from(file ?? '', 'base64')}${got && textOf(got)}`).toContain('jane@mail.example');
  await seeAccepted('Mailed');
});

it('sets up an SFTP order whose host gets a file of the lead', async () => {
  const { page, owner } = stage;
  const form = await addOrder('Filed', /^SFTP/);
  await form.getByLabel('Host', { exact: true }).fill('127.0.0.1');
  await form.getByLabel('Port').fill(String(sftp.port));
  await form.getByLabel('User').fill('leads');
  await form.getByLabel('Private Key').fill(sftp.key);
  await form.getByLabel('Folder', { exact: true }).fill('/in');
  await choose(form.getByLabel('Send', { exact: true }), 'Each lead at once');
  await buttonOf(form, 'Add Order').click();
  await form
    .getByText(/SHA256/)
    .first()
    .waitFor();
  await seeNoViolations(page);
  await form.getByLabel('Host Key').fill(sftp.hostKey);
  await buttonOf(form, 'Add Order').click();
  await seeToast(page, 'Order added', 'Filed');
  await page.getByText('SFTP to 127.0.0.1').waitFor();
  await makeLead(owner, JANE);
  // Renamed once it is complete.
  await eventually(async () => [...sftp.files.keys()].filter((path) => path.endsWith('.csv')).length).toBe(1);
  const [[path, bytes] = ['', Buffer.from('')]] = [...sftp.files];
  expect(path).toMatch(/^\/in\/.+\.csv$/);
  expect(bytes.toString()).toContain('jane@mail.example');
  await seeAccepted('Filed');
});

it('cancels a delivery and sends a failed one again from the log', async () => {
  const { page, owner } = stage;
  const buyer = await startBuyer((_request, response) => void response.writeHead(503).end());
  try {
    const order = await makeOrder(owner, { ...webhookTo(buyer), name: 'Solar', customerNumber: 'C-7' });
    const jane = await makeLead(owner, JANE);
    await makeLead(owner, { firstName: 'Bea', email: 'bea@mail.example' });
    await sellThroughCall(owner, order.id);
    await page.goto('/customers?customer=C-7');
    const of = (name: string) => deliveries().filter({ hasText: name });
    const open = async (name: string) => {
      await of(name)
        .getByRole('button', { name: /^Details of / })
        .click();
      const dialog = dialogOf(page, 'Delivery');
      await dialog.getByText('Attempt 1').waitFor();
      return dialog;
    };
    await eventually(() => deliveries().filter({ hasText: 'status 503' }).count()).toBe(2);
    const canceling = await open('Jane');
    await buttonOf(canceling, 'Cancel Delivery').click();
    await seeToast(page, 'Delivery canceled', 'The sale stays.');
    await buttonOf(canceling, 'Close').first().click();
    await of('Jane').getByText('Canceled', { exact: true }).waitFor();
    expect((await readLeadDetail(owner, jane.id)).isSold).toBe(true);
    buyer.answers = () => ({ result: 'ok' });
    const before = buyer.requests.length;
    const sending = await open('Bea');
    await buttonOf(sending, 'Send Again').click();
    await sending.getByText('Attempt 2').waitFor();
    await seeNoViolations(page);
    await buttonOf(sending, 'Close').first().click();
    await of('Bea').getByText('Accepted').waitFor();
    expect(buyer.requests.slice(before).map(({ body }) => JSON.parse(body).email)).toEqual([
      'bea@mail.example',
    ]);
    expect(new Set(buyer.ids()).size).toBe(2);
  } finally {
    await buyer.close();
  }
});
