import { type MouseEvent, type ReactNode, useState } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { Lead } from '#contract/leads.ts';
import { cellAt } from '../../../lib/cells/use-cell-focus.ts';
import { LazyCellMenu, LazyPart } from '../lazy-parts.tsx';
import { NAME } from '../lead-columns.ts';
import type { MenuCell } from './cell-menu.tsx';

export interface CellMenuAreaProps {
  leads: readonly Lead[];
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
  /** Table whose cells carry `data-cell` and `data-field`. */
  children: ReactNode;
}

/** Opens a cell menu on right-click; Shift, selected text and names keep the browser's menu. */
export function CellMenuArea({ leads, filter, onFilter, children }: CellMenuAreaProps) {
  const [cell, setCell] = useState<MenuCell | null>(null);

  function onContextMenu(event: MouseEvent) {
    const field = (event.target as HTMLElement).closest<HTMLElement>('[data-field]')?.dataset['field'];
    const lead = leads[cellAt(event.target)?.row ?? -1];
    if (!field || field === NAME || !lead || event.shiftKey || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    setCell({ lead, field, x: event.clientX, y: event.clientY });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drawer offers the same to the keyboard.
    <div className="contents" onContextMenu={onContextMenu}>
      {children}
      {cell && (
        <LazyPart>
          <LazyCellMenu cell={cell} filter={filter} onFilter={onFilter} onClose={() => setCell(null)} />
        </LazyPart>
      )}
    </div>
  );
}
