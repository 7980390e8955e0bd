import type { TenantTransaction } from '../../platform/db/scope.ts';
import { numberTold } from './frequent-strings.ts';

/** Segments that are asked whether they tell a term. */
const SEGMENTS_ASKED = 8;
/** Parts of a term that the index looks up: more take longer than telling apart what they would spare. */
const PARTS = 4;
/** Longer terms are as rare. */
const TRIGRAMS_WEIGHED = 64;

/** How a text is best searched. */
export interface SearchTerm {
  text: string;
  /** Whether some of the organization's segments tell it: many leads have it. */
  isFrequent: boolean;
  /** Three characters in a row each, rare ones, that together find few others; none: all of them are looked up. */
  parts: string[];
}

/** Weighs a text by what a few segments of the organization tell. */
export async function weighTerm(tx: TenantTransaction, text: string): Promise<SearchTerm> {
  const [asked] = await tx.query<{ isFrequent: boolean | null; newest: Buffer | null }>(
    `WITH lows AS (
       SELECT low, row_number() OVER (ORDER BY low DESC) - 1 AS nth, count(*) OVER () AS segments
       FROM lead_strings WHERE organization_id = $1
     )
     SELECT bool_or(position(convert_to($2, 'UTF8') IN strings) > 0) AS "isFrequent",
       (array_agg(strings ORDER BY nth))[1] AS newest
     FROM lows JOIN lead_strings USING (low)
     WHERE organization_id = $1 AND nth % (segments / $3::int + 1) = 0`,
    [tx.organizationId, text, SEGMENTS_ASKED],
  );
  const { isFrequent, newest } = asked ?? { isFrequent: null, newest: null };
  return { text, isFrequent: isFrequent === true, parts: newest === null ? [] : rareParts(text, newest) };
}

/** The rarest three characters of each word, and further ones, where there are enough for that to be fewer than all. */
function rareParts(text: string, strings: Buffer): string[] {
  const weights = new Map<string, number>();
  const rarest = (trigrams: string[]): string[] =>
    trigrams.sort((a, b) => (weights.get(a) as number) - (weights.get(b) as number));
  const words = (text.match(/[a-z\d]{3,}/g) ?? []).map((word) =>
    Array.from({ length: Math.min(word.length - 2, TRIGRAMS_WEIGHED) }, (_, at) => word.slice(at, at + 3)),
  );
  for (const trigram of words.flat()) weights.set(trigram, numberTold(strings, trigram));
  const ofEach = words.flatMap((trigrams) => rarest(trigrams).slice(0, 1));
  const parts = new Set([...ofEach, ...rarest(words.flat())].slice(0, Math.max(PARTS, words.length)));
  return parts.size < weights.size ? [...parts] : [];
}
