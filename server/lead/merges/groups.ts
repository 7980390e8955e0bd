import type { LeftGroup } from '#contract/merges.ts';
import type { JudgedPair, MergedFacts } from './pair-reads.ts';

/** Leads that the last scan takes for one person. */
export interface Group {
  /** In ascending order, which is that of their creation. */
  ids: string[];
  keepId: string;
  rule: 'sold' | 'oldest';
  /** Why people have to decide about it; null if nothing speaks against a merge. */
  left: LeftGroup | null;
}

/** Groups pairs by their clusters. */
export function groupsToMerge(pairs: readonly JudgedPair[]): Group[] {
  return [...Map.groupBy(pairs, ({ cluster }) => cluster).values()].map(groupOf);
}

/** Returns the group that pairs form: the sold lead is kept, otherwise the oldest. */
export function groupOf(pairs: readonly JudgedPair[]): Group {
  const facts = new Map<string, MergedFacts>(
    pairs.flatMap(({ a, b, aFacts, bFacts }) => [[a, aFacts] as const, [b, bFacts] as const]),
  );
  const ids = [...facts.keys()].sort();
  const sold = ids.filter((id) => facts.get(id)?.isSold);
  return {
    ids,
    keepId: sold[0] ?? ids[0] ?? '',
    rule: sold.length > 0 ? 'sold' : 'oldest',
    left: reasonToLeave(ids, pairs, [...facts.values()]),
  };
}

function reasonToLeave(
  ids: readonly string[],
  pairs: readonly JudgedPair[],
  facts: readonly MergedFacts[],
): LeftGroup | null {
  const isWhole = pairs.length === (ids.length * (ids.length - 1)) / 2;
  if (!isWhole || pairs.some(({ isCertain }) => !isCertain)) return 'uncertain';
  if (pairs.some(({ hasConflict }) => hasConflict)) return 'conflict';
  if (facts.some(({ isSuppressed }) => isSuppressed)) return 'suppressed';
  if (facts.filter(({ isSold }) => isSold).length > 1) return 'sold';
  const owners = new Set(facts.flatMap(({ owner }) => owner ?? []));
  return owners.size > 1 ? 'owners' : null;
}
