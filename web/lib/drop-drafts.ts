export const DRAFT_PREFIX = 'draft/';

/** Start of the names of edits that the server hasn't answered. */
export const UNSENT = 'unsent/';

/** Returns whether a draft's key contains `part`. */
export function hasDrafts(part: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(DRAFT_PREFIX) && key.includes(part));
  } catch {
    return false;
  }
}

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
