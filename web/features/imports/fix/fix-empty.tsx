import { CircleCheck, ListRestart, SearchX } from 'lucide-react';
import type { ImportGrid } from '#contract/import-fixing.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { type FixSearch, isNarrowed } from './rows/fix-search.ts';
import { attentionText, totalsText } from './rows/fix-texts.ts';
import type { FixList } from './rows/use-fix-list.ts';

interface NoFixRowsProps {
  grid: ImportGrid;
  search: FixSearch;
  list: Pick<FixList, 'loading' | 'update'>;
  onFilter: (change: Partial<FixSearch>) => void;
}

/** Explains an empty list: everything is fixed, or the filters match nothing. */
export function NoFixRows({ grid, search, list, onFilter }: NoFixRowsProps) {
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
        action={<Button onClick={list.update}>Update List</Button>}
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
