import type { Erasure } from '#contract/erasures.ts';
import type { TestApp } from './app.ts';
import { call } from './calls.ts';
import type { Client } from './client.ts';
import { until } from './until.ts';

/** Starts an erasure; throws when it is refused. */
export async function beginErasure(client: Client, named: Record<string, unknown>): Promise<string> {
  const { status, body } = await call<{ id: string }>(client, 'POST', '/api/erasures', named);
  if (status !== 201) throw new Error(`The erasure was refused with ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

/** Waits until an erasure has ended. */
export function endOfErasure(client: Client, id: string): Promise<Erasure> {
  return until('the erasure ended', async () => {
    const { body } = await client.get<Erasure>(`/api/erasures/${id}`);
    return body.status === 'completed' || body.status === 'failed' ? body : null;
  });
}

/** Erases a person and waits for the end. */
export async function erase(client: Client, named: Record<string, unknown>): Promise<Erasure> {
  return endOfErasure(client, await beginErasure(client, named));
}

/** Returns the texts that stand in a table, in any case, with the row; `within` limits the search to an organization. */
export async function heldTexts(app: TestApp, texts: readonly string[], within = ''): Promise<string[]> {
  if (texts.length === 0) return [];
  const { owner } = app.context.db;
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('public', 'graphile_worker', 'private') ORDER BY 1`,
  );
  // Bytes are written in hexadecimal.
  const either = texts.flatMap((text) => [
    ...[text.toLowerCase(), Buffer.from(text).toString('hex'), Buffer.from(text, 'utf16le').toString('hex')],
  ]);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ text: string; row: string }>(
      `SELECT e.text, t.row FROM (SELECT h::text AS row FROM ${name} h) t, unnest($1::text[]) AS e (text)
       WHERE t.row LIKE $2 AND strpos(lower(t.row), e.text) > 0 LIMIT 20`,
      [either, `%${within}%`],
    );
    for (const { text, row } of rows) found.push(`${text} in ${name}: ${row.slice(0, 300)}`);
  }
  return found;
}
