import { ToggleGroup } from 'radix-ui';
import type { ActivityFigures } from '#contract/dashboard.ts';
import { cx } from '../../../ui/cx.ts';
import { changeOf } from '../change.ts';
import { ChangeText } from '../change-text.tsx';
import type { Metric } from './metrics.ts';

interface MetricTabsProps {
  metrics: readonly Metric[];
  total: { now: ActivityFigures; before: ActivityFigures };
  /** False for all time, which has no previous period. */
  compared: boolean;
  value: string;
  onChange: (key: string) => void;
}

/** Figures with their change; selects the charted figure. */
export function MetricTabs({ metrics, total: { now, before }, compared, value, onChange }: MetricTabsProps) {
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
export const METRIC_ROW = 'flex flex-wrap gap-px border-y border-line bg-line';
export const METRIC =
  'relative flex min-w-0 grow basis-36 flex-col items-start bg-surface px-5 py-3 text-left transition-colors hover:bg-hover focus-visible:z-1 focus-visible:-outline-offset-2 ' +
  'data-[state=on]:after:absolute data-[state=on]:after:inset-x-0 data-[state=on]:after:bottom-0 data-[state=on]:after:h-0.5 data-[state=on]:after:bg-accent max-xl:basis-[30%] max-md:basis-[45%] max-md:px-4';
