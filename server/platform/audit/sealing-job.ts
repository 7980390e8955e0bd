import type { Context } from '../context/context.ts';
import { statementsOn } from '../db/transaction.ts';
import { organizationsToSeal } from './chain-reads.ts';
import { sealEntries } from './seal-writes.ts';

/** Between two looks for entries that are not sealed (milliseconds). */
const EVERY_MS = 1_000;

/**
 * Seals the entries of the audit trail within a second or so of their transactions. Any number of servers may do so.
 * @returns stops it, and waits for what is under way
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
  }, EVERY_MS);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await working;
  };
}
