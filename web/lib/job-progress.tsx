import { useState } from 'react';
import { Progress } from '../ui/progress.tsx';
import { formatCount, formatNumber } from './format.ts';
import { advancePace, paceText, startPace } from './pace.ts';

interface JobProgressProps extends JobMoment {
  /** Accessible name. */
  label: string;
  /** Counted noun, in the singular. */
  noun: string;
  note?: string;
}

export function JobProgress({ label, noun, note, ...moment }: JobProgressProps) {
  const pace = usePace(moment, noun);
  const { done, total } = moment;
  return (
    <div className="flex flex-col gap-2">
      <Progress value={total === 0 ? 0 : (done / total) * 100} label={label} />
      <p className="flex flex-wrap justify-between gap-x-4 text-13 text-muted tabular-nums">
        <span role="status">
          {formatNumber(done)} of {formatCount(total, noun)} done{note && `. ${note}`}
        </span>
        <span>{pace}</span>
      </p>
    </div>
  );
}

/** Job progress; `at` in epoch milliseconds. */
interface JobMoment {
  at: number;
  done: number;
  total: number;
}

/** Estimates rate and time left, such as `1,200 leads/s · 42s left`. */
function usePace({ at, done, total }: JobMoment, noun: string): string {
  const [pace, setPace] = useState(() => startPace(at, done));
  const now = advancePace(pace, at, done);
  // Set during rendering, because the next moment is measured from here.
  if (now !== pace) setPace(now);
  return paceText(now, total, noun);
}
