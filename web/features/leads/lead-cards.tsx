import type { Lead } from '#contract/leads.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Ago, fullName, Phone, SoldBadge, StatusBadge, Tags } from './lead-cells.tsx';

function LeadCard({ lead }: { lead: Lead }) {
  const name = fullName(lead);
  const place = [lead.country, lead.brand, lead.source].filter(Boolean).join(' · ');
  return (
    <li className="flex flex-col gap-1.5 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex items-center justify-between gap-3">
        <h2 className="min-w-0 truncate text-14 font-semibold">{name || lead.email || lead.phone}</h2>
        <StatusBadge status={lead.status} />
      </div>
      {lead.email && <p className="truncate text-13">{lead.email}</p>}
      <div className="flex items-center justify-between gap-3 text-13">
        <Phone phone={lead.phone} numberValid={lead.numberValid} />
        <SoldBadge isSold={lead.isSold} />
      </div>
      <div className="flex items-center justify-between gap-3 text-13 text-muted">
        <span className="min-w-0 truncate">{place}</span>
        <Ago time={lead.createdAt} />
      </div>
      {lead.tags.length > 0 && <Tags tags={lead.tags} />}
    </li>
  );
}

const LIST = 'rounded-card border border-line bg-surface';

/** Leads on a phone, where a table of eleven columns cannot be read. */
export function LeadCards({ leads, busy }: { leads: readonly Lead[]; busy: boolean }) {
  return (
    <ul aria-label="Leads" aria-busy={busy} className={cx(LIST, 'transition-opacity', busy && 'opacity-50')}>
      {leads.map((lead) => (
        <LeadCard key={lead.id} lead={lead} />
      ))}
    </ul>
  );
}

/** Stands in the cards' place while the first page loads. */
export function LeadCardsSkeleton({ cards }: { cards: number }) {
  return (
    <div className={LIST}>
      {Array.from({ length: cards }, (_, card) => `card-${card}`).map((card) => (
        <div
          key={card}
          className="flex h-[7.25rem] flex-col justify-center gap-3 border-b border-line px-4 last:border-b-0"
        >
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-3 w-52" />
          <Skeleton className="h-3 w-40" />
        </div>
      ))}
    </div>
  );
}
