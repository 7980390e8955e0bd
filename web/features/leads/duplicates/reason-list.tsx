import type { DuplicateCluster, DuplicateReason } from '#contract/duplicates.ts';
import type { DuplicateBand } from '#contract/filter-values.ts';
import type { Tone } from '../../../ui/tone.ts';
import { reasonText } from './reason-text.ts';

export const BAND: Record<DuplicateBand, { label: string; tone: Tone }> = {
  certain: { label: 'Certain', tone: 'positive' },
  likely: { label: 'Likely', tone: 'info' },
  possible: { label: 'Possible', tone: 'neutral' },
};

/** Evidence that isn't worth a word, in bits. */
const LEAST_BITS = 0.5;

/** Why two leads match, strongest first: "Same phone (+11.2), different city (−1.4)". */
export function ReasonList({ pair }: { pair: DuplicateCluster['pairs'][number] | undefined }) {
  const told = (pair?.reasons ?? []).filter(({ bits }) => Math.abs(bits) >= LEAST_BITS);
  const sorted = told.toSorted((one, two) => two.bits - one.bits);
  return sorted.map((reason: DuplicateReason, place) => (
    <span key={reason.field} title={`${reason.bits > 0 ? 'For' : 'Against'} the same person, in bits`}>
      {place === 0 ? reasonText(reason, true) : `, ${reasonText(reason, false)}`}
    </span>
  ));
}
