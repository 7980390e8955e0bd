import type pg from 'pg';
import { type Statements, statementsOn, transaction } from '../db/transaction.ts';
import { BEGINNING, type Seal, sealAfter } from './chain.ts';
import { unsealedEntries } from './chain-reads.ts';

const SEAL_BATCH_ENTRIES = 5_000;

/** Oldest first. One sealer at a time orders the entries, so writers never wait. */
export async function sealEntries(owner: pg.Pool, organizationId: string): Promise<void> {
  for (;;) {
    const sealed = await transaction(owner, 'BEGIN', (client) =>
      sealBatch(statementsOn(client), organizationId),
    );
    if (sealed < SEAL_BATCH_ENTRIES) return;
  }
}

/** Returns 0 if another sealer is active. */
async function sealBatch(db: Statements, organizationId: string): Promise<number> {
  let end: Pick<Seal, 'sequence' | 'hash'> | null = await lockEnd(db, organizationId);
  if (end === null) return 0;
  const entries = await unsealedEntries(db, organizationId, SEAL_BATCH_ENTRIES);
  if (entries.length === 0) return 0;
  const seals: Seal[] = [];
  for (const entry of entries) {
    const seal: Seal = sealAfter(end, entry);
    seals.push(seal);
    end = seal;
  }
  await db.query(
    `UPDATE audit_logs a SET sequence = s.sequence, previous_hash = s.previous_hash, hash = s.hash
     FROM unnest($2::uuid[], $3::int8[], $4::bytea[], $5::bytea[]) AS s (id, sequence, previous_hash, hash)
     WHERE a.organization_id = $1 AND a.id = s.id`,
    [
      organizationId,
      entries.map(({ id }) => id),
      seals.map(({ sequence }) => sequence),
      seals.map(({ previousHash }) => previousHash),
      seals.map(({ hash }) => hash),
    ],
  );
  await db.query('UPDATE audit_chains SET sequence = $2, hash = $3 WHERE organization_id = $1', [
    organizationId,
    end.sequence,
    end.hash,
  ]);
  return entries.length;
}

/** Null if another sealer holds it. */
async function lockEnd(
  db: Statements,
  organizationId: string,
): Promise<Pick<Seal, 'sequence' | 'hash'> | null> {
  await db.query(
    `INSERT INTO audit_chains (organization_id, sequence, hash) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id) DO NOTHING`,
    [organizationId, BEGINNING.sequence, BEGINNING.hash],
  );
  const [row] = await db.query<Pick<Seal, 'sequence' | 'hash'>>(
    'SELECT sequence, hash FROM audit_chains WHERE organization_id = $1 FOR UPDATE SKIP LOCKED',
    [organizationId],
  );
  return row ?? null;
}
