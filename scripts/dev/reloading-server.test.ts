import { expect, test } from 'vitest';
import { reloadingServer } from './reloading-server.mjs';

/** A server whose start and end the test decides. */
function fakeServer(name: string) {
  const serving = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<void>();
  return {
    name,
    stops: 0,
    serve: () => serving.resolve(name),
    fail: () => serving.reject(new Error(`${name} failed`)),
    end: ended.resolve,
    address: () => serving.promise,
    stop() {
      this.stops += 1;
      return ended.promise;
    },
  };
}

function launched() {
  const servers: ReturnType<typeof fakeServer>[] = [];
  const server = reloadingServer(() => {
    const next = fakeServer(`server ${servers.length + 1}`);
    servers.push(next);
    return next;
  });
  const nth = (number: number) => {
    const found = servers[number - 1];
    if (found === undefined) throw new Error(`There is no server ${number}`);
    return found;
  };
  return { server, servers, nth };
}

test('a request waits for the start, and during a reload for the new server', async () => {
  const { server, nth } = launched();
  const first = server.address();
  nth(1).serve();
  expect(await first).toBe('server 1');

  const reloaded = server.reload();
  const second = server.address();
  nth(1).end();
  await reloaded;
  nth(2).serve();
  expect(await second).toBe('server 2');
});

test('the new server starts only after the old one has ended, once for all changes until then', async () => {
  const { server, servers, nth } = launched();
  const reloads = [server.reload(), server.reload()];
  expect(servers).toHaveLength(1);
  nth(1).end();
  await Promise.all(reloads);
  expect(servers).toHaveLength(2);
  expect(nth(1).stops).toBe(1);
});

test('a change while the new server starts replaces it, and a request that waits for it gets the last one', async () => {
  const { server, nth } = launched();
  nth(1).end();
  await server.reload();
  const request = server.address();
  const reloaded = server.reload();
  nth(2).fail();
  nth(2).end();
  await reloaded;
  nth(3).serve();
  expect(await request).toBe('server 3');
});

test('a server that did not start is named as the reason until a change replaces it', async () => {
  const { server, nth } = launched();
  nth(1).fail();
  nth(1).end();
  await expect(server.address()).rejects.toThrow('server 1 failed');
  await server.reload();
  nth(2).serve();
  expect(await server.address()).toBe('server 2');
});

test('a stop during a reload starts nothing anew', async () => {
  const { server, servers, nth } = launched();
  const reloaded = server.reload();
  const stopped = server.stop();
  nth(1).end();
  await Promise.all([reloaded, stopped]);
  expect(servers).toHaveLength(1);
});
