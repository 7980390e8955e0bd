import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, ListRestart, SearchX, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type CurrentUser, getUser } from '#contract/current-user.ts';
import type { GridRow, ImportGrid } from '#contract/import-fixing.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { type CellRange, cellCount } from '../../../lib/cells/grid-selection.ts';
import { formatCount, formatNumber } from '../../../lib/format.ts';
import { usePhoneWidth } from '../../../lib/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { LeadLink, SimilarPerson } from '../results/lead-link.tsx';
import { FixGrid } from './grid/fix-grid.tsx';
import { gridLayout } from './grid/grid-layout.ts';
import { cellProblemsOf, type FixColumn, originalOf } from './rows/fix-row.ts';
import { type FixSearch, isNarrowed } from './rows/fix-search.ts';
import { attentionText, cellVerdictText, quotedValue, totalsText, verdictOf } from './rows/fix-texts.ts';
import type { LikeEdit } from './rows/pending-edits.ts';
import type { FixEditor } from './rows/use-fix-editor.ts';
import type { FixList } from './rows/use-fix-rows.ts';

interface FixRowsCardProps {
  editor: FixEditor;
  grid: ImportGrid;
  search: FixSearch;
  onFilter: (change: Partial<FixSearch>) => void;
}

export function FixRowsCard({ editor, grid, search, onFilter }: FixRowsCardProps) {
  const phone = usePhoneWidth();
  const user = useQueryClient().getQueryData<CurrentUser>([getUser.path]);
  const { list, columns, selection, range, rowAt, readOnly, actions, like } = editor;
  const [rows, width] = [list.numbers.length, columns.length];
  const layout = useMemo(() => gridLayout({ rows, columns: width }, phone), [rows, width, phone]);
  const focused = rowAt(selection.focus.row);
  const stored = focused?.stored?.isDeleted ? null : focused?.stored;
  const leadId = focused?.repeats?.leadId ?? stored?.leadId;
  return (
    <div className="flex min-h-104 shrink-0 grow basis-px flex-col overflow-hidden rounded-card border border-line bg-surface">
      <LoadFailure editor={editor} />
      {list.numbers.length === 0 ? (
        !list.error && <NoFixRows grid={grid} search={search} list={list} onFilter={onFilter} />
      ) : (
        <>
          <FixGrid
            numbers={list.numbers}
            columns={columns}
            rowAt={rowAt}
            layout={layout}
            pending={actions.pending}
            selection={selection}
            readOnly={readOnly}
            username={user?.username}
            onSelect={editor.select}
            onEdit={editor.edit}
            onShow={editor.show}
          />
          <FixStrip
            row={focused}
            column={columns[selection.focus.column]}
            range={range}
            selected={selectedRows(rowAt, range)}
            readOnly={readOnly}
            progress={actions.progress}
            like={like.offer}
            leadLink={leadId && <LeadLink id={leadId}>View Lead</LeadLink>}
            onDrop={editor.drop}
            onLike={like.apply}
            onDismissLike={like.dismiss}
          />
        </>
      )}
    </div>
  );
}

function LoadFailure({ editor: { list, rows } }: { editor: FixEditor }) {
  const error = list.error ?? rows.failure;
  if (!error) return null;
  return (
    <Notice
      tone="negative"
      className="m-3"
      title="Failed to fetch the rows"
      action={
        <Button size="small" onClick={() => (list.error ? list.update() : rows.loader.retry())}>
          Try Again
        </Button>
      }
    >
      {messageOf(error, 'Check your connection and try again.')}
    </Notice>
  );
}

/** Maximum selected rows examined to label their action. */
const LOOKED_AT = 200;

function selectedRows(rowAt: FixEditor['rowAt'], { top, bottom }: CellRange): GridRow[] {
  const rows: GridRow[] = [];
  for (let index = top; index <= Math.min(bottom, top + LOOKED_AT); index += 1) {
    const row = rowAt(index);
    if (row) rows.push(row);
  }
  return rows;
}

interface NoFixRowsProps {
  grid: ImportGrid;
  search: FixSearch;
  list: Pick<FixList, 'loading' | 'update'>;
  onFilter: (change: Partial<FixSearch>) => void;
}

function NoFixRows({ grid, search, list, onFilter }: NoFixRowsProps) {
  if (list.loading) {
    return (
      <p role="status" className="flex flex-1 items-center justify-center gap-3 text-muted">
        <Spinner />
        Loading rows…
      </p>
    );
  }
  const { show = 'open' } = search;
  if (isNarrowed(search) || show === 'all') {
    return (
      <EmptyState
        icon={SearchX}
        title="No rows match"
        text="Try another reason, column or search."
        action={
          isNarrowed(search) && (
            <Button onClick={() => onFilter({ code: undefined, column: undefined, text: undefined })}>
              Clear Filters
            </Button>
          )
        }
      />
    );
  }
  if (show !== 'open') {
    const title = show === 'edited' ? 'No changed rows' : 'No dropped rows';
    const text = show === 'edited' ? 'Rows you change are listed here.' : 'Rows you drop are listed here.';
    return <EmptyState icon={SearchX} title={title} text={text} />;
  }
  if (grid.openRows > 0) {
    return (
      <EmptyState
        icon={ListRestart}
        title={attentionText(grid.openRows)}
        text="Rows have changed since this list was loaded."
        action={<Button onClick={list.update}>Hide Fixed Rows</Button>}
      />
    );
  }
  const leads = grid.lastImport?.leadsToUpdate ?? 0;
  const dropped = grid.droppedRows > 0 ? ` ${formatCount(grid.droppedRows, 'row')} dropped.` : '';
  return (
    <EmptyState
      icon={CircleCheck}
      title="No rows need attention"
      text={`${leads > 0 ? `Update ${formatCount(leads, 'lead')} to save your changes` : totalsText(grid)}.${dropped}`}
    />
  );
}

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

function FixStrip(props: FixStripProps) {
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
