import type pg from 'pg';
import { statementsOn } from '../db/transaction.ts';
import { organizationsToSeal } from './chain-reads.ts';
import { sealEntries } from './seal-writes.ts';

/** Delay from the first unsealed entry to its sealing job. */
export const SEALING_DELAY_MS = 1_000;

/** Seals all organizations until `signal` aborts; safe on several servers. */
export async function sealAuditTrail(owner: pg.Pool, signal: AbortSignal | undefined): Promise<void> {
  for (const organizationId of await organizationsToSeal(statementsOn(owner))) {
    if (signal?.aborted) return;
    await sealEntries(owner, organizationId);
  }
}
