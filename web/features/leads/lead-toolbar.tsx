import { Bookmark, Columns3, SlidersHorizontal } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { usePhoneWidth } from '../../lib/use-phone-width.ts';
import { Button } from '../../ui/button.tsx';
import { SearchBox } from './filters/search-box.tsx';
import { LazyColumnPanel, LazyPart, LazyViewsMenu } from './lazy-parts.tsx';
import type { LeadsSearch } from './search.ts';
import type { TablePreferences } from './table/use-table-preferences.ts';

export interface LeadToolbarProps {
  search: LeadsSearch;
  preferences: TablePreferences;
  /** Number of active filters of the panel. */
  filters: number;
  panelOpen: boolean;
  onPanel: (open: boolean) => void;
  onSearch: (text: string) => void;
  /** Navigates within the screen. */
  onGo: (search: LeadsSearch) => void;
}

/** Renders search, filters, saved views and columns. */
export function LeadToolbar(props: LeadToolbarProps) {
  const { search, preferences, filters, panelOpen, onPanel, onSearch, onGo } = props;
  const phone = usePhoneWidth();
  const views = usePanel();
  const columns = usePanel();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <SearchBox value={search.search ?? ''} onSearch={onSearch} />
      <Button icon={SlidersHorizontal} aria-expanded={panelOpen} onClick={() => onPanel(!panelOpen)}>
        Advanced Filters
        {filters > 0 && (
          <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent-tint px-1.5 text-12 text-accent tabular-nums">
            {filters}
            <span className="sr-only"> set</span>
          </span>
        )}
      </Button>
      <Button icon={Bookmark} ref={views.anchor} {...views.button}>
        Views
      </Button>
      {!phone && (
        <Button icon={Columns3} ref={columns.anchor} {...columns.button}>
          Columns
        </Button>
      )}
      {views.open && (
        <LazyPart>
          <LazyViewsMenu {...views.panel} search={search} preferences={preferences} onGo={onGo} />
        </LazyPart>
      )}
      {columns.open && (
        <LazyPart>
          <LazyColumnPanel {...columns.panel} preferences={preferences} />
        </LazyPart>
      )}
    </div>
  );
}

/** Connects a button to the panel that it opens. */
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
