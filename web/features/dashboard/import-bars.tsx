import { formatNumber } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { importedRows } from './import-days.ts';
import type { DashboardImportDay } from './queries.ts';

interface ImportBarsProps {
  days: readonly DashboardImportDay[];
  /** Index of the day under the pointer. */
  at: number | null;
}

/**
 * Draws bars from zero: imported rows are filled, updated rows are stacked on top as an outline. The highest
 * bar shows its number.
 */
export function ImportBars({ days, at }: ImportBarsProps) {
  const rows = days.map(importedRows);
  const most = Math.max(1, ...rows);
  const highest = rows.indexOf(most);
  return (
    <div aria-hidden className="relative h-44 border-b border-line xl:h-56">
      <div className="absolute inset-x-0 top-6 bottom-0 flex items-end gap-px sm:gap-0.5">
        {days.map((day, index) => (
          <div key={day.day} className="flex h-full min-w-0 flex-1 flex-col justify-end">
            {index === highest && (
              <span
                className={cx('w-max pb-0.5 text-12 font-medium tabular-nums', sideOf(index / days.length))}
              >
                {formatNumber(most)}
              </span>
            )}
            <Bar day={day} most={most} dimmed={at !== null && at !== index} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Returns the alignment that keeps the number of a bar near either edge inside the chart. */
function sideOf(place: number): string {
  if (place < 0.1) return '';
  return place > 0.9 ? 'self-end' : 'self-center';
}

function Bar({ day, most, dimmed }: { day: DashboardImportDay; most: number; dimmed: boolean }) {
  const heightOf = (rows: number) => ({ height: `max(${(rows / most) * 100}%, ${rows > 0 ? 2 : 0}px)` });
  return (
    <>
      {day.updated > 0 && (
        <span
          style={heightOf(day.updated)}
          className={cx('shrink-0 rounded-t-[2px] border border-info', dimmed && 'opacity-35')}
        />
      )}
      {day.imported > 0 && (
        <span
          style={heightOf(day.imported)}
          className={cx(
            'shrink-0 bg-info transition-opacity',
            day.updated === 0 && 'rounded-t-[2px]',
            dimmed && 'opacity-35',
          )}
        />
      )}
    </>
  );
}
