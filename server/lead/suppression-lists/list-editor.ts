import type { Actor } from '../../platform/audit/writes.ts';
import type { Origin } from '../../platform/security/sessions.ts';

/** Who changes a list: a user, a program or the server itself. */
export interface ListEditor {
  actor: Actor;
  origin: Origin | null;
}
