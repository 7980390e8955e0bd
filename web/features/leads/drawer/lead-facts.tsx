import type { LeadDetail } from '#contract/leads.ts';
import { formatDateTime } from '../../../lib/format.ts';

/** Read-only facts, and the times of checks. */
export function LeadFacts({ lead }: { lead: LeadDetail }) {
  const at = (time: string | null) => (time === null ? null : formatDateTime(time));
  const checked = (time: string | null, source: string | null) =>
    time === null ? null : [at(time), source].filter(Boolean).join(' · ');
  const facts: readonly [string, string | null][] = [
    ['Number Valid', lead.phone === null ? null : lead.numberValid ? 'Valid' : 'Invalid'],
    ['HLR checked', checked(lead.hlrCheckedAt, lead.hlrSource)],
    ['WhatsApp checked', checked(lead.whatsappCheckedAt, lead.whatsappSource)],
    ['Created At', at(lead.createdAt)],
    ['Updated At', at(lead.updatedAt)],
    ['Lead ID', lead.id],
  ];
  return (
    <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 py-1 text-13">
      {facts.map(([label, value]) =>
        value === null ? null : (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="break-all tabular-nums select-all">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
