import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GridRow } from '#contract/import-fixing.ts';
import { type CellRange, cellCount } from '../../../lib/cells/grid-selection.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { SimilarPerson } from '../results/similar-person.tsx';
import { cellProblemsOf, type FixColumn, originalOf } from './rows/fix-row.ts';
import { cellVerdictText, quotedValue, verdictOf } from './rows/fix-texts.ts';
import type { LikeEdit } from './rows/pending-edits.ts';

interface FixStripProps {
  /** Row of the focused cell; undefined while it loads. */
  row: GridRow | undefined;
  column: FixColumn | undefined;
  range: CellRange;
  /** Only loaded rows. */
  selected: readonly GridRow[];
  readOnly: boolean;
  /** Percentage of the running change, or null. */
  progress: number | null;
  /** Replacement suggested by the last edit, and the number of similar cells. */
  like: (LikeEdit & { cells: number }) | null;
  /** Link to the lead that the row duplicates. */
  leadLink: ReactNode;
  onDrop: (dropped: boolean) => void;
  onLike: () => void;
  onDismissLike: () => void;
}

/** Explains the selected cell and offers actions. */
export function FixStrip(props: FixStripProps) {
  const { progress, like } = props;
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line px-3 py-2 text-13 max-md:min-h-22">
      {progress !== null ? (
        <Progress value={progress} label="Changing cells" className="max-w-96 flex-1" />
      ) : like ? (
        <LikeOffer {...props} like={like} />
      ) : (
        <SelectionState {...props} />
      )}
    </div>
  );
}

function LikeOffer({ like, onLike, onDismissLike }: FixStripProps & { like: LikeEdit & { cells: number } }) {
  const { column, from, to, cells } = like;
  const what =
    from === '' ? formatCount(cells, 'empty cell') : `${formatCount(cells, 'cell')} ${quotedValue(from, '')}`;
  return (
    <>
      <p className="min-w-0 flex-1 basis-56">
        Change {cells === 1 ? 'the other' : 'all'} {what} in {column} to {quotedValue(to, 'empty')}?
      </p>
      <Button size="small" onClick={onLike}>
        Change {formatCount(cells, 'Cell')}
      </Button>
      <IconButton icon={X} label="Dismiss" onClick={onDismissLike} />
    </>
  );
}

function SelectionState({ row, column, range, selected, readOnly, leadLink, onDrop }: FixStripProps) {
  const rows = range.bottom - range.top + 1;
  const single = rows === 1 && range.left === range.right;
  const allDropped = selected.length > 0 && selected.every(({ dropped }) => dropped);
  return (
    <>
      <div className="min-w-0 flex-1 basis-56">
        {single ? (
          row && column && <CellState row={row} column={column} leadLink={leadLink} />
        ) : (
          <p className="text-muted tabular-nums">
            {formatCount(cellCount(range), 'cell')} in {formatCount(rows, 'row')} selected
          </p>
        )}
      </div>
      <Button size="small" disabled={readOnly || row === undefined} onClick={() => onDrop(!allDropped)}>
        {allDropped ? 'Keep' : 'Drop'} {rows === 1 ? 'Row' : `${formatNumber(rows)} Rows`}
      </Button>
    </>
  );
}

/** Describes a cell: position, problem or outcome, original value, and the same person's lead. */
function CellState({ row, column, leadLink }: { row: GridRow; column: FixColumn; leadLink: ReactNode }) {
  const problems = cellProblemsOf(row, column);
  const original = originalOf(row, column.name);
  return (
    <p className="wrap-anywhere">
      <span className="font-medium tabular-nums">
        Row {formatNumber(row.row)}, {column.name}
      </span>
      <span className="text-muted">
        {' · '}
        {cellVerdictText(row, problems) || verdictOf(row).label}
        {original !== null && ` · In the file: ${quotedValue(original, 'empty')}`}
        {row.similar && (
          <>
            {' · '}
            <SimilarPerson similar={row.similar} />
          </>
        )}
      </span>{' '}
      {leadLink}
    </p>
  );
}
