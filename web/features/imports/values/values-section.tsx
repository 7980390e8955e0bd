import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { DraftProps } from '../plan/draft.ts';
import { ColumnValuesPanel } from './column-values-panel.tsx';
import type { ColumnValuesState } from './use-column-values.ts';

interface ValuesSectionProps extends DraftProps {
  state: ColumnValuesState;
  /** Expands columns with values to review. */
  initiallyOpen?: boolean;
}

export function ValuesSection({ state, draft, onEdit, initiallyOpen = false }: ValuesSectionProps) {
  const { wanted, columns, error, retry } = state;
  if (wanted.length === 0) return null;
  return (
    <section aria-labelledby="column-values" className="rounded-card border border-line bg-surface">
      <header className="px-4 py-3 lg:px-5">
        <h2 id="column-values" className="text-14 font-medium">
          Values
        </h2>
        <p className="text-13 text-muted">
          Choose what the values in your file become. Your choices apply to future files too.
        </p>
      </header>
      {error !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line px-4 py-3 text-13 lg:px-5">
          <p className="text-negative">The values couldn't be read. They're imported as they are.</p>
          <Button size="small" onClick={retry}>
            Try Again
          </Button>
        </div>
      )}
      {error === null && (
        <ul>
          {wanted.map((column) => {
            const values = columns.find((one) => one.column === column);
            return (
              <li key={column} className="border-t border-line">
                {values === undefined ? (
                  <div className="flex min-h-11 items-center px-4 lg:px-5">
                    <Skeleton className="h-4 w-56" />
                  </div>
                ) : (
                  <ColumnValuesPanel
                    values={values}
                    draft={draft}
                    onEdit={onEdit}
                    initiallyOpen={initiallyOpen}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
