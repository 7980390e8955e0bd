import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { trigramBits } from './bits.ts';
import { allOf, contains } from './clauses.ts';
import type { SearchTerm } from './conditions.ts';
import { TEXT_END } from './substrings.ts';

/** Segments that are asked whether they know a term. */
const SAMPLED_SEGMENTS = 10;
/** Matches that the trigram index finds in the time in which the leads of one segment are read. */
const MATCHES_PER_SCANNED_SEGMENT = 800;
/** Trigrams that are looked up: more take longer than telling apart what they would exclude. */
const MAX_TRIGRAMS = 4;
/** Trigrams of a word that are compared; longer words are as rare. */
const MAX_COMPARED_TRIGRAMS = 64;
/** No substring of the index spans lines, or has capital letters. */
const NEVER_INDEXED = new RegExp(`[\n${TEXT_END}A-Z]`);

/** Estimates from a sample of the segments whether they know most of the leads that contain a term. */
export async function isFrequent(tx: TenantTransaction, { text, digits }: SearchTerm): Promise<boolean> {
  if ((digits !== null && digits !== text) || NEVER_INDEXED.test(text)) return false;
  const [sample] = await tx.query<{ known: number; unknown: number; matches: number }>(
    `WITH sampled AS (
       SELECT posting_of(dictionary, postings, trigrams, $2, $4::int[]) AS posting FROM (
         SELECT *, row_number() OVER (ORDER BY low DESC) - 1 AS nth, count(*) OVER () AS segments
         FROM lead_segments WHERE organization_id = $1
       ) numbered WHERE nth % (segments / $3::int + 1) = 0
     )
     SELECT count(nullif(posting, ''))::int AS known, (count(*) - count(posting))::int AS unknown,
       coalesce(sum(length(posting)), 0)::int AS matches FROM sampled`,
    [tx.organizationId, text, SAMPLED_SEGMENTS, trigramBits(text)],
  );
  const { known, unknown, matches } = sample ?? { known: 0, unknown: 0, matches: 0 };
  // A posting list has at least a byte for each match, or is a bitmap of more matches than it has bytes.
  return known > 0 && unknown * MATCHES_PER_SCANNED_SEGMENT <= matches;
}

/**
 * Returns the clauses of `search_text` for the trigram index. It looks up the rarest trigram of each word, and further rare
 * ones, instead of all of them: the index reads all entries of each, and what it finds too much is told apart by the text.
 */
export async function trigramClause(
  tx: TenantTransaction,
  { text, digits }: SearchTerm,
): Promise<RawBuilder<SqlBool>> {
  const like = (part: string) => sql<SqlBool>`search_text like ${contains(part)}`;
  if (digits !== null && digits !== text) return sql`(${like(text)} or ${like(digits)})`;
  const words = (text.match(/[a-z\d]{3,}/g) ?? []).map((word) =>
    Array.from({ length: Math.min(word.length - 2, MAX_COMPARED_TRIGRAMS) }, (_, at) =>
      word.slice(at, at + 3),
    ),
  );
  // A dictionary begins with the most frequent substrings.
  const [newest] = await tx.query<{ dictionary: Buffer }>(
    `SELECT dictionary FROM lead_segments WHERE organization_id = $1 AND dictionary IS NOT NULL ORDER BY low DESC LIMIT 1`,
    [tx.organizationId],
  );
  const places = new Map<string, number>();
  for (const trigram of words.flat()) {
    const place = newest?.dictionary.indexOf(trigram) ?? -1;
    places.set(trigram, place === -1 ? Number.POSITIVE_INFINITY : place);
  }
  const rarest = (trigrams: string[]): string[] =>
    trigrams.toSorted((a, b) => (places.get(b) as number) - (places.get(a) as number) || 0);
  const ofEach = words.flatMap((trigrams) => rarest(trigrams).slice(0, 1));
  const chosen = new Set([...ofEach, ...rarest(words.flat())].slice(0, Math.max(MAX_TRIGRAMS, words.length)));
  return newest === undefined || chosen.size === places.size ? like(text) : allOf([...chosen].map(like));
}
