import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import ssh from 'ssh2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SftpServer, sshKeys, startSftpServer } from '#tests/support/sftp-server.ts';
import { createOutbound } from './outbound.ts';
import type { RemoteFile, SftpTarget, UploadRules } from './upload-file.ts';

const { STATUS_CODE } = ssh.utils.sftp;
const FILE: RemoteFile = { folder: '/in', name: 'leads.csv', bytes: Buffer.from('Email\r\na@b.c\r\n') };
const PART = /^\/in\/\.leads\.csv\.[\da-f]{12}\.part$/;

let server: SftpServer;

beforeEach(async () => {
  server = await startSftpServer();
});
afterEach(() => server.close());

const upload = ({
  target = {},
  file = {},
  rules = {},
  signal,
}: {
  target?: Partial<SftpTarget>;
  file?: Partial<RemoteFile>;
  rules?: Partial<UploadRules>;
  signal?: AbortSignal;
} = {}) => {
  const { port, key, hostKey } = server;
  return createOutbound({ allow: ['127.0.0.1'], ...rules }).upload(
    { host: '127.0.0.1', port, user: 'leads', key, hostKey, ...target },
    { ...FILE, ...file },
    signal,
  );
};
const fails = (fault: string, message: RegExp) =>
  expect.objectContaining({ fault, message: expect.stringMatching(message) });
const operations = () => server.log.map((line) => line.split(' ')[0]);

test('a file is written under a temporary name and renamed', async () => {
  await upload();
  expect([...server.files]).toEqual([['/in/leads.csv', FILE.bytes]]);
  const opened = server.log.find((line) => line.startsWith('open'));
  expect(opened?.replace('open ', '')).toMatch(PART);
  expect(server.log.at(-1)).toBe('rename /in/leads.csv');
});

test('a large file arrives as it is', async () => {
  const bytes = Buffer.alloc(3_000_000, 'äbc');
  await upload({ file: { bytes, folder: '.' } });
  expect(server.files.get('/leads.csv')?.equals(bytes)).toBe(true);
});

test('a wrong host key: neither a user nor a byte of the file is sent', async () => {
  const other = `SHA256:${'A'.repeat(43)}`;
  const message = /^The server's host key is SHA256:[\w+/]{43}, not the expected one$/;
  await expect(upload({ target: { hostKey: other } })).rejects.toEqual(fails('misconfigured', message));
  await expect(upload({ target: { hostKey: other } })).rejects.toThrow(server.hostKey);
  expect([server.log, server.files.size]).toEqual([['connect', 'connect'], 0]);
});

test('a user or key that the server refuses is told apart, as is a key that is none', async () => {
  const denied = fails('misconfigured', /^The server doesn't accept the user or the private key$/);
  await expect(upload({ target: { user: 'other' } })).rejects.toEqual(denied);
  await expect(upload({ target: { key: sshKeys().private } })).rejects.toEqual(denied);
  const unreadable = fails('misconfigured', /^The private key needs PEM or OpenSSH format/);
  await expect(upload({ target: { key: 'secret' } })).rejects.toEqual(unreadable);
  expect(operations()).not.toContain('open');
});

test('another file of that name is kept; the same one is taken for sent', async () => {
  server.files.set('/in/leads.csv', Buffer.from('other'));
  await expect(upload()).rejects.toEqual(fails('failed', /^\/in\/leads\.csv is already there$/));
  expect([...server.files]).toEqual([['/in/leads.csv', Buffer.from('other')]]);
  server.files.set('/in/leads.csv', FILE.bytes);
  await upload();
  expect(operations()).not.toContain('write');
});

test('a file that appears meanwhile is kept, and the temporary one removed', async () => {
  server.before = (operation) => {
    if (operation === 'rename') server.files.set('/in/leads.csv', Buffer.from('other'));
    return undefined;
  };
  await expect(upload()).rejects.toEqual(fails('failed', /^\/in\/leads\.csv wasn't written \(/));
  expect([...server.files]).toEqual([['/in/leads.csv', Buffer.from('other')]]);
});

test.each(['write', 'rename'])('a connection that is cut at the %s leaves no final file', async (cut) => {
  server.before = (operation, _path, connection) => {
    if (operation !== cut) return undefined;
    connection.end();
    return null;
  };
  await expect(upload()).rejects.toEqual(fails('failed', /.+/));
  expect(server.files.has('/in/leads.csv')).toBe(false);
});

test('a server that keeps a part of the file gets no final one', async () => {
  server.before = (operation, path) => {
    if (operation === 'stat' && PART.test(path)) server.files.set(path, FILE.bytes.subarray(1));
    return undefined;
  };
  await expect(upload()).rejects.toEqual(fails('failed', /the server kept a part of the file/));
  expect(server.files.size).toBe(0);
});

test('a folder that is missing or not writable is named', async () => {
  const missing = fails('misconfigured', /^The folder \/out isn't there$/);
  await expect(upload({ file: { folder: '/out' } })).rejects.toEqual(missing);
  server.before = (operation) => (operation === 'open' ? STATUS_CODE.PERMISSION_DENIED : undefined);
  const denied = fails('misconfigured', /^The user may not write \/in\/leads\.csv$/);
  await expect(upload()).rejects.toEqual(denied);
});

test('addresses that are not permitted see no connection', async () => {
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0177.0.0.1', '::ffff:127.0.0.1', '[::1]']) {
    await expect(upload({ target: { host }, rules: { allow: [] } })).rejects.toEqual(fails('refused', /.+/));
  }
  const resolve = async () => [{ address: '127.0.0.1' }];
  const hidden = upload({ target: { host: 'buyer.example' }, rules: { allow: [], resolve } });
  await expect(hidden).rejects.toEqual(fails('refused', /public address/));
  expect(server.log).toEqual([]);
});

test('the connection is pinned to the vetted address', async () => {
  let asked = 0;
  const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.9.9.9' }];
  await upload({ target: { host: 'buyer.example' }, rules: { resolve } });
  expect([asked, server.files.size]).toEqual([1, 1]);
});

test('a server that hangs, at its greeting or later, is given up', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const late = fails('timeout', /^No answer came in time$/);
  const rules = { timeoutMs: 300 };
  try {
    const { port } = silent.address() as AddressInfo;
    await expect(upload({ target: { port }, rules })).rejects.toEqual(late);
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
  server.before = (operation) => (operation === 'write' ? null : undefined);
  await expect(upload({ rules })).rejects.toEqual(late);
  await expect(upload({ rules: { uploadMs: 300 } })).rejects.toEqual(late);
  await expect(upload({ signal: AbortSignal.abort() })).rejects.toEqual(late);
  expect(server.files.has('/in/leads.csv')).toBe(false);
});

test('a server that is away, or speaks another protocol, fails in words', async () => {
  await expect(upload({ target: { port: 1 } })).rejects.toEqual(
    fails('failed', /^No connection \(ECONNREFUSED\)$/),
  );
  const other = createServer((socket) =>
    socket.on('error', () => undefined).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  );
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  await expect(upload({ target: { port } })).rejects.toEqual(fails('failed', /.+/));
  other.close();
});
