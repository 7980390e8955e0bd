import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchReach } from './server-reach.ts';

beforeEach(() => {
  vi.useFakeTimers();
  // No jitter: the waits are exactly 1, 2, 4 … seconds.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A server that the test switches, and a browser with or without network. */
function host() {
  const server = { answers: true, network: true, probes: 0 };
  const reach = watchReach({
    probe: async () => {
      server.probes += 1;
      return server.answers;
    },
    hasNetwork: () => server.network,
  });
  return { server, reach };
}

it('says why the server is out of reach', async () => {
  const { server, reach } = host();
  expect(reach.get()).toBe('reachable');
  server.answers = false;
  expect(await reach.check()).toBe(false);
  expect(reach.get()).toBe('away');
  server.network = false;
  await reach.check();
  expect(reach.get()).toBe('offline');
});

it('believes an answer more than the browser, which knows no network on a computer that serves itself', async () => {
  const { server, reach } = host();
  server.network = false;
  expect(await reach.check()).toBe(true);
  expect(reach.get()).toBe('reachable');
});

it('looks again after 1, 2, 4 … 30 seconds until the server answers, then no more', async () => {
  const { server, reach } = host();
  server.answers = false;
  await reach.check();
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    const before = server.probes;
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(server.probes).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.probes).toBe(before + 1);
  }
  server.answers = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reach.get()).toBe('reachable');
  const { probes } = server;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(server.probes).toBe(probes);
});

it('asks the server once for calls that fail together', async () => {
  const { server, reach } = host();
  await Promise.all([reach.check(), reach.check(), reach.check()]);
  expect(server.probes).toBe(1);
});

it('lets calls wait for the server, but not those that are no longer wanted', async () => {
  const { server, reach } = host();
  server.answers = false;
  await reach.check();
  const ended: string[] = [];
  const gone = new AbortController();
  const wait = (name: string, signal?: AbortSignal) =>
    reach.whenReachable(signal).then(
      () => ended.push(name),
      (reason: unknown) => ended.push(`${name}: ${String(reason)}`),
    );
  void wait('first');
  void wait('second', gone.signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual([]);
  gone.abort('left');
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['second: left']);
  server.answers = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended).toEqual(['second: left', 'first']);
});
