import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

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

/** Rows of text handed to COPY at once. */
const ROWS_PER_WRITE = 500;

/** Puts leads into the connection's staging table, numbered by `ordinal` from 0 in their order. */
export async function stageLeads(client: pg.PoolClient, leads: readonly StagedLead[]): Promise<void> {
  await client.query(TABLE);
  await client.query('TRUNCATE lead_staging');
  const target = client.query(copyFrom(`COPY lead_staging (ordinal, ${LIST}) FROM STDIN`));
  await pipeline(Readable.from(copyText(leads)), target);
}

function* copyText(leads: readonly StagedLead[]): Generator<string> {
  for (let start = 0; start < leads.length; start += ROWS_PER_WRITE) {
    let text = '';
    const end = Math.min(start + ROWS_PER_WRITE, leads.length);
    for (let ordinal = start; ordinal < end; ordinal++) {
      text += String(ordinal);
      const lead = leads[ordinal] ?? {};
      for (const column of STAGED_COLUMNS) text += `\t${copyValue(lead[column])}`;
      text += '\n';
    }
    yield text;
  }
}

function copyValue(value: StagedLead[StagedColumn]): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeCopy(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (Array.isArray(value)) return escapeCopy(arrayLiteral(value));
  return escapeCopy(JSON.stringify(value));
}

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function escapeCopy(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
