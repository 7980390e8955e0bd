import type { SimilarHint } from '#contract/similar-lead.ts';
import { similarShare } from '../../../lib/similar-text.ts';
import { LeadLink } from './lead-link.tsx';

/** Names the stored lead that a new one likely is. */
export function SimilarPerson({ similar }: { similar: SimilarHint }) {
  return (
    <>
      Likely the same person as <LeadLink id={similar.leadId}>{similar.name}</LeadLink>
      {similarShare(similar)}
    </>
  );
}
