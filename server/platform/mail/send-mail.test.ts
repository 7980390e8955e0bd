import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { type Mail, sendMail } from './send-mail.ts';

const LIMITS = { silenceMs: 300, totalMs: 2_000 };
const MAIL: Mail = { to: ['buyer@example.com'], subject: 'Größe 1', text: 'Hello,\nlead ✓' };
const FROM = 'Lead Manager <leads@example.com>';
/** An address of this machine that isn't taken for one, so that certificates count. */
const ELSEWHERE = '[::ffff:127.0.0.1]';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(server.close);
  return server;
}

const send = (url: string, mail: Partial<Mail> = {}, limits: typeof LIMITS | undefined = undefined) =>
  sendMail({ url, from: FROM }, { ...MAIL, ...mail }, limits);

const failure = (fault: string, message: RegExp) =>
  expect.objectContaining({ fault, message: expect.stringMatching(message) });

/** Speaks as a script says, and then says nothing. */
async function listen(script: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    script(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a mail arrives with subject, text, file and a Message-ID that repeats keep', async () => {
  const { port, mails } = await serve();
  const attachment = { filename: 'leads.csv', content: 'Email\r\na@b.c\r\n', contentType: 'text/csv' };
  const mail = { to: ['a@example.com', 'b@example.com'], attachment, id: 'delivery-1' };
  expect(await send(`smtp://127.0.0.1:${port}`, mail)).toMatchObject({
    refused: [],
    response: expect.stringMatching(/^250/),
  });
  const [got] = mails;
  expect(got).toMatchObject({ from: 'leads@example.com', to: ['a@example.com', 'b@example.com'] });
  expect(got?.raw).toContain('From: Lead Manager <leads@example.com>');
  expect(got?.raw).toContain('Subject: =?UTF-8?Q?Gr=C3=B6=C3=9Fe_1?=');
  expect(got?.raw).toContain('Message-ID: <delivery-1@example.com>');
  expect(got?.raw).toContain('Content-Type: text/csv; name=leads.csv');
  expect(got?.raw).toContain(Buffer.from(attachment.content).toString('base64'));
});

test('a user and a password are sent; wrong ones are told apart', async () => {
  const { port, mails } = await serve({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'le@ds' && password === 'p:w/d' ? done(null, { user: username }) : done(new Error('no')),
  });
  await send(`smtp://le%40ds:p%3Aw%2Fd@127.0.0.1:${port}`);
  expect(mails).toHaveLength(1);
  const denied = failure('refused', /^The mail server doesn't accept the user or the password \(/);
  await expect(send(`smtp://leads:other@127.0.0.1:${port}`)).rejects.toEqual(denied);
});

test('TLS is used where it is offered, on this machine with any certificate', async () => {
  const starttls = await serve({ disabledCommands: [] });
  const smtps = await serve({ secure: true });
  await send(`smtp://localhost:${starttls.port}`);
  await send(`smtps://127.0.0.1:${smtps.port}`);
  expect([...starttls.mails, ...smtps.mails].map((mail) => mail.isEncrypted)).toEqual([true, true]);
});

test('elsewhere nothing is sent without TLS, or with a certificate that is unknown', async () => {
  const without = await serve();
  const starttls = await serve({ disabledCommands: [] });
  const smtps = await serve({ secure: true });
  const unsafe = failure('failed', /^A safe connection to the mail server wasn't possible \(/);
  await expect(send(`smtp://${ELSEWHERE}:${without.port}`)).rejects.toEqual(unsafe);
  await expect(send(`smtp://${ELSEWHERE}:${starttls.port}`)).rejects.toEqual(unsafe);
  await expect(send(`smtps://${ELSEWHERE}:${smtps.port}`)).rejects.toEqual(unsafe);
  await expect(send(`smtp://${ELSEWHERE}:${starttls.port}?starttls=optional`)).rejects.toEqual(unsafe);
  expect([without, starttls, smtps].flatMap(({ mails }) => mails)).toEqual([]);
  await send(`smtp://${ELSEWHERE}:${without.port}?starttls=optional`);
  expect(without.mails).toHaveLength(1);
});

test.each([
  [421, 'failed'],
  [451, 'failed'],
  [550, 'refused'],
  [554, 'refused'],
] as const)('an answer of %i is %s', async (responseCode, fault) => {
  const no = (done: (error: Error) => void) => done(Object.assign(new Error('Not now'), { responseCode }));
  const said = failure(fault, new RegExp(`^The mail server answered: ${responseCode} Not now`));
  const early = await serve({ onRcptTo: (_address, _session, done) => no(done) });
  await expect(send(`smtp://127.0.0.1:${early.port}`)).rejects.toEqual(said);
  const late = await serve({
    onData: (stream, _session, done) => stream.on('end', () => no(done)).resume(),
  });
  await expect(send(`smtp://127.0.0.1:${late.port}`)).rejects.toEqual(said);
});

test('an address that is refused is named; the others get the mail', async () => {
  const { port, mails } = await serve({
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('no') ? new Error('unknown') : null),
  });
  const to = ['no@example.com', 'yes@example.com'];
  expect(await send(`smtp://127.0.0.1:${port}`, { to })).toMatchObject({ refused: ['no@example.com'] });
  expect(mails.map((mail) => mail.to)).toEqual([['yes@example.com']]);
});

test.each<[string, (socket: Socket) => void]>([
  ['says nothing', () => undefined],
  ['stops after its greeting', (socket) => socket.write('220 here\r\n')],
  [
    'goes on without an end',
    (socket) => {
      const more = setInterval(() => socket.write('220-wait\r\n'), 50);
      socket.on('close', () => clearInterval(more));
    },
  ],
])('a server that %s is given up', async (_what, script) => {
  const late = failure('timeout', /^The mail server didn't answer in time$/);
  await expect(send(await listen(script), {}, LIMITS)).rejects.toEqual(late);
});

test('a server that is away, hangs up or speaks another protocol fails in words', async () => {
  const unreached = failure('failed', /^The mail server wasn't reached \(.+\)$/);
  await expect(send('smtp://127.0.0.1:1')).rejects.toEqual(unreached);
  await expect(send(await listen((socket) => socket.end()))).rejects.toEqual(unreached);
  const other = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(send(other)).rejects.toMatchObject({ fault: 'failed' });
});

test('a mail can neither read files nor add headers', async () => {
  const { port, mails } = await serve();
  await send(`smtp://127.0.0.1:${port}`, {
    subject: 'a\r\nBcc: x@example.com',
    id: 'a>\r\nBcc: <y@example.com',
  });
  expect(mails[0]?.raw).not.toMatch(/^Bcc:/m);
  expect(mails[0]?.to).toEqual(MAIL.to);
});
