import sql, { type Sql } from 'sql-template-tag';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { hashedTrigrams } from '../bitmaps.ts';
import { allOf, contains } from './clauses.ts';
import type { SearchTerm } from './conditions.ts';

/** Segments that are asked whether they know a term. */
const SAMPLED_SEGMENTS = 5;
/** Matches that the trigram index finds in the time in which the leads of one segment are read. */
const MATCHES_PER_SCANNED_SEGMENT = 800;
/** Trigrams that are looked up: more take longer than telling apart what they would exclude. */
const MAX_TRIGRAMS = 4;

/** Estimates from a sample of the segments whether they know most of the leads that contain a term. */
export async function isFrequent(tx: TenantTransaction, { text, digits }: SearchTerm): Promise<boolean> {
  if (digits !== null && digits !== text) return false;
  const [sample] = await tx.query<{ known: number; unknown: number; matches: number }>(
    `WITH sampled AS (
       SELECT posting_of(dictionary, postings, trigrams, $2, $4::int[]) AS posting FROM (
         SELECT *, row_number() OVER (ORDER BY low DESC) - 1 AS nth, count(*) OVER () AS segments
         FROM lead_segments WHERE organization_id = $1
       ) numbered WHERE nth % (segments / $3::int + 1) = 0
     )
     SELECT count(nullif(posting, ''))::int AS known, (count(*) - count(posting))::int AS unknown,
       coalesce(sum(length(posting)), 0)::int AS matches FROM sampled`,
    [tx.organizationId, text, SAMPLED_SEGMENTS, [...hashedTrigrams(text)]],
  );
  const { known, unknown, matches } = sample ?? { known: 0, unknown: 0, matches: 0 };
  // A posting list has at least a byte for each match, or is a bitmap of more matches than it has bytes.
  return known > 0 && unknown * MATCHES_PER_SCANNED_SEGMENT <= matches;
}

/**
 * Returns the clauses of `search_text` for the trigram index. It looks up the rarest trigram of each word, and further rare ones,
 * instead of all of them: the index reads all entries of each, and what it finds too much is told apart by the text.
 */
export async function trigramClause(tx: TenantTransaction, { text, digits }: SearchTerm): Promise<Sql> {
  const like = (part: string) => sql`search_text like ${contains(part)}`;
  if (digits !== null && digits !== text) return sql`(${like(text)} or ${like(digits)})`;
  // A dictionary begins with the most frequent substrings. As an unsigned number, -1 for none is the last place.
  const [newest] = await tx.query<{ dictionary: Buffer }>(
    `SELECT dictionary FROM lead_segments WHERE organization_id = $1 AND dictionary IS NOT NULL ORDER BY low DESC LIMIT 1`,
    [tx.organizationId],
  );
  if (newest === undefined) return like(text);
  const words = Array.from(text.matchAll(/[a-z\d]{3,}/g), ([word]) =>
    Array.from(word.matchAll(/(?=(.{3}))/g), ([, trigram]) => trigram ?? '')
      .map((trigram) => ({ trigram, place: newest.dictionary.indexOf(trigram) >>> 0 }))
      .sort((a, b) => b.place - a.place),
  );
  const further = words.flatMap((word) => word.slice(1)).sort((a, b) => b.place - a.place);
  const rarest = [...words.flatMap((word) => word.slice(0, 1)), ...further];
  if (rarest.length <= MAX_TRIGRAMS) return like(text);
  return allOf(rarest.slice(0, Math.max(MAX_TRIGRAMS, words.length)).map(({ trigram }) => like(trigram)));
}
