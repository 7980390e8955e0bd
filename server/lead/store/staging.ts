import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyText } from '../../platform/db/copy-text.ts';
import type { Statements } from '../../platform/db/transaction.ts';
import { STORED, STORED_COLUMNS } from '../fields.ts';
import type { StoredLead } from '../rows/stored-lead.ts';
import { foldedTextsOf } from './folded-texts.ts';

export const STAGED_COLUMNS = [...STORED_COLUMNS, 'folded', 'searched_notes', 'consent'] as const;
const LIST = STAGED_COLUMNS.join(', ');
const DEFINITIONS = `ordinal integer, ${STORED.map(([name, type]) => `${name} ${type}`).join(', ')}, folded jsonb, searched_notes text, consent jsonb`;

/** With a hash of the columns: sessions of a pooler outlive an upgrade, and their temporary tables with them. */
export const STAGING_TABLE = `lead_staging_${createHash('sha256').update(DEFINITIONS).digest('hex').slice(0, 8)}`;
const TABLE = `CREATE TEMP TABLE IF NOT EXISTS ${STAGING_TABLE} (${DEFINITIONS}) ON COMMIT DELETE ROWS`;

/** From COPY text of `STAGED_COLUMNS`. */
export async function stageLeads(client: pg.PoolClient, text: readonly Buffer[]): Promise<void> {
  await client.query(`${TABLE}; TRUNCATE ${STAGING_TABLE}`);
  const target = client.query(copyFrom(`COPY ${STAGING_TABLE} (ordinal, ${LIST}) FROM STDIN`));
  await pipeline(Readable.from(text), target);
}

/** Takes staged leads out by their ordinals, and returns the columns. */
export function takeStaged<T extends pg.QueryResultRow>(
  tx: Statements,
  ordinals: readonly number[],
  columns: string,
): Promise<T[]> {
  return tx.query<T>(`DELETE FROM ${STAGING_TABLE} WHERE ordinal = ANY($1::int[]) RETURNING ${columns}`, [
    ordinals,
  ]);
}

/** With positions from 0 as ordinals. */
export function encodeStaged(leads: readonly StoredLead[]): Buffer[] {
  const text = new CopyText(STAGED_COLUMNS);
  for (const lead of leads)
    text.add({ ...lead, folded: foldedTextsOf(lead), searched_notes: null, consent: null });
  return text.take();
}
