import { type MouseEvent, type ReactNode, useState } from 'react';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { Lead } from '#contract/leads.ts';
import { LazyCellMenu, LazyPart } from '../lazy-parts.tsx';
import { NAME } from '../lead-columns.ts';
import type { MenuCell } from './cell-menu.tsx';

export interface CellMenuAreaProps {
  leads: readonly Lead[];
  filter: LeadFilter;
  onFilter: (change: Partial<LeadFilter>) => void;
  /** Rows with `data-index`, of cells with `data-field`. */
  children: ReactNode;
}

/** Opens a menu on a right-click on a cell. With Shift, on a selected text or on a name, the browser's own menu opens. */
export function CellMenuArea({ leads, filter, onFilter, children }: CellMenuAreaProps) {
  const [cell, setCell] = useState<MenuCell | null>(null);

  function onContextMenu(event: MouseEvent) {
    const near = (name: 'field' | 'index') =>
      (event.target as HTMLElement).closest<HTMLElement>(`[data-${name}]`)?.dataset[name];
    const [field, lead] = [near('field'), leads[Number(near('index'))]];
    if (!field || field === NAME || !lead || event.shiftKey || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    setCell({ lead, field, x: event.clientX, y: event.clientY });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the drawer offers the same to the keyboard.
    <div onContextMenu={onContextMenu}>
      {children}
      {cell && (
        <LazyPart>
          <LazyCellMenu cell={cell} where={filter.where} onFilter={onFilter} onClose={() => setCell(null)} />
        </LazyPart>
      )}
    </div>
  );
}
