import { useState } from 'react';
import { advancePace, paceText, startPace } from './pace.ts';

/** How far a job was at a moment in epoch milliseconds. */
export interface JobMoment {
  at: number;
  done: number;
  total: number;
}

/** Rate and time left of a job in words, such as `1,200 leads/s · 42s left`, from the moments that it is given. */
export function usePace({ at, done, total }: JobMoment, noun: string): string {
  const [pace, setPace] = useState(() => startPace(at, done));
  const now = advancePace(pace, at, done);
  // Kept while rendering: the next moment is measured from this one.
  if (now !== pace) setPace(now);
  return paceText(now, total, noun);
}
