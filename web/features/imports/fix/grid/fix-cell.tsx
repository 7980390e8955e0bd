// biome-ignore-all lint/a11y/useSemanticElements: browsers drop the semantics of table elements that are positioned
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells of the file take the focus, not the elements around them
import { memo } from 'react';
import type { GridRow } from '#contract/import-fixing.ts';
import { cx } from '../../../../ui/cx.ts';
import { cellProblemsOf, type FixColumn, originalOf, problemState } from '../rows/fix-row.ts';
import { problemText } from '../rows/fix-texts.ts';
import { boxStyle, type GridLayout } from './grid-layout.ts';

interface FixCellProps {
  row: GridRow;
  column: FixColumn;
  /** Row index in the list, column index in the grid. */
  at: { row: number; column: number };
  layout: GridLayout;
  /** On a card with all its cells, or in a table. */
  open: boolean;
  selected: boolean;
  /** Focused by the keyboard. */
  current: boolean;
  /** True until the server confirms the value. */
  unconfirmed: boolean;
}

const TINTS = { error: 'bg-negative-tint', warning: 'bg-caution-tint', fine: '' } as const;
const MARKS = { error: 'Error', warning: 'Warning' } as const;

/** Cell marked for problems and changes. */
export const FixCell = memo(function FixCell(props: FixCellProps) {
  const { row, column, at, layout, open, selected, current, unconfirmed } = props;
  const cards = layout.kind === 'cards';
  const value = row.cells[column.index] ?? '';
  const problems = row.dropped ? [] : cellProblemsOf(row, column);
  const state = problemState(problems);
  const reasons = problems.map((problem) => problemText(problem, row)).join('. ');
  const original = originalOf(row, column.name);
  const changed = original === null ? '' : `Changed. In the file: ${original === '' ? 'empty' : original}`;
  return (
    <div
      role="gridcell"
      aria-colindex={at.column + FIRST_COLUMN}
      aria-selected={selected}
      aria-invalid={state === 'error' || undefined}
      aria-busy={unconfirmed || undefined}
      tabIndex={current ? 0 : -1}
      data-cell={`${at.row}:${at.column}`}
      style={boxStyle(layout.cellAt(at.column, open))}
      className={cx(
        'absolute flex items-center border-b border-line px-3 outline-none',
        cards ? 'pt-5.5' : 'border-r',
        TINTS[state],
        row.dropped && 'text-muted line-through',
        selected && 'bg-accent-tint',
        current && 'z-1 ring-2 ring-accent ring-inset',
      )}
    >
      {cards && <CellLabel column={column} />}
      <span
        title={[value, reasons, changed].filter(Boolean).join('\n') || undefined}
        className={cx('min-w-0 flex-1 truncate leading-8', unconfirmed && 'text-muted italic')}
      >
        {value}
      </span>
      {state !== 'fine' && (
        <span className="sr-only">
          {MARKS[state]}: {reasons}
        </span>
      )}
      {state !== 'fine' && (selected || value === '') && <Dot state={state} />}
      {original !== null && <ChangedMark text={changed} />}
    </div>
  );
});

/** Number of the file's first column, after row number and outcome. */
export const FIRST_COLUMN = 3;

function CellLabel({ column: { name, field } }: { column: FixColumn }) {
  return (
    <div className="absolute inset-x-3 top-1.5 flex gap-1.5 text-12 text-muted">
      <div className="min-w-0 truncate">{name}</div>
      {field === null && <div className="shrink-0">· Not imported</div>}
    </div>
  );
}

/** Marks a problem that no tint or text shows. */
function Dot({ state }: { state: 'error' | 'warning' }) {
  const tone = state === 'error' ? 'bg-negative' : 'bg-caution';
  return <span aria-hidden className={cx('ml-1.5 size-1.5 shrink-0 rounded-full', tone)} />;
}

/** Marks a changed cell with a corner, like spreadsheet comments. */
function ChangedMark({ text }: { text: string }) {
  return (
    <span className="absolute top-0 right-0 size-2 bg-info [clip-path:polygon(0_0,100%_0,100%_100%)]">
      <span className="sr-only">{text}</span>
    </span>
  );
}
