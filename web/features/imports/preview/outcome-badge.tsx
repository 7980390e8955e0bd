import type { PreviewOutcome } from '#contract/import-preview.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { LeadLink } from '../results/lead-link.tsx';

const WORDS: Record<PreviewOutcome['kind'], { label: string; tone: Tone }> = {
  new: { label: 'New', tone: 'positive' },
  update: { label: 'Update', tone: 'info' },
  duplicate: { label: 'Duplicate', tone: 'neutral' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  error: { label: 'Error', tone: 'negative' },
};

/** Expected outcome of a row, with the deciding row or lead. */
export function OutcomeBadge({ outcome }: { outcome: PreviewOutcome }) {
  const { label, tone } = WORDS[outcome.kind];
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
      <Badge tone={tone}>{label}</Badge> <Target outcome={outcome} />
    </span>
  );
}

function Target({ outcome }: { outcome: PreviewOutcome }) {
  switch (outcome.kind) {
    case 'new':
    case 'error':
      return null;
    case 'update':
      return <Named before="of" {...outcome} />;
    case 'duplicate':
      return <Named before="of" title={`Same ${outcome.field}`} {...outcome} />;
    case 'skipped':
      return (
        <span className="max-w-44 basis-full text-12 text-muted">
          {outcome.message} {outcome.leadId !== null && <LeadLink id={outcome.leadId}>View Lead</LeadLink>}
        </span>
      );
  }
}

interface NamedProps {
  before: string;
  title?: string;
  leadId: string | null;
  row: number | null;
}

/** Names an earlier row, or links a lead. */
function Named({ before, title, leadId, row }: NamedProps) {
  if (row === null && leadId === null) return null;
  return (
    <span className="text-12 whitespace-nowrap text-muted" title={title}>
      {before} {row !== null ? `row ${formatNumber(row)}` : leadId && <LeadLink id={leadId}>a lead</LeadLink>}
    </span>
  );
}
