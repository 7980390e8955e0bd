import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryContent } from '../../../lib/query-error.tsx';
import { usePhoneWidth } from '../../../lib/use-media-query.ts';
import { Card } from '../../../ui/card.tsx';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import { ListSkeleton, useShowAll } from '../cards.tsx';
import { NumberTable } from '../number-table.tsx';

export interface PeriodRow {
  key: string;
  name: ReactNode;
  numbers: readonly ReactNode[];
  /** Below the name on phones. */
  line: string;
  /** On the right on phones. */
  value: ReactNode;
}

interface PeriodTableProps<T> {
  title: string;
  subtitle: string;
  columns: readonly string[];
  query: UseQueryResult<T>;
  rowsOf: (data: T) => readonly PeriodRow[];
  /** Title of the error. */
  failure: string;
  /** Rows while loading. */
  placeholders: number;
  empty: ReactNode;
  actions?: ReactNode;
}

const ROWS_SHOWN = 8;

export function PeriodTable<T>(props: PeriodTableProps<T>) {
  const { title, subtitle, columns, query, rowsOf, failure, placeholders, empty, actions } = props;
  const rows = query.data === undefined ? [] : rowsOf(query.data);
  const [shown, showAll] = useShowAll(rows, ROWS_SHOWN, title);
  const dimmed = useDimmed(query.isPlaceholderData);
  const phone = usePhoneWidth();
  return (
    <Card
      title={title}
      subtitle={subtitle}
      fill
      padded={false}
      actions={
        actions === undefined ? (
          showAll
        ) : (
          <>
            {actions}
            {showAll}
          </>
        )
      }
    >
      <QueryContent query={query} title={failure} loading={<ListSkeleton rows={placeholders} />}>
        {() =>
          rows.length === 0 ? (
            empty
          ) : (
            <div aria-busy={query.isPlaceholderData} className={dimmed}>
              {phone ? (
                <PhoneList label={title} rows={shown} />
              ) : (
                <NumberTable flush label={title} columns={columns} rows={shown} />
              )}
            </div>
          )
        }
      </QueryContent>
    </Card>
  );
}

function PhoneList({ label, rows }: { label: string; rows: readonly PeriodRow[] }) {
  return (
    <ul aria-label={label} className="border-t border-line">
      {rows.map(({ key, name, line, value }) => (
        <li
          key={key}
          className="relative border-b border-line px-5 py-2 text-13 last:border-b-0 [&_a]:after:absolute [&_a]:after:inset-0"
        >
          <div className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 truncate font-medium">{name}</span>
            <span className="shrink-0 tabular-nums">{value}</span>
          </div>
          <p className="text-muted tabular-nums">{line}</p>
        </li>
      ))}
    </ul>
  );
}
