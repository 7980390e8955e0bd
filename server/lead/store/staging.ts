import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyText } from '../../platform/db/copy-text.ts';
import { STORED, STORED_COLUMNS, type StoredColumn } from '../fields.ts';

/** A lead to be staged. A missing column is null; arrays and objects are sent as text for PostgreSQL to parse. */
export type StagedLead = Partial<Record<StoredColumn, string | boolean | readonly string[] | object | null>>;

const LIST = STORED_COLUMNS.join(', ');
const TABLE = `CREATE TEMP TABLE IF NOT EXISTS lead_staging (
  ordinal integer, ${STORED.map(([name, type]) => `${name} ${type}`).join(', ')}
) ON COMMIT DELETE ROWS`;

/** Copies leads into the connection's staging table, from COPY text of the columns `STORED_COLUMNS`. */
export async function stageLeads(client: pg.PoolClient, text: readonly Buffer[]): Promise<void> {
  await client.query(`${TABLE}; TRUNCATE lead_staging`);
  const target = client.query(copyFrom(`COPY lead_staging (ordinal, ${LIST}) FROM STDIN`));
  await pipeline(Readable.from(text), target);
}

/** Encodes leads for `stageLeads`, with their positions from 0 as ordinals. */
export function encodeStaged(leads: readonly StagedLead[]): Buffer[] {
  const text = new CopyText(STORED_COLUMNS);
  for (const lead of leads) text.add(lead);
  return text.take();
}
