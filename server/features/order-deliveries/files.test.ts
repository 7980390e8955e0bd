import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { deliveriesOf, makeDue, readDelivery, statesAre } from '#tests/support/deliveries.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { makeOrder, sellThroughCall } from '#tests/support/orders.ts';
import { type SftpServer, startSftpServer } from '#tests/support/sftp-server.ts';
import { until } from '#tests/support/until.ts';

let app: TestApp;
let admin: SignedIn;
let mails: MailServer;
let sftp: SftpServer;

beforeAll(async () => {
  mails = await startMailServer();
  const smtp = { url: `smtp://127.0.0.1:${mails.port}`, from: 'Leads <leads@example.com>' };
  app = await startTestApp({ config: { smtp }, outbound: { allow: ['127.0.0.0/8'] } });
});
afterAll(async () => {
  await app.close();
  await mails.close();
});
beforeEach(async () => {
  admin = await signUp(app.url);
  mails.mails.length = 0;
  sftp = await startSftpServer();
});
afterEach(() => sftp.close());

const mail = { kind: 'email', to: ['buyer@example.org'], subject: 'New leads', attach: 'csv' };
const upload = (more: object = {}) => {
  const { port, hostKey, key } = sftp;
  const where = { host: '127.0.0.1', port, user: 'leads', key, hostKey, folder: '/in', name: 'leads.csv' };
  return { kind: 'sftp', ...where, ...more };
};
const makeLeads = async (count: number) => {
  for (let n = 0; n < count; n++) await makeLead(admin, { email: `n${n}@example.com` });
};

test('a mail carries the file, and is accepted once the server took it', async () => {
  const order = await makeOrder(admin, { delivery: mail });
  await makeLeads(1);
  await sellThroughCall(admin, order.id);
  await statesAre(admin, order, { accepted: 1 });
  const [got] = mails.mails;
  expect(got).toMatchObject({ from: 'leads@example.com', to: ['buyer@example.org'] });
  const content = Buffer.from(/base64\r\n(?:[^\r]+\r\n)*\r\n([\w+/=\r\n]+)/.exec(got?.raw ?? '')?.[1] ?? '', 'base64');
  expect(content.toString()).toContain('"n0@example.com"');
});

test('leads of an hour go out as one mail at its end', async () => {
  const order = await makeOrder(admin, { delivery: { ...mail, every: 'hour' } });
  await makeLeads(5);
  await sellThroughCall(admin, order.id);
  const [waiting] = await deliveriesOf(admin, order);
  expect(Date.parse(waiting?.nextAt ?? '')).toBeGreaterThan(Date.now());
  expect(new Date(waiting?.nextAt ?? '').getUTCMinutes()).toBe(0);
  await makeDue(app, order);
  await statesAre(admin, order, { accepted: 5 });
  expect(mails.mails).toHaveLength(1);
});

test('a file is put on the server by SFTP, its name with date and number', async () => {
  const order = await makeOrder(admin, { delivery: upload({ every: 'day' }) });
  expect(JSON.stringify(order)).not.toContain('PRIVATE KEY');
  await makeLeads(3);
  await sellThroughCall(admin, order.id);
  await makeDue(app, order);
  await statesAre(admin, order, { accepted: 3 });
  const [path = ''] = [...sftp.files.keys()];
  expect(path).toMatch(/^\/in\/leads-\d{4}-\d\d-\d\d-\d{6}\.csv$/);
  for (const n of [0, 1, 2]) expect(sftp.files.get(path)?.toString()).toContain(`"n${n}@example.com"`);
  const [one] = await deliveriesOf(admin, order);
  const [attempt] = (await readDelivery(admin, one?.id ?? '')).attemptsMade;
  expect(attempt).toMatchObject({ read: 'accepted', answer: null });
  expect(JSON.stringify(attempt)).not.toContain('n2@');
});

test('a wrong host key gets nothing, and says so', async () => {
  const order = await makeOrder(admin, { delivery: upload({ hostKey: `SHA256:${'A'.repeat(43)}` }) });
  await makeLeads(1);
  await sellThroughCall(admin, order.id);
  const waiting = await until('it was refused', async () =>
    (await deliveriesOf(admin, order)).find(({ reason }) => reason !== null),
  );
  expect(waiting).toMatchObject({ state: 'waiting', reason: expect.stringMatching(/host key/) });
  expect(sftp.files.size).toBe(0);
});

test('a link, and a host that is not public, are refused when saved', async () => {
  const refused = async (delivery: object) =>
    (await admin.post<{ message: string }>('/api/orders', { customerNumber: 'C', name: 'x', delivery })).body.message;
  expect(await refused({ ...mail, attach: 'link' })).toMatch(/attach the file/);
  expect(await refused(upload({ host: '10.0.0.1' }))).toMatch(/public/);
});
