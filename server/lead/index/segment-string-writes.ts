import type { TenantTransaction } from '../../platform/db/scope.ts';
import { TEXT_END } from './frequent-strings.ts';
import type { Range } from './segment-bitmap-writes.ts';

/** Of so many leads of a segment one has to hold a string for it to be told. */
const ONE_IN = 512;
const LEAST = 4;

/** What finds the frequent strings of texts (`frequentStrings`), here or in another thread. */
export type StringMining = (texts: Uint8Array<ArrayBuffer>, least: number) => Promise<string>;

/** Gathers what leads of a segment have in their searched texts, in the place of what is known of it. */
export async function writeStrings(
  tx: TenantTransaction,
  { low, high }: Range,
  mine: StringMining,
): Promise<void> {
  await tx.query(
    'DELETE FROM lead_text_changes WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3',
    [tx.organizationId, low, high],
  );
  // A text that has the sign for its end goes on in another line: what spans lines is not told either.
  const [read] = await tx.query<{ leads: number; texts: string }>(
    `SELECT count(*)::int AS leads,
       coalesce(string_agg(translate(search_text, $4, E'\\n') || $4, '' ORDER BY lead_id), '') AS texts
     FROM lead_search WHERE organization_id = $1 AND lead_id >= $2 AND lead_id < $3`,
    [tx.organizationId, low, high, TEXT_END],
  );
  const { leads, texts } = read ?? { leads: 0, texts: '' };
  const strings = await mine(new TextEncoder().encode(texts), Math.max(LEAST, Math.ceil(leads / ONE_IN)));
  await tx.query(
    `INSERT INTO lead_strings (organization_id, low, strings) VALUES ($1, $2, $3)
     ON CONFLICT (organization_id, low) DO UPDATE SET strings = excluded.strings`,
    [tx.organizationId, low, Buffer.from(strings)],
  );
}
