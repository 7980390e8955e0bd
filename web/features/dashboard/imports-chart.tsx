import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { formatCount, formatDate, formatNumber } from '../../lib/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CardEmpty, CardStates } from './card-states.tsx';
import { ChartCard } from './chart-card.tsx';
import { ImportBars } from './import-bars.tsx';
import { chartWindowDays, daysUpTo, importTotals } from './import-days.ts';
import { NumberTable } from './number-table.tsx';
import { type DashboardImportDay, importsQuery } from './queries.ts';

const COLUMNS = ['Day', 'Files', 'Imported', 'Updated'] as const;

function DaysTable({ days }: { days: readonly DashboardImportDay[] }) {
  const rows = days.toReversed().map(({ day, imports, imported, updated }) => ({
    key: day,
    name: formatDate(day),
    numbers: [imports, imported, updated],
  }));
  return <NumberTable label="Imports over time" columns={COLUMNS} rows={rows} />;
}

/** Charts the imports of the last 30 or 90 days with one bar per day. */
export function ImportsChart() {
  const query = useQuery(importsQuery);
  const known = query.data ?? [];
  const today = new Date().toISOString().slice(0, 10);
  const length = chartWindowDays(today, known);
  return (
    <ChartCard
      title="Imports over time"
      subtitle={known.length > 0 && `Rows by day, last ${length} days`}
      table={known.length > 0 ? <DaysTable days={known} /> : null}
    >
      <CardStates
        query={query}
        failure="Failed to fetch imports"
        loading={<Skeleton className="h-52 w-full" />}
      >
        {() =>
          known.length === 0 ? (
            <CardEmpty icon={FileUp} text="No imports yet. Every file you import is counted here by day." />
          ) : (
            <Chart days={daysUpTo(today, known, length)} />
          )
        }
      </CardStates>
    </ChartCard>
  );
}

function Chart({ days }: { days: readonly DashboardImportDay[] }) {
  const [at, setAt] = useState<number | null>(null);
  const pointed = at === null ? undefined : days[at];
  const { imports, imported, updated } = pointed ?? importTotals(days);

  function point(event: PointerEvent<HTMLDivElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * days.length);
    setAt(Math.min(days.length - 1, Math.max(0, index)));
  }

  return (
    <figure className="m-0">
      <figcaption className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-13 tabular-nums">
        <span className="font-medium">
          {pointed ? formatDate(pointed.day) : `${days.length} days`}
          <span className="font-normal text-muted"> · {formatCount(imports, 'file')}</span>
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-[2px] bg-info" />
          {formatNumber(imported)} imported
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-[2px] border border-info" />
          {formatNumber(updated)} updated
        </span>
      </figcaption>
      <div onPointerMove={point} onPointerLeave={() => setAt(null)} className="touch-pan-y">
        <ImportBars days={days} at={at} />
      </div>
      <div aria-hidden className="mt-1.5 flex justify-between text-12 text-muted tabular-nums">
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
          (day) => day && <span key={day.day}>{formatDate(day.day)}</span>,
        )}
      </div>
    </figure>
  );
}
