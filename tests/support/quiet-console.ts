import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

// Noise hides news: whatever a test writes as a warning or an error fails it, unless the message is what it tests and
// the test puts its own spy in place.
let spies: { name: string; spy: MockInstance }[] = [];

beforeEach(() => {
  spies = (['error', 'warn'] as const).map((name) => ({ name, spy: vi.spyOn(globalThis.console, name) }));
});

afterEach(() => {
  const noise = spies.flatMap(({ name, spy }) =>
    spy.mock.calls.map((call) => `console.${name}: ${call.join(' ')}`),
  );
  for (const { spy } of spies) {
    spy.mockRestore();
  }
  expect(noise).toEqual([]);
});
