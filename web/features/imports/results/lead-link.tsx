import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SimilarHint } from '#contract/similar-lead.ts';
import { similarShare } from '../../../lib/similar-text.ts';

/** Opens a lead in a new tab, to keep this screen. */
export function LeadLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to="/leads"
      search={{ lead: id }}
      target="_blank"
      className="rounded-[4px] text-text underline underline-offset-2"
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}

/** Names the stored lead that a new one likely is. */
export function SimilarPerson({ similar }: { similar: SimilarHint }) {
  return (
    <>
      Likely the same person as <LeadLink id={similar.leadId}>{similar.name}</LeadLink>
      {similarShare(similar)}
    </>
  );
}
