import type { z } from 'zod';
import { type CurrentUser, getUser } from '#contract/users.ts';
import { DRAFT_PREFIX, dropDrafts } from './drop-drafts.ts';
import { queryClient } from './query.ts';

// Unsaved input contains personal data. The browser keeps it for its user alone: until it is saved or
// discarded, the user signs out, another user signs in, or a week has passed.

const KEEP_MS = 7 * 24 * 60 * 60 * 1000;

type Owner = Pick<CurrentUser, 'id' | 'organizationId'>;

function prefixOf({ organizationId, id }: Owner): string {
  return `${DRAFT_PREFIX}${organizationId}/${id}/`;
}

/** Removes the drafts of everybody else, and the user's own that have expired. */
export function keepDraftsOf(user: Owner): void {
  dropDrafts(prefixOf(user));
  withStorage((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(DRAFT_PREFIX) && entryOf(storage, key) === null) storage.removeItem(key);
    }
  });
}

/** Returns the user's draft of this name, or null without one of this shape. */
export function readDraft<T>(name: string, shape: z.ZodType<T>): T | null {
  const key = keyOf(name);
  const entry = key === null ? null : withStorage((storage) => entryOf(storage, key));
  return shape.safeParse(entry?.value).data ?? null;
}

/** Keeps a draft; null removes it. */
export function writeDraft(name: string, value: unknown): void {
  const key = keyOf(name);
  if (key === null) return;
  withStorage((storage) =>
    value === null
      ? storage.removeItem(key)
      : storage.setItem(key, JSON.stringify({ savedAt: Date.now(), value })),
  );
}

/** Returns the key of a draft of the signed-in user; null if no one is signed in. */
function keyOf(name: string): string | null {
  const user = queryClient.getQueryData<Owner | null>([getUser.path]);
  return user ? `${prefixOf(user)}${name}` : null;
}

/** Returns what is stored under a key; null if it has expired or is no draft. */
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
