import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useState } from 'react';
import type { ActivityFigures } from '#contract/dashboard.ts';
import { formatDays, formatNumber } from '../../../lib/format.ts';
import { formatRevenue } from '../../../lib/money.ts';
import { QueryContent } from '../../../lib/query-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDimmed } from '../../../ui/use-dimmed.ts';
import { CardEmpty, ChartCard } from '../cards.tsx';
import { ChangeText, changeOf, rateText } from '../change-text.tsx';
import { CHART_HEIGHT, TimeChart } from '../chart/time-chart.tsx';
import { NumberTable } from '../number-table.tsx';
import { type ChosenPeriod, periodText, queryOfPeriod } from '../period/period.ts';
import { activityQuery, type DashboardActivity } from '../queries.ts';
import { type Metric, metricsOf } from './metrics.ts';

interface MetricTabsProps {
  metrics: readonly Metric[];
  total: { now: ActivityFigures; before: ActivityFigures };
  /** False for all time, which has no previous period. */
  compared: boolean;
  value: string;
  onChange: (key: string) => void;
}

function MetricTabs({ metrics, total: { now, before }, compared, value, onChange }: MetricTabsProps) {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      onValueChange={(next) => next !== '' && onChange(next)}
      aria-label="Figure in the chart"
      className={METRIC_ROW}
    >
      {metrics.map((metric) => {
        const change = compared
          ? changeOf(metric.figureOf(now), metric.figureOf(before), metric.isRate)
          : null;
        return (
          <ToggleGroup.Item key={metric.key} value={metric.key} className={METRIC}>
            <span className="block text-13 text-muted">{metric.label}</span>{' '}
            <span className="block max-w-full truncate text-20 font-semibold tracking-tight text-text tabular-nums xl:text-24">
              {metric.format(metric.figureOf(now))}
            </span>{' '}
            <span className={cx('block', compared && 'min-h-8')}>
              {change && (
                <ChangeText
                  stacked
                  change={change}
                  before={metric.format(metric.figureOf(before))}
                  {...(metric.bad && { bad: metric.bad })}
                />
              )}
            </span>
          </ToggleGroup.Item>
        );
      })}
    </ToggleGroup.Root>
  );
}

/** Fills every row to its end. */
const METRIC_ROW = 'flex flex-wrap gap-px border-y border-line bg-line';
const METRIC =
  'relative flex min-w-0 grow basis-36 flex-col items-start bg-surface px-5 py-3 text-left transition-colors hover:bg-hover focus-visible:z-1 focus-visible:-outline-offset-2 ' +
  'data-[state=on]:after:absolute data-[state=on]:after:inset-x-0 data-[state=on]:after:bottom-0 data-[state=on]:after:h-0.5 data-[state=on]:after:bg-accent max-xl:basis-[30%] max-md:basis-[45%] max-md:px-4';

interface ActivityCardProps {
  period: ChosenPeriod;
  onPeriod: (period: ChosenPeriod) => void;
}

const TITLE = 'Imports and Sales';
const STEP_NAMES = { day: 'Day', week: 'Week', month: 'Month' } as const;

export function ActivityCard({ period, onPeriod }: ActivityCardProps) {
  const query = useQuery(activityQuery(queryOfPeriod(period)));
  const { data } = query;
  const dimmed = useDimmed(query.isPlaceholderData);
  return (
    <ChartCard
      title={TITLE}
      subtitle={data ? periodText(period, data) : '\u00a0'}
      padded={false}
      table={data && !isNone(data) ? <ActivityTable activity={data} /> : null}
    >
      <QueryContent query={query} title="Failed to fetch imports and sales" loading={<Loading />}>
        {(activity) => (
          <div aria-busy={query.isPlaceholderData} className={dimmed}>
            <Activity activity={activity} period={period} onPeriod={onPeriod} />
          </div>
        )}
      </QueryContent>
    </ChartCard>
  );
}

function Loading() {
  return (
    <>
      <div aria-hidden className={METRIC_ROW}>
        {['w-16', 'w-20', 'w-14', 'w-24', 'w-28'].map((width) => (
          <div key={width} className={METRIC}>
            <Skeleton className="my-1 h-3 w-20" />
            <Skeleton className={`my-1 h-5 ${width} xl:h-6`} />
            <Skeleton className="my-0.5 h-3 w-20" />
            <Skeleton className="my-0.5 h-3 w-24" />
          </div>
        ))}
      </div>
      <div className="px-5 pt-5 pb-4">
        <div style={{ height: CHART_HEIGHT }}>
          <Skeleton className="h-full w-full" />
        </div>
      </div>
    </>
  );
}

function isNone({ total: { now, before } }: DashboardActivity): boolean {
  return [now, before].every(
    ({ created, imports, sold, returned }) => created + imports + sold + returned === 0,
  );
}

function Activity({ activity, period, onPeriod }: ActivityCardProps & { activity: DashboardActivity }) {
  const metrics = metricsOf(activity.total);
  const [chosen, setChosen] = useState('imported');
  const metric = metrics.find(({ key }) => key === chosen) ?? metrics[0];
  return (
    <>
      <MetricTabs
        metrics={metrics}
        total={activity.total}
        compared={period.preset !== 'all'}
        value={metric?.key ?? ''}
        onChange={setChosen}
      />
      <div className="px-5 pt-5 pb-4 max-md:px-3">
        {isNone(activity) ? (
          <Nothing period={period} onPeriod={onPeriod} />
        ) : (
          metric && <Chart activity={activity} metric={metric} />
        )}
      </div>
    </>
  );
}

function Nothing({ period, onPeriod }: ActivityCardProps) {
  const ever = period.preset === 'all';
  return (
    <div className="grid place-items-center" style={{ minHeight: CHART_HEIGHT }}>
      <CardEmpty
        icon={ChartColumn}
        text={
          ever
            ? 'No imports or sales yet. Import leads to see them here over time.'
            : 'No imports or sales in this period or the one before. Choose a longer period.'
        }
        action={
          !ever && (
            <Button size="small" onClick={() => onPeriod({ preset: 'all' })}>
              Show All Time
            </Button>
          )
        }
      />
    </div>
  );
}

function Chart({ activity, metric }: { activity: DashboardActivity; metric: Metric }) {
  const steps = activity.points.map((point) => ({
    from: point.from,
    to: point.to,
    parts: metric.partsOf(point),
    words: metric.describe(point),
  }));
  return (
    <TimeChart
      label={`${metric.label} by ${activity.step}`}
      step={activity.step}
      steps={steps}
      short={metric.short}
      fractions={metric.isRate === true}
    />
  );
}

const COLUMNS = ['Files', 'Imported', 'Updated', 'Duplicates', 'Created', 'Sold', 'Return rate', 'Revenue'];

function ActivityTable({ activity }: { activity: DashboardActivity }) {
  const rows = activity.points
    .filter(({ created, imports, sold }) => created + imports + sold > 0)
    .toReversed()
    .map((point) => ({
      key: point.from,
      name: formatDays(point),
      numbers: [
        ...[point.imports, point.imported, point.updated, point.duplicates, point.created, point.sold].map(
          formatNumber,
        ),
        rateText(point),
        formatRevenue(point.revenue),
      ],
    }));
  return <NumberTable flush label={TITLE} columns={[STEP_NAMES[activity.step], ...COLUMNS]} rows={rows} />;
}
