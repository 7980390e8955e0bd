import { Columns3, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { usePhoneWidth } from '../../lib/use-media-query.ts';
import { Button } from '../../ui/button.tsx';
import { LazyColumnPanel, LazyPart } from './lazy-parts.tsx';
import { MatchCount } from './lead-paging.tsx';
import type { LeadsSearch } from './search.ts';
import type { TablePreferences } from './table/use-table-preferences.ts';
import { ViewTabs } from './views/view-tabs.tsx';

export interface LeadToolbarProps {
  search: LeadsSearch;
  preferences: TablePreferences;
  /** Active filters of the panel. */
  filters: number;
  /** Active filters; false without any. */
  chips: ReactNode;
  /** Undefined until the list is loaded. */
  total: number | undefined;
  panelOpen: boolean;
  onPanel: (open: boolean) => void;
  onGo: (search: LeadsSearch) => void;
}

/** Only screen readers get labels in narrow toolbars. */
const LABEL = '@max-[64rem]:sr-only';

export function LeadToolbar(props: LeadToolbarProps) {
  const { search, preferences, filters, chips, total, panelOpen, onPanel, onGo } = props;
  const phone = usePhoneWidth();
  const columns = usePanel();
  return (
    <div className="@container mb-1 md:mb-1.5">
      <div className="flex flex-wrap items-center gap-1 md:flex-nowrap md:items-start md:gap-2">
        {/* The tabs keep their width: chips that don't fit next to them take a line of their own. */}
        <div className="contents min-w-0 grow flex-wrap items-center gap-x-2 gap-y-1 md:flex">
          <div className="contents print:hidden">
            <ViewTabs search={search} preferences={preferences} onGo={onGo} counted={total !== undefined} />
          </div>
          {chips && (
            <div className="max-w-full min-w-0 max-md:has-[ul]:order-last max-md:has-[ul]:basis-full">
              {chips}
            </div>
          )}
        </div>
        <Button
          size="small"
          icon={SlidersHorizontal}
          title="Advanced Filters"
          className="ml-auto max-md:ml-0"
          aria-expanded={panelOpen}
          onClick={() => onPanel(!panelOpen)}
        >
          <span className={LABEL}>Advanced Filters</span>
          {filters > 0 && (
            <span className="grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent-tint px-1.5 text-12 text-accent tabular-nums">
              {filters}
              <span className="sr-only"> set</span>
            </span>
          )}
        </Button>
        {phone ? (
          <div className="ml-1">
            <MatchCount total={total} />
          </div>
        ) : (
          <Button size="small" icon={Columns3} title="Columns" ref={columns.anchor} {...columns.button}>
            <span className={LABEL}>Columns</span>
          </Button>
        )}
        {columns.open && (
          <LazyPart>
            <LazyColumnPanel {...columns.panel} preferences={preferences} />
          </LazyPart>
        )}
      </div>
    </div>
  );
}

function usePanel() {
  const anchor: RefObject<HTMLButtonElement | null> = useRef(null);
  const [open, setOpen] = useState(false);
  return {
    open,
    anchor,
    button: { 'aria-haspopup': 'dialog' as const, 'aria-expanded': open, onClick: () => setOpen(!open) },
    panel: { open, onOpenChange: setOpen, anchor },
  };
}
