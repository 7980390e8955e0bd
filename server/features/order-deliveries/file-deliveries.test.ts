import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvCells } from '#tests/support/csv-cells.ts';
import { deliveriesOf, deliveryThatIs, makeDue, readDelivery, statesAre } from '#tests/support/deliveries.ts';
import { type MailServer, startMailServer, textOf } from '#tests/support/mail-server.ts';
import { makeOrder, readOrder, sellThroughCall } from '#tests/support/orders.ts';
import { type SftpServer, startSftpServer } from '#tests/support/sftp-server.ts';
import { until } from '#tests/support/until.ts';
import { removeOldLinks } from '../housekeeping/housekeeping.ts';

const PUBLIC_URL = 'https://leads.example.com';
const EMAIL = { kind: 'email', to: ['buyer@example.com'], subject: 'New leads' };
const JANE = { firstName: 'Jane', email: 'jane@example.com', phone: '+4915112345678' };
const LINK = /https:\/\/leads\.example\.com(\/api\/deliveries\/file\?key=\S+)/;

let app: TestApp;
let admin: SignedIn;
let mail: MailServer;
let refusesMail = false;
let sftp: SftpServer;

beforeAll(async () => {
  mail = await startMailServer({
    onMailFrom: (_address, _session, done) =>
      done(refusesMail ? Object.assign(new Error('Blocked'), { responseCode: 550 }) : null),
  });
  app = await startTestApp({
    config: {
      smtp: { url: `smtp://127.0.0.1:${mail.port}`, from: 'Leads <leads@example.com>' },
      publicUrl: PUBLIC_URL,
    },
    outbound: { allow: ['127.0.0.0/8'] },
  });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});
beforeEach(async () => {
  mail.mails.length = 0;
  refusesMail = false;
  admin = await signUp(app.url);
  sftp = await startSftpServer();
});
afterEach(() => sftp.close());

const sftpDelivery = (more: object = {}) => {
  const { port, key, hostKey } = sftp;
  return { kind: 'sftp', host: '127.0.0.1', port, user: 'leads', key, hostKey, folder: '/in', ...more };
};
/** Paths of the files on the SFTP server. */
const filesThere = () => [...sftp.files.keys()];

/** Reads the only link of the only mail. */
function linkOf(): string {
  expect(mail.mails).toHaveLength(1);
  const [sent] = mail.mails;
  return (sent && LINK.exec(textOf(sent))?.[1]) ?? '';
}

/** Opens a link as somebody who isn't signed in. */
async function open(path: string): Promise<{ status: number; text: string; name: string | null }> {
  const response = await app.anonymous.send(path, {});
  return {
    ...{ status: response.status, text: await response.text() },
    name: response.headers.get('content-disposition'),
  };
}

async function soldByMail(more: object = {}, order: object = {}): Promise<Order> {
  const made = await makeOrder(admin, { delivery: { ...EMAIL, ...more }, ...order });
  await makeLead(admin, JANE);
  await sellThroughCall(admin, made.id);
  return made;
}

describe('a link in an email', () => {
  test('opens the file of the leads without signing in, and each download is audited', async () => {
    const order = await soldByMail();
    const delivery = await deliveryThatIs(admin, order, 'accepted');
    expect(mail.mails[0]).toMatchObject({ from: 'leads@example.com', to: ['buyer@example.com'] });
    expect(mail.mails[0]?.raw).toContain('Subject: New leads');
    expect(mail.mails[0]?.raw).not.toContain('jane');
    const path = linkOf();
    const { status, text, name } = await open(path);
    expect([status, name]).toEqual([200, expect.stringContaining(`${delivery.reference}`)]);
    const [header = [], row = []] = csvCells(text);
    expect(row[header.indexOf('Email')]).toBe('jane@example.com');
    expect(await auditOf(app, admin.user.organizationId, 'download_delivery')).toEqual([
      {
        resource: delivery.reference,
        username: 'Customer C-1',
        details: { customerNumber: 'C-1', count: 1, order: 'Acme' },
      },
    ]);
  });

  test('has a secret that is stored nowhere, and without it nothing is shown', async () => {
    const order = await soldByMail();
    const { id } = await deliveryThatIs(admin, order, 'accepted');
    const path = linkOf();
    const [organizationId = '', linkId = '', secret = ''] = path.split('=').at(-1)?.split('.') ?? [];
    const other = await signUp(app.url);
    const { owner } = app.context.db;
    const { rows } = await owner.query(
      'SELECT l::text AS text FROM delivery_links l UNION ALL SELECT a::text FROM delivery_attempts a',
    );
    expect(JSON.stringify([rows, await readDelivery(admin, id, '?reveal=true')])).not.toContain(secret);
    for (const key of [
      `${organizationId}.${linkId}.${'A'.repeat(43)}`,
      `${organizationId}.${order.id}.${secret}`,
      `${other.user.organizationId}.${linkId}.${secret}`,
      `${organizationId}.${linkId}`,
      'x',
    ]) {
      const { status, text } = await open(`/api/deliveries/file?key=${key}`);
      expect([status, text]).toEqual([404, expect.stringContaining('This link is not known')]);
    }
    expect(await auditOf(app, organizationId, 'download_delivery')).toEqual([]);
  });

  test('says when it has expired, and is forgotten later', async () => {
    const order = await soldByMail();
    await deliveryThatIs(admin, order, 'accepted');
    const path = linkOf();
    const { owner } = app.context.db;
    const { rows } = await owner.query<{ days: number }>(
      `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM delivery_links WHERE order_id = $1`,
      [order.id],
    );
    expect(rows).toEqual([{ days: 7 }]);
    await owner.query("UPDATE delivery_links SET expires_at = '2020-01-04 12:00Z' WHERE order_id = $1", [
      order.id,
    ]);
    const { status, text } = await open(path);
    expect([status, text]).toEqual([
      404,
      expect.stringContaining('This link expired on Jan 4, 2020. Ask the sender'),
    ]);
    await removeOldLinks(owner);
    expect((await open(path)).text).toContain('This link is not known');
  });

  test.each<[string, (leadId: string) => Promise<unknown>]>([
    [
      'was returned',
      (leadId) => call(admin, 'POST', `/api/leads/${leadId}/return`, { reason: 'Wrong number' }),
    ],
    ['is in the bin', (leadId) => call(admin, 'DELETE', `/api/leads/${leadId}`)],
    [
      'must not be contacted',
      async () => {
        const { body } = await admin.post<{ id: string }>('/api/suppression-lists', { name: 'Opt-outs' });
        await admin.post('/api/suppressions', { listId: body.id, entries: [JANE.email] });
      },
    ],
  ])('has no lead that %s', async (_what, end) => {
    const order = await soldByMail();
    const { leadId } = await deliveryThatIs(admin, order, 'accepted');
    const path = linkOf();
    expect((await open(path)).status).toBe(200);
    await end(leadId);
    const { status, text } = await open(path);
    expect([status, text]).toEqual([
      404,
      expect.stringContaining('None of these leads is sold to you anymore'),
    ]);
  });
});

describe('a file', () => {
  test('attached to an email has the columns of the customer', async () => {
    const order = await soldByMail({ attach: 'csv' });
    await deliveryThatIs(admin, order, 'accepted');
    const attached = /filename=(leads-C-1-\d{4}-\d\d-\d\d-[\da-f]{8}\.csv)\r\n\r\n([\w+/=\r\n]+)/.exec(
      mail.mails[0]?.raw ?? '',
    );
    const cells = csvCells(Buffer.from(attached?.[2] ?? '', 'base64').toString());
    const exported = await admin.send('/api/leads/export?limit=all', {});
    expect(cells).toEqual(csvCells(await exported.text()));
    const { body: set } = await admin.post<{ id: string }>('/api/column-sets', {
      name: 'Contact',
      columns: ['phone', 'email'],
    });
    expect(
      (await call(admin, 'PATCH', '/api/customers/detail?customer=C-1', { columnSetId: set.id })).status,
    ).toBe(200);
    await makeLead(admin, { email: 'bob@example.com', phone: '+4915112345679' });
    mail.mails.length = 0;
    await sellThroughCall(admin, order.id);
    await statesAre(admin, order, { accepted: 2 });
    const raw = mail.mails[0]?.raw ?? '';
    const base64 = /\.csv\r\n\r\n([\w+/=\r\n]+)/.exec(raw)?.[1] ?? '';
    expect(csvCells(Buffer.from(base64, 'base64').toString())).toEqual([
      ['Phone', 'Email'],
      ['+4915112345679', 'bob@example.com'],
    ]);
  });

  test('of an hour gathers the leads that wait, and attempts hold each its own, masked', async () => {
    const order = await makeOrder(admin, { delivery: { ...EMAIL, attach: 'csv', every: 'hour' } });
    for (const n of [1, 2, 3]) await makeLead(admin, { email: `lead-${n}@example.com` });
    await sellThroughCall(admin, order.id);
    await statesAre(admin, order, { waiting: 3 });
    expect(mail.mails).toEqual([]);
    await makeDue(app, order);
    await statesAre(admin, order, { accepted: 3 });
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0]?.raw).toContain('3 leads for C-1, Acme');
    const [first] = await deliveriesOf(admin, order);
    const { attemptsMade } = await readDelivery(admin, first?.id ?? '');
    expect(attemptsMade).toMatchObject([
      { request: { url: 'mailto:buyer@example.com' }, answer: { status: 250 } },
    ]);
    const cells = csvCells(attemptsMade[0]?.request.body ?? '');
    expect(cells).toHaveLength(2);
    expect(cells[1]).toContain('l…@example.com');
  });

  test('arrives over SFTP under its own name', async () => {
    const order = await makeOrder(admin, { delivery: sftpDelivery() });
    expect(JSON.stringify(order)).not.toContain('PRIVATE KEY');
    await makeLead(admin, JANE);
    await sellThroughCall(admin, order.id);
    const delivery = await deliveryThatIs(admin, order, 'accepted');
    expect(filesThere()).toEqual([`/in/${delivery.reference}`]);
    expect(delivery.reference).toMatch(/^leads-\d{4}-\d\d-\d\d-[\da-f]{8}\.csv$/);
    const [, row] = csvCells(sftp.files.get(filesThere()[0] ?? '')?.toString() ?? '');
    expect(row).toContain('jane@example.com');
  });

  test('whose last answer was lost is repeated and found, not sent twice', async () => {
    const order = await makeOrder(admin, { delivery: sftpDelivery() });
    await makeLead(admin, JANE);
    sftp.before = (operation, path, connection) => {
      if (operation !== 'rename') return undefined;
      const [part = ''] = filesThere();
      sftp.files.set(path, sftp.files.get(part) ?? Buffer.alloc(0));
      sftp.files.delete(part);
      connection.end();
      return null;
    };
    await sellThroughCall(admin, order.id);
    const { id } = await deliveryThatIs(admin, order, 'unknown');
    sftp.before = () => undefined;
    await makeDue(app, order);
    expect(await deliveryThatIs(admin, order, 'accepted')).toMatchObject({ id, attempts: 2 });
    expect(filesThere()).toHaveLength(1);
    expect(sftp.log.filter((line) => line.startsWith('rename'))).toHaveLength(1);
  });
});

describe('what is refused', () => {
  test('an email waits with the words of the mail server', async () => {
    refusesMail = true;
    const order = await soldByMail();
    const waiting = await until('the email was refused', async () =>
      (await deliveriesOf(admin, order)).find((one) => one.attempts > 0 && one.state === 'waiting'),
    );
    expect(waiting).toMatchObject({ reason: 'The mail server answered: 550 Blocked', attempts: 1 });
    expect(waiting.nextAt).not.toBeNull();
  });

  test('a host key that is another pauses the order, and administrators get an email', async () => {
    const boss = await signUp(app.url, `boss-${Date.now()}@example.com`);
    const hostKey = `SHA256:${'A'.repeat(43)}`;
    const order = await makeOrder(boss, { delivery: sftpDelivery({ hostKey, every: 'lead' }), name: 'Key' });
    for (let n = 0; n < 5; n += 1) await makeLead(boss, { email: `lead-${n}@example.com` });
    await sellThroughCall(boss, order.id);
    const { paused } = await until('the order has paused', async () => {
      const read = await readOrder(boss, order.id);
      return read.paused === null ? null : read;
    });
    expect(paused?.reason).toMatch(/^5 deliveries in a row were refused: The server's host key is SHA256:/);
    expect(filesThere()).toEqual([]);
    expect(sftp.log.filter((line) => line.startsWith('auth'))).toEqual([]);
    const [told] = await until('the administrator was told', () =>
      mail.mails.length > 0 ? mail.mails : null,
    );
    expect(told).toMatchObject({ to: [boss.user.username] });
    expect(told?.raw).toContain('Subject: Order paused: Key');
    expect(told && textOf(told)).toContain('5 deliveries in a row were refused');
  });

  test('a full cap of a day or longer is told to administrators by email, one of an hour not', async () => {
    const boss = await signUp(app.url, `boss-${Date.now()}@example.com`);
    const caps = ['hour', 'day', 'total'].map((period) => ({ period, leads: 5 }));
    const order = await makeOrder(boss, { caps, name: 'Five' });
    for (let n = 0; n < 4; n += 1) await makeLead(boss, { email: `lead-${n}@example.com` });
    await sellThroughCall(boss, order.id);
    await makeLead(boss, { email: 'lead-5@example.com' });
    const told = () => mail.mails.filter(({ to }) => to.includes(boss.user.username));
    expect(told()).toEqual([]);
    await sellThroughCall(boss, order.id);
    await until('both emails came', () => told().length === 2);
    const texts = told().map(textOf);
    for (const text of texts) expect(text).toContain('Subject: Order full: Five');
    for (const cap of ['5 leads a day', '5 leads in total']) {
      expect(texts.filter((text) => text.includes(`is full:\r\n${cap}\r\n`))).toHaveLength(1);
    }
  });

  test("an SFTP server at an address that isn't permitted is refused when it is saved", async () => {
    const delivery = sftpDelivery({ host: '10.1.2.3' });
    const { status, body } = await admin.post('/api/orders', { customerNumber: 'C-1', name: 'x', delivery });
    expect([status, body]).toEqual([400, expect.objectContaining({ field: 'delivery' })]);
  });
});

test('without SMTP_URL or PUBLIC_URL an email waits and says so', async () => {
  const bare = await startTestApp();
  try {
    admin = await signUp(bare.url);
    const order = await soldByMail();
    const { reason } = await until('the email was tried', async () =>
      (await deliveriesOf(admin, order)).find((one) => one.reason !== null),
    );
    expect(reason).toBe("Emails can't be sent: SMTP_URL isn't set on the server");
    const settings = '/api/deliveries/email-settings';
    expect((await admin.get(settings)).body).toEqual({ missing: ['SMTP_URL', 'PUBLIC_URL'], told: [] });
    const boss = await signUp(app.url, `boss-${Date.now()}@example.com`);
    expect((await boss.get(settings)).body).toEqual({ missing: [], told: [boss.user.username] });
  } finally {
    await bare.close();
  }
});
