import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { connect } from 'node:tls';

/** Settings that create the administrator with whom the checks sign in. */
export const ADMIN = { ADMIN_USERNAME: 'ada', ADMIN_PASSWORD: 'correct horse battery' };
/** Milliseconds after which an answer counts as held back. */
const PATIENCE_MS = 60_000;
/** Clients that aren't the proxy: another loopback address. */
const CLIENT = '127.0.0.2';
const UPLOAD_BYTES = 100 * 1024 * 1024;

/** Returns a port that is free now. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Checks everything that the product needs of a proxy in front of it; throws at the first thing that is wrong. */
export async function tryProxy({ say, name, host, tls, plain }) {
  const site = { host, port: tls, origin: `https://${host}:${tls}` };
  const checks = {
    'plain http leads to https': () => redirects(host, plain),
    'http/2 is offered': () => offersHttp2(site),
    'a body is passed on while it arrives': () => passesBodyOn(site),
    'sign-in sets a Secure cookie': () => signIn(site),
    'the server sees the client, not the proxy, and believes no forged address': () => seesClient(site),
    'events arrive while the stream is open': () => streamsEvents(site),
    'a file of 100 MB arrives': () => takesUpload(site),
    'an export arrives': () => exports(site),
  };
  for (const [what, check] of Object.entries(checks)) {
    await check();
    say(`${name}: ${what}`);
  }
}

/** Sends the start of a request through the proxy. Returns the request and its answer to come. */
function send({ host, port, origin, cookie }, path, { method = 'GET', headers = {} } = {}) {
  const sent = request({
    ...{ hostname: '127.0.0.1', port, path, method, localAddress: CLIENT, servername: host },
    // Nobody has to trust the certificate of a trial.
    agent: new Agent({ rejectUnauthorized: false }),
    headers: { host: `${host}:${port}`, origin, ...(cookie && { cookie }), ...headers },
    timeout: PATIENCE_MS,
  });
  sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer`)));
  const answered = new Promise((resolve, reject) => {
    sent.once('response', resolve);
    // A server may answer and end the connection before the body was sent.
    sent.on('error', reject);
  });
  return { sent, answered };
}

async function call(site, path, { body, ...options } = {}) {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const { sent, answered } = send(site, path, { ...options, headers: { ...json, ...options.headers } });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const answer = await answered;
  return { answer, text: await textOf(answer) };
}

async function textOf(answer) {
  answer.setEncoding('utf8');
  let text = '';
  for await (const part of answer) text += part;
  return text;
}

function expect(found, wanted, what) {
  if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`);
}

async function redirects(host, port) {
  const sent = plainRequest({ hostname: '127.0.0.1', port, path: '/leads', headers: { host } }).end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  const { location } = answer.headers;
  expect(
    location?.startsWith(`https://${host}`) && location.endsWith('/leads'),
    true,
    `location ${location}`,
  );
}

async function offersHttp2({ host, port }) {
  const socket = connect({
    ...{ host: '127.0.0.1', port, servername: host, ALPNProtocols: ['h2', 'http/1.1'] },
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  expect(socket.alpnProtocol, 'h2', 'protocol');
  socket.destroy();
}

/** The server refuses a stranger's upload by its headers; a proxy that collects bodies would wait for the rest. */
async function passesBodyOn(site) {
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '50000000' };
  const { sent, answered } = send(site, '/api/upload', { method: 'POST', headers });
  sent.write('--x\r\n');
  expect((await answered).statusCode, 401, 'a stranger’s upload');
  sent.on('error', () => undefined).destroy();
}

async function signIn(site) {
  const body = { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD };
  const { answer, text } = await call(site, '/api/login', { method: 'POST', body });
  expect(answer.statusCode, 200, text);
  const cookies = answer.headers['set-cookie'];
  const session = cookies.find((cookie) => cookie.includes('session'));
  expect(session.startsWith('__Host-') && / Secure(;|$)/.test(session), true, session);
  site.cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

async function seesClient(site) {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example.com' };
  const { text } = await call(site, '/api/my-ip', { headers });
  expect(JSON.parse(text).ip, CLIENT, 'address');
}

async function streamsEvents(site) {
  const { sent, answered } = send(site, '/api/events');
  sent.end();
  const answer = await answered;
  answer.setEncoding('utf8');
  let isChanged = false;
  for await (const part of answer) {
    if (part.includes('"leads"')) break;
    if (isChanged || !part.includes('"hello"')) continue;
    isChanged = true;
    const body = { email: `${site.port}@example.com` };
    const { answer: made, text } = await call(site, '/api/leads', { method: 'POST', body });
    expect(made.statusCode, 201, text);
  }
  sent.destroy();
}

async function takesUpload(site) {
  const line = 'someone@example.com,+4915112345678,Germany,a source of leads\n';
  const lines = Math.floor((UPLOAD_BYTES - 1_000) / line.length);
  const start =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="leads.csv"\r\n\r\nemail,phone,country,source\n';
  const stop = '\r\n--x--\r\n';
  const length = start.length + lines * line.length + stop.length;
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(length) };
  const { sent, answered } = send(site, '/api/upload', { method: 'POST', headers });
  const block = line.repeat(10_000);
  sent.write(start);
  for (let left = lines; left > 0; left -= 10_000) {
    const isTaken = sent.write(left < 10_000 ? line.repeat(left) : block);
    if (!isTaken) await Promise.race([once(sent, 'drain'), answered]);
  }
  sent.end(stop);
  const answer = await answered;
  const text = await textOf(answer);
  expect(answer.statusCode, 200, text.slice(0, 300));
}

async function exports(site) {
  const { answer, text } = await call(site, '/api/leads/export?format=csv');
  expect(answer.statusCode, 200, text.slice(0, 300));
  expect(text.includes(`${site.port}@example.com`), true, 'the lead in the file');
}
