import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChangeEvent } from '#contract/events.ts';
import { ANY_LEADS } from '#server/lead/change/announce-leads.ts';
import { coalesced } from './change-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const leads: ChangeEvent = ANY_LEADS;
const importOf = (importId: string): ChangeEvent => ({ type: 'imports', importId });

test('the first change is passed on at once, a hundred that follow three times a second', () => {
  const sent: ChangeEvent[] = [];
  const { push } = coalesced(333, (events) => sent.push(...events));
  push(leads);
  expect(sent).toEqual([leads]);
  for (let n = 0; n < 100; n++) {
    vi.advanceTimersByTime(10);
    push(leads);
  }
  expect(sent).toHaveLength(4);
  vi.advanceTimersByTime(5_000);
  expect(sent).toHaveLength(5);
});

test('the last change is never lost', () => {
  const sent: ChangeEvent[] = [];
  const { push } = coalesced(333, (events) => sent.push(...events));
  push(leads);
  push(leads);
  vi.advanceTimersByTime(332);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent).toHaveLength(2);
});

test('types do not wait for each other, and each import is told of', () => {
  const sent: ChangeEvent[] = [];
  const { push } = coalesced(333, (events) => sent.push(...events));
  for (const event of [leads, importOf('a'), importOf('b'), importOf('b'), { type: 'fields' } as const])
    push(event);
  expect(sent).toEqual([leads, importOf('a'), { type: 'fields' }]);
  vi.advanceTimersByTime(333);
  expect(sent.slice(3)).toEqual([importOf('b')]);
});

test('nothing comes after the end', () => {
  const sent: ChangeEvent[] = [];
  const { push, stop } = coalesced(333, (events) => sent.push(...events));
  push(leads);
  push(leads);
  stop();
  vi.advanceTimersByTime(1_000);
  expect(sent).toHaveLength(1);
});

test('changes of leads are told as one: of all their aspects, with their ids unless they are too many', () => {
  const sent: ChangeEvent[] = [];
  const { push } = coalesced(333, (events) => sent.push(...events));
  const ids = Array.from({ length: 61 }, (_, n) => `lead ${n}`);
  for (const few of [[], ids.slice(0, 2), ids.slice(1, 3)])
    push({ type: 'leads', aspects: ['values'], ids: few });
  push({ type: 'leads', aspects: ['sales'], ids: [] });
  vi.advanceTimersByTime(333);
  expect(sent.slice(1)).toEqual([{ type: 'leads', aspects: ['values', 'sales'], ids: ids.slice(0, 3) }]);
  push({ type: 'leads', aspects: ['values'], ids });
  push({ type: 'leads', aspects: ['values'], ids: ids.map((id) => `another ${id}`) });
  vi.advanceTimersByTime(333);
  expect(sent.slice(2)).toEqual([{ type: 'leads', aspects: ['values'], ids: null }]);
});
