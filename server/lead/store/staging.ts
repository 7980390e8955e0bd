import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { STORED, STORED_COLUMNS, type StoredColumn } from '../fields.ts';
import { CopyText } from './copy-text.ts';

/** A lead as it goes to the database; a missing column is null. Arrays and objects are PostgreSQL's to parse. */
export type StagedLead = Partial<Record<StoredColumn, string | boolean | readonly string[] | object | null>>;

const LIST = STORED_COLUMNS.join(', ');
const TABLE = `CREATE TEMP TABLE IF NOT EXISTS lead_staging (
  ordinal integer, ${STORED.map(([name, type]) => `${name} ${type}`).join(', ')}
) ON COMMIT DELETE ROWS`;

/** Puts leads into the connection's staging table: text of the columns `STORED_COLUMNS`. */
export async function stageLeads(client: pg.PoolClient, text: readonly Buffer[]): Promise<void> {
  await client.query(`${TABLE}; TRUNCATE lead_staging`);
  const target = client.query(copyFrom(`COPY lead_staging (ordinal, ${LIST}) FROM STDIN`));
  await pipeline(Readable.from(text), target);
}

/** Leads as `stageLeads` sends them, numbered by `ordinal` from 0 in their order. */
export function encodeStaged(leads: readonly StagedLead[]): Buffer[] {
  const text = new CopyText(STORED_COLUMNS);
  for (const lead of leads) text.add(lead);
  return text.take();
}
