import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyText } from '../../platform/db/copy-text.ts';
import { STORED, STORED_COLUMNS } from '../fields.ts';
import type { StoredLead } from '../rows/stored-lead.ts';
import { foldedTextsOf } from './folded-texts.ts';

/** Columns of the staging table: those of a stored lead, and its folded texts. */
export const STAGED_COLUMNS = [...STORED_COLUMNS, 'folded'] as const;
const LIST = STAGED_COLUMNS.join(', ');
const TABLE = `CREATE TEMP TABLE IF NOT EXISTS lead_staging (
  ordinal integer, ${STORED.map(([name, type]) => `${name} ${type}`).join(', ')}, folded jsonb
) ON COMMIT DELETE ROWS`;

/** Copies leads into the connection's staging table, from COPY text of the columns `STAGED_COLUMNS`. */
export async function stageLeads(client: pg.PoolClient, text: readonly Buffer[]): Promise<void> {
  await client.query(`${TABLE}; TRUNCATE lead_staging`);
  const target = client.query(copyFrom(`COPY lead_staging (ordinal, ${LIST}) FROM STDIN`));
  await pipeline(Readable.from(text), target);
}

/** Encodes leads for `stageLeads`, with their positions from 0 as ordinals. */
export function encodeStaged(leads: readonly StoredLead[]): Buffer[] {
  const text = new CopyText(STAGED_COLUMNS);
  for (const lead of leads) text.add({ ...lead, folded: foldedTextsOf(lead) });
  return text.take();
}
