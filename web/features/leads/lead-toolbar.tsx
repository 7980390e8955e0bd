import { Bookmark, Columns3, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { usePhoneWidth } from '../../lib/use-media-query.ts';
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
  /** Active filters, to remove them; false if there are none. */
  chips: ReactNode;
  panelOpen: boolean;
  onPanel: (open: boolean) => void;
  onSearch: (text: string) => void;
  /** Navigates within the screen. */
  onGo: (search: LeadsSearch) => void;
}

/** Renders search, filters, saved views and columns. */
export function LeadToolbar(props: LeadToolbarProps) {
  const { search, preferences, filters, chips, panelOpen, onPanel, onSearch, onGo } = props;
  const phone = usePhoneWidth();
  const views = usePanel();
  const columns = usePanel();
  return (
    <div className="mb-1.5 flex flex-wrap items-center gap-2 md:[&_input[type=search]]:h-7 md:[&_input[type=search]]:text-13">
      <SearchBox value={search.search ?? ''} onSearch={onSearch} />
      {/* In the same line, so that the rows stay where they are when a filter is set. */}
      {chips && (
        <div className="max-w-1/2 min-w-0 max-lg:order-last max-lg:max-w-full max-lg:basis-full">{chips}</div>
      )}
      <Button
        size="small"
        icon={SlidersHorizontal}
        aria-expanded={panelOpen}
        onClick={() => onPanel(!panelOpen)}
      >
        Advanced Filters
        {filters > 0 && (
          <span className="grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent-tint px-1.5 text-12 text-accent tabular-nums">
            {filters}
            <span className="sr-only"> set</span>
          </span>
        )}
      </Button>
      <Button size="small" icon={Bookmark} ref={views.anchor} {...views.button}>
        Views
      </Button>
      {!phone && (
        <Button size="small" icon={Columns3} ref={columns.anchor} {...columns.button}>
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
