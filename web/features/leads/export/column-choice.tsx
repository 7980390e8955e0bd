import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId, useState } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { customFieldsQuery } from '../queries.ts';
import { ColumnSetActions, ColumnSetSelect } from './column-sets.tsx';
import {
  allExportColumns,
  type ColumnOption,
  chosenFields,
  includedColumns,
  moved,
} from './export-columns.ts';

interface ColumnChoiceProps {
  chosen: readonly string[] | null;
  onChosen: (chosen: readonly string[] | null) => void;
}

/** Folded choice of export columns and their order. */
export function ColumnChoice({ chosen, onChosen }: ColumnChoiceProps) {
  const list = useId();
  const [open, setOpen] = useState(false);
  const { data: customFields } = useQuery(customFieldsQuery);
  const all = allExportColumns(customFields ?? []);
  const included = includedColumns(all, chosen);
  const fields = new Set(included.map(({ field }) => field));
  const others = all.filter(({ field }) => !fields.has(field));
  const choose = (columns: readonly ColumnOption[]) => onChosen(chosenFields(all, columns));
  return (
    <section aria-label="Columns" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-13">
          <span className="font-medium">Columns</span>{' '}
          <span className="text-muted tabular-nums">
            {others.length === 0
              ? `All ${formatNumber(all.length)}`
              : `${formatNumber(included.length)} of ${formatNumber(all.length)}`}
          </span>
        </p>
        <Button
          size="small"
          aria-expanded={open}
          disabled={customFields === undefined}
          {...(open && { 'aria-controls': list })}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide Columns' : 'Choose Columns'}
        </Button>
      </div>
      <ColumnSetSelect chosen={chosen} onChosen={onChosen} />
      {open && (
        <div id={list} className="rounded-control border border-line">
          <div className="max-h-64 overflow-y-auto px-3 py-2">
            <ol aria-label="Included columns">
              {included.map((column, at) => (
                <li key={column.field} className="flex min-h-8 items-center justify-between gap-2">
                  <Checkbox
                    checked
                    disabled={included.length === 1}
                    label={column.label}
                    onChange={() => choose(included.toSpliced(at, 1))}
                  />
                  <span className="flex">
                    <IconButton
                      icon={ArrowUp}
                      label={`Move ${column.label} up`}
                      className="size-7"
                      disabled={at === 0}
                      onClick={() => choose(moved(included, at, -1))}
                    />
                    <IconButton
                      icon={ArrowDown}
                      label={`Move ${column.label} down`}
                      className="size-7"
                      disabled={at === included.length - 1}
                      onClick={() => choose(moved(included, at, 1))}
                    />
                  </span>
                </li>
              ))}
            </ol>
            {others.length > 0 && (
              <ul aria-label="Left out columns" className="mt-1 border-t border-line pt-1">
                {others.map((column) => (
                  <li key={column.field} className="flex min-h-8 items-center">
                    <Checkbox
                      checked={false}
                      label={column.label}
                      onChange={() => choose([...included, column])}
                    />
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div className="flex flex-wrap gap-2 border-t border-line px-3 py-2">
            <Button size="small" variant="quiet" onClick={() => onChosen(null)}>
              Include All
            </Button>
            <Button
              size="small"
              variant="quiet"
              disabled={included.length === 1}
              onClick={() => choose(included.slice(0, 1))}
            >
              Keep Only the First
            </Button>
            <ColumnSetActions chosen={chosen} onChosen={onChosen} />
          </div>
        </div>
      )}
    </section>
  );
}
