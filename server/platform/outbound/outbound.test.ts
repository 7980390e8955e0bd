import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound } from './outbound.ts';
import { OutboundError } from './outbound-error.ts';
import type { VettedAddress } from './vet-host.ts';

let server: Server;
let port: number;
let connections: (string | undefined)[] = [];
let requests: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
  response.end('ok');

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on('connection', ({ localAddress }) => connections.push(localAddress));
  // IPv4 and IPv6.
  await new Promise<void>((done) => server.listen(0, '::', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((done) => server.close(done)));
afterEach(() => {
  requests = [];
  connections = [];
  answer = (_request, response) => response.end('ok');
});

/** Hosts of addresses that must be refused, by kind. */
const HOSTILE_HOSTS: [string, string][] = [
  ['loopback', '127.0.0.1'],
  ['loopback, another address', '127.8.9.10'],
  ['loopback, end of the network', '127.255.255.254'],
  ['loopback in decimal', '2130706433'],
  ['loopback in hexadecimal', '0x7f000001'],
  ['loopback in octal', '017700000001'],
  ['loopback with octal parts', '0177.0.0.01'],
  ['loopback with hexadecimal parts', '0x7f.0.0.0x1'],
  ['loopback, short', '127.1'],
  ['loopback, three parts', '127.0.1'],
  ['loopback with a final dot', '127.0.0.1.'],
  ['loopback in full-width digits', '１２７.０.０.１'],
  ['loopback with ideographic dots', '127。0。0。1'],
  ['loopback in circled digits', '①②⑦.⓪.⓪.①'],
  ['loopback, percent-encoded', '%31%32%37.0.0.1'],
  ['loopback of IPv6', '[::1]'],
  ['loopback of IPv6, in full', '[0:0:0:0:0:0:0:1]'],
  ['unspecified', '0.0.0.0'],
  ['unspecified, short', '0'],
  ['this network', '0.1.2.3'],
  ['unspecified of IPv6', '[::]'],
  ['private 10/8', '10.0.0.1'],
  ['private 10/8 in decimal', '167772161'],
  ['private 172.16/12', '172.16.0.1'],
  ['private 172.16/12, its end', '172.31.255.255'],
  ['private 192.168/16', '192.168.1.1'],
  ['private 192.168/16 in octal', '0300.0250.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['carrier-grade NAT, its end', '100.127.255.255'],
  ['link-local', '169.254.1.1'],
  ['instance metadata', '169.254.169.254'],
  ['instance metadata in decimal', '2852039166'],
  ['instance metadata in hexadecimal', '0xa9fea9fe'],
  ['task metadata', '169.254.170.2'],
  ['instance metadata of Alibaba', '100.100.100.200'],
  ['instance metadata of Azure', '168.63.129.16'],
  ['instance metadata of Oracle', '192.0.0.192'],
  ['instance metadata over IPv6', '[fd00:ec2::254]'],
  ['IETF protocols', '192.0.0.1'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.1'],
  ['6to4 relays', '192.88.99.1'],
  ['benchmarking', '198.18.0.1'],
  ['benchmarking, its end', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['multicast, its end', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv4-mapped loopback', '[::ffff:127.0.0.1]'],
  ['IPv4-mapped loopback in hexadecimal', '[::ffff:7f00:1]'],
  ['IPv4-mapped metadata', '[::ffff:169.254.169.254]'],
  ['IPv4-mapped public', '[::ffff:8.8.8.8]'],
  ['IPv4-compatible loopback', '[::127.0.0.1]'],
  ['IPv4-compatible public', '[::8.8.8.8]'],
  ['IPv4-translated', '[::ffff:0:127.0.0.1]'],
  ['NAT64', '[64:ff9b::127.0.0.1]'],
  ['NAT64 of a public address', '[64:ff9b::8.8.8.8]'],
  ['local NAT64', '[64:ff9b:1::7f00:1]'],
  ['6to4', '[2002:7f00:1::1]'],
  ['Teredo', '[2001:0:7f00:1::1]'],
  ['discard only', '[100::1]'],
  ['benchmarking of IPv6', '[2001:2::1]'],
  ['ORCHID', '[2001:20::1]'],
  ['documentation of IPv6', '[2001:db8::1]'],
  ['new documentation of IPv6', '[3fff::1]'],
  ['6bone', '[3ffe::1]'],
  ['segment routing', '[5f00::1]'],
  ['unique local fc00', '[fc00::1]'],
  ['unique local fd00', '[fd12:3456::1]'],
  ['link-local of IPv6', '[fe80::1]'],
  ['link-local with a zone', '[fe80::1%25eth0]'],
  ['site-local', '[fec0::1]'],
  ['multicast of IPv6', '[ff02::1]'],
  ['IPv6 outside global unicast', '[4000::1]'],
];

/** Further addresses, in which PORT is that of the loopback server. */
const HOSTILE_URLS: [string, string][] = [
  ['localhost', 'http://localhost:PORT/'],
  ['localhost in capitals', 'http://LOCALHOST:PORT/'],
  ['localhost over TLS', 'https://localhost:PORT/'],
  ['a public name before an @', 'http://example.com@127.0.0.1:PORT/'],
  ['a user name and password', 'http://user:secret@example.com:PORT/'],
  ['a backslash', 'http://127.0.0.1:PORT\\@example.com/'],
  ['a tab within', 'http://127.0.\t0.1:PORT/'],
  ['a scheme without slashes', 'http:127.0.0.1:PORT/'],
  ['ftp', 'ftp://127.0.0.1:PORT/'],
  ['gopher', 'gopher://127.0.0.1:PORT/_GET'],
  ['file', 'file:///etc/passwd'],
  ['data', 'data:text/plain,x'],
  ['no scheme', '//127.0.0.1:PORT/'],
  ['nothing', ''],
];

/** Answers of a resolver for a name. */
const HOSTILE_ANSWERS: [string, string[]][] = [
  ['loopback', ['127.0.0.1']],
  ['loopback of IPv6', ['::1']],
  ['a private address', ['10.1.2.3']],
  ['metadata', ['169.254.169.254']],
  ['IPv4-mapped loopback', ['::ffff:127.0.0.1']],
  ['NAT64', ['64:ff9b::7f00:1']],
  ['unspecified', ['0.0.0.0']],
  ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
  ['a private address after many', [...Array.from({ length: 20 }, (_, n) => `93.184.215.${n + 1}`), '::1']],
  ['a zone', ['fe80::1%lo']],
  ['decimal loopback', ['2130706433']],
  ['text', ['localhost']],
];

const refused = expect.objectContaining({ fault: 'refused' });

describe('hostile addresses: refused, and the loopback server sees no connection', () => {
  const { send, check, vet } = createOutbound({ allow: [] });
  const seeNothing = async (sent: Promise<unknown>) => {
    await expect(sent).rejects.toBeInstanceOf(OutboundError);
    await expect(sent).rejects.toEqual(refused);
    expect([connections, requests]).toEqual([[], []]);
  };

  test('there are at least 60 of them', () => {
    expect(HOSTILE_HOSTS.length + HOSTILE_URLS.length + HOSTILE_ANSWERS.length).toBeGreaterThan(100);
  });

  test.each(HOSTILE_HOSTS)('%s: %s', async (_what, host) => {
    await seeNothing(send(`http://${host}:${port}/`, { method: 'GET' }));
    await seeNothing(send(`https://${host}:${port}/`, { method: 'POST', body: 'x' }));
    await seeNothing(check(`http://${host}:${port}/`));
    await seeNothing(vet(host.replace(/^\[(.*)\]$/, '$1')));
  });

  test.each(HOSTILE_URLS)('%s: %s', async (_what, url) => {
    await seeNothing(send(url.replace('PORT', String(port)), { method: 'GET' }));
    await seeNothing(check(url.replace('PORT', String(port))));
  });

  test.each(HOSTILE_ANSWERS)('a name that resolves to %s', async (_what, addresses) => {
    const resolve = async () => addresses.map((address) => ({ address }));
    const named = createOutbound({ allow: [], resolve });
    await seeNothing(named.send(`http://buyer.example:${port}/`, { method: 'GET' }));
    await seeNothing(named.vet('buyer.example'));
  });

  test.each([
    ...['', ' ', 'a b', 'a/b', 'a#b', 'a?b', 'a@b', 'a\\b', 'example.com:22', 'example.com\n', '-a-.example'],
    `${'a'.repeat(64)}.`.repeat(5),
  ])('a host that is none: %j', (host) => seeNothing(vet(host)));

  test('a network that is permitted permits no other', async () => {
    const some = createOutbound({ allow: ['10.0.0.0/8', 'fd00::/8'] });
    await seeNothing(some.send(`http://127.0.0.1:${port}/`, { method: 'GET' }));
    await seeNothing(some.send(`http://[::1]:${port}/`, { method: 'GET' }));
    expect(await some.vet('10.1.2.3')).toEqual([{ address: '10.1.2.3' }]);
  });
});

describe('public addresses', () => {
  test.each(['8.8.8.8', '1.1.1.1', '168.63.129.17', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
    '%s is permitted',
    async (address) => {
      expect(await createOutbound({ allow: [] }).vet(address)).toEqual([{ address }]);
    },
  );
});

const loopback = ['127.0.0.0/8', '::1'];
const nameAt = (...answers: VettedAddress[][]) => {
  let asked = 0;
  const resolve = async () => answers[Math.min(asked++, answers.length - 1)] ?? [];
  return { ...createOutbound({ allow: loopback, resolve }), asked: () => asked };
};

describe('a connection', () => {
  test('is pinned to the vetted address: a name that changes afterwards changes nothing', async () => {
    const [first, second] = [[{ address: '127.0.0.1', port }], [{ address: '10.9.9.9', port }]];
    const { send, asked } = nameAt(first, second);
    expect(await send('http://buyer.example/path?a=1', { method: 'GET' })).toMatchObject({
      status: 200,
      body: 'ok',
    });
    expect([asked(), requests[0]?.headers.host, requests[0]?.url]).toEqual([1, 'buyer.example', '/path?a=1']);
    expect(connections).toEqual([expect.stringContaining('127.0.0.1')]);
    await expect(send('http://buyer.example/', { method: 'GET' })).rejects.toEqual(refused);
    expect([asked(), requests.length]).toEqual([2, 1]);
  });

  test('takes its host and length from the request, not from given headers', async () => {
    const headers = { Host: 'other.example', 'Content-Length': '1', 'X-Lead': '7' };
    await nameAt([{ address: '127.0.0.1', port }]).send('http://buyer.example/', {
      ...{ method: 'POST', headers, body: 'ümlaut' },
    });
    expect(requests[0]?.headers).toMatchObject({
      ...{ host: 'buyer.example', 'content-length': '7', 'x-lead': '7', connection: 'close' },
    });
  });
});

describe('an answer', () => {
  const { send } = createOutbound({ allow: loopback });
  const get = (by = send) => by(`http://127.0.0.1:${port}/`, { method: 'GET' });
  const hurried = createOutbound({ allow: loopback, timeoutMs: 300 });

  test.each([301, 302, 303, 307, 308])('of %i is not followed', async (status) => {
    answer = (_request, response) => response.writeHead(status, { location: '/next' }).end();
    expect(await get()).toMatchObject({ status, headers: { location: '/next' } });
    expect(requests).toHaveLength(1);
  });

  test('keeps 4 KB, also of one without end', async () => {
    answer = (_request, response) => {
      const more = () => response.write('é'.repeat(1_000), () => setImmediate(more));
      more();
    };
    expect(await get()).toMatchObject({ status: 200, body: 'é'.repeat(2_048) });
  });

  test.each<[string, string, typeof answer]>([
    ['timeout', 'that never comes', () => undefined],
    ['timeout', 'that trickles', (_request, response) => response.write('x')],
    ['failed', 'that is cut', (_request, response) => response.write('x', () => response.destroy())],
    ['failed', 'that never begins', (_request, response) => response.destroy()],
    ['failed', 'in another protocol', (request) => request.socket.end('SSH-2.0-x\r\n')],
  ])('ends as %s: one %s', async (fault, _what, given) => {
    answer = given;
    const sent = get(fault === 'timeout' ? hurried.send : send);
    await expect(sent).rejects.toEqual(expect.objectContaining({ fault }));
  });

  test('ends early by a signal, and a name nobody knows is told apart', async () => {
    answer = () => undefined;
    const sent = send(`http://127.0.0.1:${port}/`, { method: 'GET', signal: AbortSignal.abort() });
    await expect(sent).rejects.toEqual(expect.objectContaining({ fault: 'timeout' }));
    const unknown = nameAt([]).send('http://buyer.example/', { method: 'GET' });
    await expect(unknown).rejects.toEqual(expect.objectContaining({ fault: 'unresolved' }));
    const hanging = createOutbound({ allow: [], timeoutMs: 50, resolve: () => new Promise(() => undefined) });
    const waiting = hanging.send('http://buyer.example/', { method: 'GET' });
    await expect(waiting).rejects.toEqual(expect.objectContaining({ fault: 'timeout' }));
  });

  test('is none for a header that HTTP cannot hold', async () => {
    const sent = send(`http://127.0.0.1:${port}/`, { method: 'GET', headers: { 'x-a': 'b\r\nx-c: d' } });
    await expect(sent).rejects.toEqual(expect.objectContaining({ fault: 'failed' }));
    expect(requests).toEqual([]);
  });
});
