import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyText } from './copy-text.ts';

/** Columns of a lead that imports write, with their types, in the order of the staging table. */
export const STAGED = [
  ['id', 'uuid'],
  ['first_name', 'text'],
  ['last_name', 'text'],
  ['email', 'text'],
  ['phone', 'text'],
  ['number_valid', 'boolean'],
  ['carrier', 'text'],
  ['country', 'text'],
  ['city', 'text'],
  ['address', 'text'],
  ['postcode', 'text'],
  ['ip', 'text'],
  ['brand', 'text'],
  ['currency', 'text'],
  ['deposit_amount', 'numeric(14, 2)'],
  ['deposit_date', 'date'],
  ['source', 'text'],
  ['card', 'text'],
  ['affiliate', 'text'],
  ['landing_page', 'text'],
  ['agent', 'text'],
  ['depositer', 'text'],
  ['brand_agent', 'text'],
  ['hlr', 'text'],
  ['whatsapp', 'text'],
  ['status', 'text'],
  ['customer_number', 'text'],
  ['tags', 'text[]'],
  ['custom_data', 'jsonb'],
] as const;

export type StagedColumn = (typeof STAGED)[number][0];

/** A lead as it goes to the database; a missing column is null. Arrays and objects are PostgreSQL's to parse. */
export type StagedLead = Partial<Record<StagedColumn, string | boolean | readonly string[] | object | null>>;

export const STAGED_COLUMNS = STAGED.map(([name]) => name);
const LIST = STAGED_COLUMNS.join(', ');
const TABLE = `CREATE TEMP TABLE IF NOT EXISTS lead_staging (
  ordinal integer, ${STAGED.map(([name, type]) => `${name} ${type}`).join(', ')}
) ON COMMIT DELETE ROWS`;

/** Puts leads into the connection's staging table: text of the columns `STAGED_COLUMNS`. */
export async function stageLeads(client: pg.PoolClient, text: readonly Buffer[]): Promise<void> {
  await client.query(`${TABLE}; TRUNCATE lead_staging`);
  const target = client.query(copyFrom(`COPY lead_staging (ordinal, ${LIST}) FROM STDIN`));
  await pipeline(Readable.from(text), target);
}

/** Leads as `stageLeads` sends them, numbered by `ordinal` from 0 in their order. */
export function encodeStaged(leads: readonly StagedLead[]): Buffer[] {
  const text = new CopyText(STAGED_COLUMNS);
  for (const lead of leads) text.add(lead);
  return text.take();
}
