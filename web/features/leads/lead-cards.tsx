import type { Lead } from '#contract/leads.ts';
import { cx } from '../../ui/cx.ts';
import { useDimmed } from '../../ui/use-dimmed.ts';
import { CARDS } from './lead-cards-skeleton.tsx';
import { Ago, Phone, SoldBadge, StatusBadge, SuppressedBadge, Tags } from './lead-cells.tsx';
import { leadName, RowCheckbox } from './table/lead-table-row.tsx';
import type { PageSelection } from './use-selection.ts';

interface LeadCardProps {
  lead: Lead;
  selected: boolean;
  onSelect: (range: boolean) => void;
  onOpen: (id: string) => void;
}

function LeadCard({ lead, selected, onSelect, onOpen }: LeadCardProps) {
  const name = leadName(lead);
  const place = [lead.country, lead.brand, lead.source].filter(Boolean).join(' · ');
  return (
    <li className={cx('flex border-b border-line last:border-b-0', selected && 'bg-accent-tint')}>
      <div className="w-11 shrink-0 pt-3.5 pl-4">
        <RowCheckbox
          label={`Select ${name}`}
          checked={selected}
          onClick={(event) => onSelect(event.shiftKey)}
        />
      </div>
      <div className="relative flex min-w-0 flex-1 flex-col gap-1.5 py-3 pr-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="min-w-0 truncate text-14 font-semibold">
            {/* The whole card opens the lead. */}
            <button
              type="button"
              className="max-w-full truncate after:absolute after:inset-0"
              onClick={() => onOpen(lead.id)}
            >
              {name}
            </button>
          </h2>
          {lead.suppressed && <SuppressedBadge />}
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
      </div>
    </li>
  );
}

export interface LeadCardsProps {
  leads: readonly Lead[];
  /** Newer leads are loading. */
  stale: boolean;
  selection: PageSelection;
  onOpen: (id: string) => void;
}

export function LeadCards({ leads, stale, selection, onOpen }: LeadCardsProps) {
  const dimmed = useDimmed(stale);
  return (
    <ul aria-label="Leads" aria-busy={stale} className={cx(CARDS, dimmed)}>
      {leads.map((lead, index) => (
        <LeadCard
          key={lead.id}
          lead={lead}
          selected={selection.has(lead.id)}
          onSelect={(range) => selection.toggle(index, range)}
          onOpen={onOpen}
        />
      ))}
    </ul>
  );
}
