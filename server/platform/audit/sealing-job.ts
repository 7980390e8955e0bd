import type { Context } from '../context/context.ts';
import { statementsOn } from '../db/transaction.ts';
import { organizationsToSeal } from './chain-reads.ts';
import { sealEntries } from './seal-writes.ts';

/** Milliseconds between two checks for unsealed entries. */
const SEAL_INTERVAL_MS = 1_000;

/**
 * Starts sealing audit entries, each within about a second of its commit. Any number of servers may run it.
 * @returns a function that stops it and waits for a running pass
 */
export function startAuditSealing(context: Pick<Context, 'db' | 'log'>): () => Promise<void> {
  let working: Promise<void> | null = null;
  let stopped = false;
  const seal = async (): Promise<void> => {
    for (const organizationId of await organizationsToSeal(statementsOn(context.db.owner))) {
      if (stopped) return;
      await sealEntries(context.db.owner, organizationId);
    }
  };
  const timer = setInterval(() => {
    working ??= seal()
      .catch((error: unknown) => context.log.warn({ err: error }, 'sealing the audit trail failed'))
      .finally(() => {
        working = null;
      });
  }, SEAL_INTERVAL_MS);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await working;
  };
}
