import type { Actor } from '../audit/writes.ts';
import type { Origin } from '../security/sessions.ts';
import type { Caller } from './bind.ts';

/** User who changes leads, and the origin of the request. */
export interface Editor {
  actor: Actor & { id: string };
  origin: Origin;
}

/** Returns the editor of a call. */
export function editorOf({ account, origin }: Pick<Caller, 'account' | 'origin'>): Editor {
  return { actor: { id: account.id, username: account.username }, origin };
}
