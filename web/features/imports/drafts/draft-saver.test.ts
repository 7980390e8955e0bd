import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importPlan } from '#contract/imports.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { type DraftChoices, DraftSaver, pendingSaves, type SaveState, stableKey } from './draft-saver.ts';

const ID = '0199c0de-0000-7000-8000-000000000001';
const with_ = (tag: string, step: DraftChoices['step'] = 'map'): DraftChoices => ({
  plan: importPlan.parse({ fieldMapping: { Mail: 'email' }, manualTags: [tag] }),
  step,
});
const refused = (status: number) => new ApiError(status, '', JSON.stringify({ message: 'grace was first' }));

/** A server that counts revisions; `answer` can refuse the next calls. */
function stage() {
  const log: string[] = [];
  const states: SaveState[] = [];
  const server = { revision: 1, answer: async (): Promise<void> => undefined };
  const call = async (kind: string, { plan, step }: DraftChoices) => {
    log.push(`${kind} ${plan.manualTags.join()} ${step}`);
    await server.answer();
    return { revision: ++server.revision };
  };
  const saver = new DraftSaver(
    ID,
    { ...with_('first'), revision: 1 },
    {
      create: (choices) => call('create', choices),
      save: ({ revision, ...choices }) => call(`${revision}:`, choices),
      onState: (state) => states.push(state),
      onConflict: (message) => log.push(`conflict: ${message}`),
      onGone: () => log.push('gone'),
      onLost: () => log.push('lost'),
    },
  );
  return { saver, server, log, states };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('saving', () => {
  it('waits for a rest and saves the last choices alone', async () => {
    const { saver, log, states } = stage();
    saver.put(with_('a'));
    expect(states).toEqual(['saving']);
    await pass(300);
    saver.put(with_('b'));
    await pass(300);
    expect(log).toEqual([]);
    await pass(200);
    expect(log).toEqual(['1: b map']);
    expect(states).toEqual(['saving', 'saving', 'saved']);
    expect([saver.isIdle, saver.revision]).toEqual([true, 2]);
  });

  it('has nothing to do for equal choices, or for those that were taken back', async () => {
    const { saver, log } = stage();
    saver.put(with_('first'));
    saver.put(with_('a'));
    saver.put(with_('first'));
    await pass(5_000);
    expect(log).toEqual([]);
  });

  it('saves one after another, each from the revision before', async () => {
    const { saver, server, log } = stage();
    const held = Promise.withResolvers<void>();
    server.answer = () => held.promise;
    saver.put(with_('a'));
    await pass(500);
    saver.put(with_('b'));
    await pass(5_000);
    expect(log).toEqual(['1: a map']);
    held.resolve();
    await pass(500);
    expect(log).toEqual(['1: a map', '2: b map']);
  });

  it('saves at once when the page is left', async () => {
    const { saver, log } = stage();
    saver.put(with_('a'));
    saver.flush();
    expect(log).toEqual(['1: a map']);
    saver.flush();
    await pass(0);
    expect(log).toHaveLength(1);
  });
});

describe('failures', () => {
  it('are said, tried again ever more slowly, and end', async () => {
    const { saver, server, log, states } = stage();
    server.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    saver.put(with_('a'));
    await pass(400);
    expect(states.at(-1)).toBe('failing');
    await pass(1_000 + 2_000);
    expect(log).toHaveLength(3);
    saver.put(with_('b'));
    server.answer = async () => undefined;
    await pass(4_000);
    expect(log.at(-1)).toBe('1: b map');
    expect(states.at(-1)).toBe('saved');
  });

  it('by another change hand over to the other state', async () => {
    const { saver, server, log, states } = stage();
    server.answer = () => Promise.reject(refused(409));
    saver.put(with_('mine'));
    await pass(60_000);
    expect(log).toEqual(['1: mine map', 'conflict: grace was first']);
    server.answer = async () => undefined;
    saver.adopt({ ...with_('theirs'), revision: 7 });
    expect(states.at(-1)).toBe('saved');
    saver.put(with_('theirs'));
    await pass(500);
    expect(log).toHaveLength(2);
    saver.put(with_('mine'));
    await pass(500);
    expect(log.at(-1)).toBe('7: mine map');
  });

  it('of a draft that is gone are told once', async () => {
    const { saver, server, log } = stage();
    server.answer = () => Promise.reject(refused(404));
    saver.put(with_('a'));
    await pass(60_000);
    expect(log).toEqual(['1: a map', 'gone']);
  });
});

describe('an import', () => {
  it('ends saving, and the draft is made again if the wizard comes back', async () => {
    const { saver, server, log } = stage();
    server.answer = () => Promise.reject(refused(404));
    saver.put(with_('a'));
    saver.flush();
    saver.pause();
    await pass(60_000);
    expect(log).toEqual(['1: a map']);
    server.answer = async () => undefined;
    saver.put(with_('a'));
    await pass(1_000);
    // The existing draft kept its choices, so these are saved too.
    expect(log).toEqual(['1: a map', 'create a map', '2: a map']);
    expect(saver.isIdle).toBe(true);
  });
});

describe('closing', () => {
  it('saves the last choices, for which the next opening waits', async () => {
    const { saver, log } = stage();
    saver.put(with_('a'));
    saver.close();
    expect(pendingSaves(ID)).toBeInstanceOf(Promise);
    await pass(0);
    expect(log).toEqual(['1: a map']);
    expect(pendingSaves(ID)).toBeUndefined();
  });

  it('saves what came while the save before was under way', async () => {
    const { saver, server, log } = stage();
    const held = Promise.withResolvers<void>();
    server.answer = () => held.promise;
    saver.put(with_('a'));
    await pass(500);
    saver.put(with_('b'));
    saver.close();
    held.resolve();
    await pass(0);
    expect(log).toEqual(['1: a map', '2: b map']);
    expect(pendingSaves(ID)).toBeUndefined();
  });

  it('leaves nothing behind when all is saved', () => {
    const { saver } = stage();
    saver.close();
    expect(pendingSaves(ID)).toBeUndefined();
  });

  it('gives up in the end, and says so', async () => {
    const { saver, server, log } = stage();
    server.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    saver.put(with_('a'));
    saver.close();
    await pass(60_000);
    expect(log).toEqual(['1: a map', '1: a map', '1: a map', '1: a map', 'lost']);
    expect(pendingSaves(ID)).toBeUndefined();
  });
});

it('ignores the order of members and nothing else', () => {
  expect(stableKey({ a: 1, b: { c: [1, { d: 2, e: null }] } })).toBe(
    stableKey({ b: { c: [1, { e: null, d: 2 }] }, a: 1 }),
  );
  expect(stableKey({ a: [1, 2] })).not.toBe(stableKey({ a: [2, 1] }));
  expect(stableKey({ a: 1 })).not.toBe(stableKey({ a: '1' }));
});
