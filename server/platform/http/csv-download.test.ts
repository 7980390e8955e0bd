import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { csvDownloads } from './csv-download.ts';
import { answerErrors } from './error-answers.ts';

let app: FastifyInstance;
let gate: PromiseWithResolvers<void>;
let ended: number;

async function* chunks(): AsyncGenerator<Buffer> {
  try {
    yield Buffer.from('a,b\r\n');
    await gate.promise;
    yield Buffer.from('1,2\r\n');
  } finally {
    ended++;
  }
}

beforeEach(async () => {
  app = Fastify();
  gate = Promise.withResolvers();
  ended = 0;
  answerErrors(app);
  const send = csvDownloads();
  app.get('/file', (_request, reply) => send(reply, 'A "file" – it’s.csv', chunks()));
  await app.ready();
});

afterEach(() => app.close());

test('a file is sent as it is made, under its name', async () => {
  gate.resolve();
  const response = await app.inject('/file');
  expect(response.body).toBe('a,b\r\n1,2\r\n');
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''A%20%22file%22%20%E2%80%93%20it%E2%80%99s.csv",
  );
});

test('two are sent at once, others are told to come again until one has ended', async () => {
  const both = [app.inject('/file').then((one) => one), app.inject('/file').then((one) => one)];
  const refused = await app.inject('/file');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '15']);
  gate.resolve();
  for (const one of await Promise.all(both)) expect(one.body).toBe('a,b\r\n1,2\r\n');
  expect(ended).toBe(2);
  await expect.poll(async () => (await app.inject('/file')).statusCode).toBe(200);
});

test('what nobody takes any more is no longer made', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  for (let times = 1; times <= 3; times++) {
    const leaving = new AbortController();
    const response = await fetch(`${address}/file`, { signal: leaving.signal });
    expect(response.status).toBe(200);
    await response.body?.getReader().read();
    leaving.abort();
    gate.resolve();
    await expect.poll(() => ended).toBe(times);
    gate = Promise.withResolvers();
  }
});
