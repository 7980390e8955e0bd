import { ArrowDown, ArrowUp } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { type ColumnSpec, moveColumn, NAME, type ShownColumn } from '../lead-columns.ts';
import type { Density, TablePreferences } from './use-table-preferences.ts';

const DENSITIES: readonly { value: Density; label: string }[] = [
  { value: 'normal', label: 'Normal' },
  { value: 'compact', label: 'Compact' },
];

export interface ColumnPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLButtonElement | null>;
  preferences: TablePreferences;
}

export function ColumnPanel({ open, onOpenChange, anchor, preferences }: ColumnPanelProps) {
  const { all, columns, density, setColumns, applyColumns, setDensity } = preferences;
  const [typed, setTyped] = useState('');
  const word = typed.trim().toLowerCase();
  const shown = new Set(columns.map(({ field }) => field));
  const hidden = all.filter(({ field, label }) => !shown.has(field) && label.toLowerCase().includes(word));

  function show(column: ColumnSpec) {
    setColumns([...columns, { ...column, width: column.defaultWidth }]);
  }

  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      anchor={anchor}
      label="Columns"
      className="flex max-h-[min(34rem,var(--radix-popover-content-available-height))] flex-col"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line p-3">
        <Segmented label="Density" value={density} options={DENSITIES} onChange={setDensity} />
        <Button size="small" variant="quiet" onClick={() => applyColumns(null)}>
          Reset
        </Button>
      </div>
      <div className="border-b border-line p-3">
        <TextInput
          type="search"
          aria-label="Find a column"
          placeholder="Find a column"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <div className="min-h-0 overflow-y-auto p-3">
        <h2 className="mb-1.5 text-12 font-medium text-muted">Shown</h2>
        <ol aria-label="Shown columns" className="flex flex-col">
          {columns
            .filter(({ label }) => label.toLowerCase().includes(word))
            .map((column) => (
              <ShownRow key={column.field} column={column} columns={columns} onColumns={setColumns} />
            ))}
        </ol>
        {hidden.length > 0 && <h2 className="mt-3 mb-1.5 text-12 font-medium text-muted">Hidden</h2>}
        <ul aria-label="Hidden columns" className="flex flex-col">
          {hidden.map((column) => (
            <li key={column.field} className="flex min-h-8 items-center">
              <Checkbox checked={false} label={column.label} onChange={() => show(column)} />
            </li>
          ))}
        </ul>
      </div>
    </Popover>
  );
}

interface ShownRowProps {
  column: ShownColumn;
  columns: readonly ShownColumn[];
  onColumns: (columns: readonly ShownColumn[]) => void;
}

function ShownRow({ column, columns, onColumns }: ShownRowProps) {
  const { field, label } = column;
  const at = columns.indexOf(column);
  return (
    <li className="flex min-h-8 items-center justify-between gap-2">
      <Checkbox
        checked
        disabled={field === NAME}
        label={label}
        onChange={() => onColumns(columns.filter((other) => other !== column))}
      />
      {field !== NAME && (
        <span className="flex">
          <IconButton
            icon={ArrowUp}
            label={`Move ${label} left`}
            className="size-7"
            disabled={at <= 1}
            onClick={() => onColumns(moveColumn(columns, field, -1))}
          />
          <IconButton
            icon={ArrowDown}
            label={`Move ${label} right`}
            className="size-7"
            disabled={at === columns.length - 1}
            onClick={() => onColumns(moveColumn(columns, field, 1))}
          />
        </span>
      )}
    </li>
  );
}
