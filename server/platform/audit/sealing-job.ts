import type pg from 'pg';
import { statementsOn } from '../db/transaction.ts';
import { organizationsToSeal } from './chain-reads.ts';
import { sealEntries } from './seal-writes.ts';

/** Delay after the first unsealed entry. */
export const SEALING_DELAY_MS = 1_000;

/** Safe on several servers. */
export async function sealAuditTrail(owner: pg.Pool, signal: AbortSignal | undefined): Promise<void> {
  for (const organizationId of await organizationsToSeal(statementsOn(owner))) {
    if (signal?.aborted) return;
    await sealEntries(owner, organizationId);
  }
}
