import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { getUser } from '#contract/current-user.ts';
import { keepDraftsOf, readDraft, writeDraft } from './drafts.ts';
import { dropDrafts } from './drop-drafts.ts';
import { queryClient } from './query.ts';

const ANA = { id: 'ana', organizationId: 'north' };
const BEN = { id: 'ben', organizationId: 'north' };
const NOTE = z.object({ text: z.string() });
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

let stored: Record<string, string>;

/** A Storage whose entries are its own keys, as in browsers. */
function storageOf(entries: Record<string, string>): Storage {
  const methods = {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(entries, { [key]: value }),
    removeItem: (key: string) => void delete entries[key],
  };
  return new Proxy(entries, {
    get: (target, key) => methods[key as keyof typeof methods] ?? target[String(key)],
  }) as unknown as Storage;
}

function signIn(user: typeof ANA): void {
  keepDraftsOf(user);
  queryClient.setQueryData([getUser.path], user);
}

function signOut(): void {
  dropDrafts();
  queryClient.setQueryData([getUser.path], null);
}

beforeEach(() => {
  vi.useFakeTimers();
  stored = { theme: 'dark' };
  vi.stubGlobal('localStorage', storageOf(stored));
  signIn(ANA);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps a draft for its user until it is removed', () => {
  writeDraft('note', { text: 'Call' });
  expect(readDraft('note', NOTE)).toEqual({ text: 'Call' });
  writeDraft('note', null);
  expect(readDraft('note', NOTE)).toBeNull();
  expect(Object.keys(stored)).toEqual(['theme']);
});

it('removes the drafts at sign-out, and those of everybody else at a sign-in', () => {
  writeDraft('note', { text: 'Call' });
  signIn(BEN);
  expect(readDraft('note', NOTE)).toBeNull();
  expect(Object.keys(stored)).toEqual(['theme']);
  writeDraft('note', { text: 'Write' });
  signIn(BEN);
  expect(readDraft('note', NOTE)).toEqual({ text: 'Write' });
  signOut();
  expect(Object.keys(stored)).toEqual(['theme']);
  writeDraft('note', { text: 'Nobody' });
  expect(readDraft('note', NOTE)).toBeNull();
});

it('forgets a draft after a week, and removes it at the next visit', () => {
  writeDraft('note', { text: 'Call' });
  vi.advanceTimersByTime(WEEK_MS - 1);
  expect(readDraft('note', NOTE)).toEqual({ text: 'Call' });
  vi.advanceTimersByTime(1);
  expect(readDraft('note', NOTE)).toBeNull();
  signIn(ANA);
  expect(Object.keys(stored)).toEqual(['theme']);
});

it('ignores what is no draft of this shape', () => {
  writeDraft('note', { text: 7 });
  expect(readDraft('note', NOTE)).toBeNull();
  stored['draft/north/ana/note'] = '{broken';
  expect(readDraft('note', NOTE)).toBeNull();
});

it('goes without a storage that is blocked or full', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => {
      throw new Error('full');
    },
  });
  writeDraft('note', { text: 'Call' });
  expect(readDraft('note', NOTE)).toBeNull();
});
