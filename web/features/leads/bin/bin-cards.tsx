import { cx } from '../../../ui/cx.ts';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import { CARDS } from '../lead-cards-skeleton.tsx';
import { Ago } from '../lead-cells.tsx';
import { leadName, RowCheckbox } from '../table/lead-table-row.tsx';
import { BinActions, TimeLeft, wayOf } from './bin-cells.tsx';
import type { BinTableProps } from './bin-table.tsx';

/** Lists leads in the trash as cards on phones. */
export function BinCards({ leads, stale, selection, onOpen, ...actions }: BinTableProps) {
  const dimmed = useDimmed(stale);
  return (
    <ul aria-label="Leads in the bin" aria-busy={stale} className={cx(CARDS, dimmed)}>
      {leads.map((lead, index) => {
        const way = wayOf(lead);
        return (
          <li
            key={lead.id}
            className={cx(
              'flex border-b border-line last:border-b-0',
              selection.has(lead.id) && 'bg-accent-tint',
            )}
          >
            <div className="w-11 shrink-0 pt-3.5 pl-4">
              <RowCheckbox
                label={`Select ${leadName(lead)}`}
                checked={selection.has(lead.id)}
                onClick={(event) => selection.toggle(index, event.shiftKey)}
              />
            </div>
            <div className="flex min-w-0 flex-1 flex-col gap-1 py-3 text-13">
              <h2 className="text-14 font-semibold">
                <button type="button" className="max-w-full truncate" onClick={() => onOpen(lead.id)}>
                  {leadName(lead)}
                </button>
              </h2>
              <p className="truncate">{lead.email ?? lead.phone}</p>
              <p className="break-words text-muted">
                Deleted <Ago time={lead.deletedAt} />
                {lead.deletion && ` by ${lead.deletion.by}`}
                {way !== null && ` · ${way}`}
              </p>
              <p>
                <span className="text-muted">Time left: </span>
                <TimeLeft deletedAt={lead.deletedAt} />
              </p>
            </div>
            <div className="flex shrink-0 items-start py-1 pr-1">
              <BinActions lead={lead} {...actions} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
