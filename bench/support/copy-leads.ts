import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { LEAD_TABLES } from '#server/lead/store/store.ts';

/** Returns the columns that are not generated. */
async function storedColumns(owner: pg.Client, table: string): Promise<string> {
  const { rows } = await owner.query<{ list: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) AS list
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  return rows[0]?.list ?? '';
}

/**
 * Measures the seconds that a plain COPY over one connection takes to write the leads of one database, with their
 * searched text, into another, whose tables are empty and have the same indexes. The time to read them into memory is
 * not counted. The organizations are copied too.
 */
export async function timeCopy(from: pg.Client, to: pg.Client): Promise<{ rows: number; seconds: number }> {
  await to.query(`TRUNCATE organizations, ${LEAD_TABLES.join(', ')} CASCADE`);
  await copyTable(from, to, 'organizations', 'id');
  // Lets other processes finish and flushes pending writes, which would otherwise be counted here.
  await to.query('CHECKPOINT');
  const leads = await copyTable(from, to, 'leads', 'id');
  const search = await copyTable(from, to, 'lead_search', 'lead_id');
  return { rows: leads.rows, seconds: leads.seconds + search.seconds };
}

async function copyTable(
  from: pg.Client,
  to: pg.Client,
  table: string,
  order: string,
): Promise<{ rows: number; seconds: number }> {
  const columns = await storedColumns(from, table);
  const chunks: Buffer[] = [];
  const source = from.query(
    copyTo(`COPY (SELECT ${columns} FROM ${table} ORDER BY ${order}) TO STDOUT (FORMAT text)`),
  );
  for await (const chunk of source) chunks.push(chunk as Buffer);
  const started = performance.now();
  const target = to.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN (FORMAT text)`));
  await pipeline(chunks, target);
  return { rows: target.rowCount, seconds: (performance.now() - started) / 1000 };
}
