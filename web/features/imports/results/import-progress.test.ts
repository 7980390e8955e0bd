import { describe, expect, it } from 'vitest';
import { advanceProgress, noStats, rowsDone, startProgress } from './import-progress.ts';

const importId = '0199c0de-0000-7000-8000-000000000001';
const progress = (percent: number, imported: number, totalRows = 1000) =>
  ({ type: 'progress', importId, progress: percent, ...noStats(totalRows), imported }) as const;

describe('advanceProgress', () => {
  it('begins with nothing but the rows of the file', () => {
    const start = startProgress(0, 1000);
    expect(start).toMatchObject({ importId: null, percent: 0, stats: { totalRows: 1000, imported: 0 } });
  });

  it('takes counters and percent from the stream and never falls back', () => {
    const first = advanceProgress(startProgress(0, 1000), progress(40, 400), 1000);
    expect(first).toMatchObject({ importId, percent: 40, stats: { imported: 400 } });
    expect(advanceProgress(first, progress(30, 410), 2000).percent).toBe(40);
    expect(advanceProgress(first, progress(240, 1000), 2000).percent).toBe(100);
  });

  it('keeps the row count of the upload while the import has not counted', () => {
    expect(advanceProgress(startProgress(0, 1000), progress(0, 0, 0), 500).stats.totalRows).toBe(1000);
  });

  it('does not take rows done before the stream began for speed', () => {
    const resumed = advanceProgress(startProgress(0, 100_000), progress(50, 50_000, 100_000), 1000);
    expect(resumed.pace.rate).toBeNull();
    expect(advanceProgress(resumed, progress(51, 51_000, 100_000), 2000).pace.rate).toBe(1000);
  });

  it('is whole with complete and unmoved by an error', () => {
    const before = advanceProgress(startProgress(0, 10), progress(40, 4, 10), 1000);
    const stats = { ...noStats(10), imported: 4, duplicates: 3, updated: 1, skipped: 1, errors: 1 };
    const done = advanceProgress(before, { type: 'complete', importId, stats }, 2000);
    expect(done).toMatchObject({ percent: 100, stats });
    expect(rowsDone(done.stats)).toBe(10);
    expect(advanceProgress(before, { type: 'error', message: 'No' }, 2000)).toBe(before);
  });
});
