/** Storage key prefix of drafts. */
export const DRAFT_PREFIX = 'draft/';

/** Removes every draft whose key doesn't start with `except`. */
export function dropDrafts(except?: string): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const isKept = except !== undefined && key.startsWith(except);
      if (key.startsWith(DRAFT_PREFIX) && !isKept) localStorage.removeItem(key);
    }
  } catch {
    // Storage may be blocked.
  }
}
