import { type FoundPlaces, PERSON_PLACES, type PersonPlace } from '#contract/erasures.ts';

/** Records by place. */
export type ErasedCounts = Partial<Record<PersonPlace, number>>;

export function addCounts(counts: ErasedCounts, others: ErasedCounts): ErasedCounts {
  const added = { ...counts };
  for (const place of PERSON_PLACES) {
    const sum = (counts[place] ?? 0) + (others[place] ?? 0);
    if (sum > 0) added[place] = sum;
  }
  return added;
}

/** Without the places that have none. */
export function foundPlaces(counts: ErasedCounts): FoundPlaces {
  return PERSON_PLACES.flatMap((place) => {
    const count = counts[place] ?? 0;
    return count > 0 ? [{ place, count }] : [];
  });
}
