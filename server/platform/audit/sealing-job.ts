import type pg from 'pg';
import { statementsOn } from '../db/transaction.ts';
import { organizationsToSeal } from './chain-reads.ts';
import { sealEntries } from './seal-writes.ts';

/** Milliseconds from the first unsealed entry to the job that seals it. */
export const SEALING_DELAY_MS = 1_000;

/** Seals the unsealed entries of every organization, until `signal` is aborted. Several servers may do so at once. */
export async function sealAuditTrail(owner: pg.Pool, signal: AbortSignal | undefined): Promise<void> {
  for (const organizationId of await organizationsToSeal(statementsOn(owner))) {
    if (signal?.aborted) return;
    await sealEntries(owner, organizationId);
  }
}
