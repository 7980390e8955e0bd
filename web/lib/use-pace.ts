import { useState } from 'react';
import { advancePace, paceText, startPace } from './pace.ts';

/** Job progress; `at` in epoch milliseconds. */
export interface JobMoment {
  at: number;
  done: number;
  total: number;
}

/** Estimates rate and time left, such as `1,200 leads/s · 42s left`. */
export function usePace({ at, done, total }: JobMoment, noun: string): string {
  const [pace, setPace] = useState(() => startPace(at, done));
  const now = advancePace(pace, at, done);
  // Set during rendering, because the next moment is measured from here.
  if (now !== pace) setPace(now);
  return paceText(now, total, noun);
}
