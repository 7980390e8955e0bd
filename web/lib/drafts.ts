import { useState } from 'react';
import type { z } from 'zod';
import { type CurrentUser, getUser } from '#contract/current-user.ts';
import { DRAFT_PREFIX, dropDrafts } from './drop-drafts.ts';
import { queryClient } from './query.ts';

// Drafts contain personal data: they expire after a week and go at sign-out or another user's
// sign-in.

const KEEP_MS = 7 * 24 * 60 * 60 * 1000;

type Owner = Pick<CurrentUser, 'id' | 'organizationId'>;

function prefixOf({ organizationId, id }: Owner): string {
  return `${DRAFT_PREFIX}${organizationId}/${id}/`;
}

/** Removes expired drafts and other users' drafts. */
export function keepDraftsOf(user: Owner): void {
  dropDrafts(prefixOf(user));
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(DRAFT_PREFIX) && entryOf(storage, key) === null) storage.removeItem(key);
    }
  });
}

/** Returns a valid draft, or null. */
export function readDraft<T>(name: string, shape: z.ZodType<T>): T | null {
  const key = keyOf(name);
  const entry = key === null ? null : withStorage((storage) => entryOf(storage, key));
  return shape.safeParse(entry?.value).data ?? null;
}

/** Stores a draft; null removes it. */
export function writeDraft(name: string, value: unknown): void {
  const key = keyOf(name);
  if (key === null) return;
  withStorage((storage) =>
    value === null
      ? storage.removeItem(key)
      : storage.setItem(key, JSON.stringify({ savedAt: Date.now(), value })),
  );
}

/** Returns the names of drafts that start with `start`, in the order of their storage. */
export function draftNames(start: string): string[] {
  const prefix = keyOf(start);
  if (prefix === null) return [];
  const keys = withStorage((storage) => Object.keys(storage)) ?? [];
  return keys.filter((key) => key.startsWith(prefix)).map((key) => start + key.slice(prefix.length));
}

/** Null when signed out. */
function keyOf(name: string): string | null {
  const user = queryClient.getQueryData<Owner | null>([getUser.path]);
  return user ? `${prefixOf(user)}${name}` : null;
}

/** Null if expired or malformed. */
function entryOf(storage: Storage, key: string): { value: unknown } | null {
  try {
    const { savedAt, value } = JSON.parse(storage.getItem(key) ?? 'null');
    return Number(savedAt) > Date.now() - KEEP_MS ? { value } : null;
  } catch {
    return null;
  }
}

/** Storage may be blocked or full; drafts then last as long as the page. */
function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
}

/**
 * Holds unsaved input across reloads, closed tabs and ended sessions; null without any. `name` must
 * not change.
 */
export function useStoredDraft<T>(
  name: string,
  shape: z.ZodType<T>,
): [draft: T | null, setDraft: (next: T | null) => void] {
  const [draft, setDraft] = useState(() => readDraft(name, shape));
  function store(next: T | null) {
    setDraft(next);
    writeDraft(name, next);
  }
  return [draft, store];
}
