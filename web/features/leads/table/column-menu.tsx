import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, EyeOff, type LucideIcon, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Popover } from '../../../ui/popover.tsx';
import { NAME, type ShownColumn } from '../lead-columns.ts';

export interface ColumnMenuProps {
  anchor: RefObject<HTMLButtonElement | null>;
  column: ShownColumn;
  sorted: 'asc' | 'desc' | false;
  sortable: boolean;
  /** True sorts descending, null unsorts. */
  onSort: (desc: boolean | null) => void;
  onMove: (steps: number) => void;
  onHide: () => void;
  onClose: () => void;
}

interface MenuItem {
  label: string;
  icon: LucideIcon;
  shown: boolean;
  run: () => void;
}

export function ColumnMenu(props: ColumnMenuProps) {
  const { anchor, column, sorted, sortable, onSort, onMove, onHide, onClose } = props;
  const movable = column.field !== NAME;
  const items: readonly MenuItem[] = [
    { label: 'Sort Ascending', icon: ArrowUp, shown: sortable, run: () => onSort(false) },
    { label: 'Sort Descending', icon: ArrowDown, shown: sortable, run: () => onSort(true) },
    { label: 'Clear Sorting', icon: X, shown: sorted !== false, run: () => onSort(null) },
    { label: 'Move Left', icon: ArrowLeft, shown: movable, run: () => onMove(-1) },
    { label: 'Move Right', icon: ArrowRight, shown: movable, run: () => onMove(1) },
    { label: 'Hide Column', icon: EyeOff, shown: movable, run: onHide },
  ];
  return (
    <Popover
      open
      onOpenChange={(open) => !open && onClose()}
      anchor={anchor}
      label={`Options for ${column.label}`}
      className="w-48 p-1"
    >
      <ul>
        {items
          .filter(({ shown }) => shown)
          .map(({ label, icon: Icon, run }) => (
            <li key={label}>
              <button
                type="button"
                onClick={() => {
                  onClose();
                  run();
                }}
                className="flex h-8 w-full items-center gap-2.5 rounded-control px-2.5 text-left text-13 hover:bg-hover"
              >
                <Icon className="size-4 text-muted" aria-hidden />
                {label}
              </button>
            </li>
          ))}
      </ul>
    </Popover>
  );
}
