import type { Actor } from '../audit/writes.ts';
import type { Origin } from '../security/sessions.ts';
import type { Caller } from './bind.ts';

export interface Editor {
  actor: Actor & { id: string };
  origin: Origin;
}

export function editorOf({ account, origin }: Pick<Caller, 'account' | 'origin'>): Editor {
  return { actor: { id: account.id, username: account.username }, origin };
}
