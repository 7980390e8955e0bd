import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeEvent } from '#contract/events.ts';
import { openChangeStream, type StreamHost } from './change-stream.ts';

const importId = '0199c0de-0000-7000-8000-000000000001';

interface Opened {
  say: (text: string) => void;
  lose: () => void;
  closed: boolean;
}

let opened: Opened[];
let hidden: boolean;
let events: ChangeEvent[];
let missed: number;

function start() {
  const host: StreamHost = {
    open(path, say, lose) {
      expect(path).toBe('/api/events');
      const source = { say, lose, closed: false };
      opened.push(source);
      return {
        close() {
          source.closed = true;
        },
      };
    },
    isHidden: () => hidden,
  };
  const count = () => {
    missed += 1;
  };
  return openChangeStream(host, (event) => events.push(event), count);
}

const last = () => {
  const source = opened.at(-1);
  if (!source) throw new Error('Nothing was opened');
  return source;
};
const say = (event: unknown) => last().say(JSON.stringify(event));

beforeEach(() => {
  vi.useFakeTimers();
  [opened, hidden, events, missed] = [[], false, [], 0];
});
afterEach(() => void vi.useRealTimers());

describe('a change stream', () => {
  it('hands on what it understands, and nothing else', () => {
    start();
    say({ type: 'hello' });
    say({ type: 'leads' });
    say({ type: 'imports', importId });
    say({ type: 'weather' });
    last().say('no JSON');
    expect(events).toEqual([{ type: 'leads' }, { type: 'imports', importId }]);
  });

  it('tells that something may be missed from before it is connected', () => {
    start();
    expect(missed).toBe(0);
    say({ type: 'hello' });
    expect(missed).toBe(1);
  });

  it('comes back after a while that doubles up to half a minute, and tells that something may be missed', () => {
    start();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const before = opened.length;
      last().lose();
      expect(last().closed).toBe(true);
      vi.advanceTimersByTime(seconds * 750 - 1);
      expect(opened).toHaveLength(before);
      vi.advanceTimersByTime(seconds * 500 + 1);
      expect(opened).toHaveLength(before + 1);
    }
    expect(missed).toBe(0);
    say({ type: 'hello' });
    expect(missed).toBe(1);
    last().lose();
    vi.advanceTimersByTime(1250);
    say({ type: 'hello' });
    expect([opened.length, missed]).toEqual([9, 2]);
  });

  it('holds no connection while the page is hidden', () => {
    const stream = start();
    say({ type: 'hello' });
    hidden = true;
    stream.onVisibility();
    expect(last().closed).toBe(true);
    vi.advanceTimersByTime(600_000);
    expect(opened).toHaveLength(1);
    hidden = false;
    stream.onVisibility();
    expect(opened).toHaveLength(2);
    stream.onVisibility();
    expect(opened).toHaveLength(2);
    say({ type: 'hello' });
    expect(missed).toBe(2);
  });

  it('connects at once, and once, when the page is shown while it waits', () => {
    const stream = start();
    last().lose();
    stream.onVisibility();
    expect(opened).toHaveLength(2);
    vi.advanceTimersByTime(60_000);
    expect(opened).toHaveLength(2);
  });

  it('stays closed', () => {
    const stream = start();
    last().lose();
    stream.close();
    stream.onVisibility();
    vi.advanceTimersByTime(60_000);
    expect(opened).toHaveLength(1);
  });
});
