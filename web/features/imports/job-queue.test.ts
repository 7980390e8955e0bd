import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noStats } from './import-progress.ts';
import {
  isOver,
  type JobStep,
  type Jobs,
  queueReducer,
  startable,
  summaryOf,
  wouldBeLost,
} from './job-queue.ts';

const importId = '0199c0de-0000-7000-8000-000000000001';
const files = (...ids: string[]) => ids.map((id) => ({ id, name: `${id}.csv`, size: 1000 }));
const queue = (...ids: string[]) => queueReducer([], { type: 'added', files: files(...ids) });
const step = (jobs: Jobs, id: string, ...steps: JobStep[]) =>
  steps.reduce((held, taken) => queueReducer(held, { type: 'stepped', id, step: taken }), jobs);
const progress = (percent: number, imported: number): JobStep => ({
  type: 'event',
  event: { type: 'progress', importId, progress: percent, ...noStats(100), imported },
});
const complete: JobStep = {
  type: 'event',
  event: { type: 'complete', importId, stats: { ...noStats(100), imported: 97, duplicates: 2, errors: 1 } },
};
const uploaded: JobStep = { type: 'uploaded', totalRows: 100 };

function percents(...steps: JobStep[]): (number | undefined)[] {
  let jobs = queue('a');
  return steps.map((taken) => {
    jobs = step(jobs, 'a', taken);
    return jobs[0]?.percent;
  });
}

describe('a job', () => {
  it('passes 0, 20, 40, 50, then the second half with the stream, then 100', () => {
    const steps: JobStep[] = [
      { type: 'uploading' },
      { type: 'sent', bytes: 700 },
      uploaded,
      { type: 'mapped' },
      { type: 'importing' },
      progress(0, 0),
      progress(50, 48),
      complete,
    ];
    expect(percents(...steps)).toEqual([0, 0, 20, 40, 50, 50, 75, 100]);
  });

  it('never jumps back, whatever the stream tells', () => {
    const told = fc.array(fc.double({ min: -50, max: 400, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(told, (list) => {
        const seen = percents({ type: 'importing' }, ...list.map((percent) => progress(percent, 1)));
        expect(seen).toEqual([...seen].sort((a, b) => (a ?? 0) - (b ?? 0)));
        expect(seen.at(-1)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('says whether the upload or the import failed, and why', () => {
    const failed: JobStep = { type: 'failed', reason: 'The workbook is encrypted' };
    const early = step(queue('a'), 'a', { type: 'uploading' }, failed);
    expect(early[0]).toMatchObject({ status: 'error', percent: 0 });
    expect(early[0]?.failure).toEqual({ title: 'Upload failed', reason: 'The workbook is encrypted' });
    const late = step(queue('a'), 'a', uploaded, { type: 'importing' }, progress(20, 3), {
      type: 'event',
      event: { type: 'error', message: 'Gone' },
    });
    expect(late[0]).toMatchObject({ status: 'error', percent: 60, stats: { imported: 3 } });
    expect(late[0]?.failure).toEqual({ title: 'Import failed', reason: 'Gone' });
  });

  it('is cancelled without having failed, with what was imported by then', () => {
    const cancelled: JobStep = { type: 'event', event: { type: 'error', message: 'Ended', cancelled: true } };
    const jobs = step(queue('a'), 'a', uploaded, { type: 'importing' }, progress(20, 3), cancelled);
    expect(jobs[0]).toMatchObject({
      status: 'cancelled',
      percent: 60,
      stats: { imported: 3 },
      failure: null,
    });
    expect(jobs.every(isOver)).toBe(true);
    expect(summaryOf(jobs)).toMatchObject({ over: 1, failed: 0, cancelled: 1, imported: 3 });
  });

  it('that is over stays as it is', () => {
    const done = step(queue('a'), 'a', complete);
    expect(step(done, 'a', progress(10, 1), { type: 'failed', reason: 'Late' })).toEqual(done);
  });

  it('counts the bytes sent, not more than there are', () => {
    const jobs = step(queue('a'), 'a', { type: 'sent', bytes: 900 }, { type: 'sent', bytes: 5000 });
    expect(jobs[0]?.sent).toBe(1000);
  });
});

describe('the queue', () => {
  it('runs two at a time, in order', () => {
    const jobs = queue('a', 'b', 'c', 'd');
    expect(startable(jobs).map((job) => job.id)).toEqual(['a', 'b']);
    const running = step(step(jobs, 'a', { type: 'uploading' }), 'b', { type: 'uploading' });
    expect(startable(running)).toEqual([]);
    expect(startable(step(running, 'b', complete)).map((job) => job.id)).toEqual(['c']);
    const failed = step(step(running, 'b', complete), 'a', { type: 'failed', reason: 'No' });
    expect(startable(failed).map((job) => job.id)).toEqual(['c', 'd']);
  });

  it('lets go of jobs that are over, and of no others', () => {
    const jobs = step(step(queue('a', 'b', 'c'), 'a', complete), 'b', { type: 'uploading' });
    const after = ['a', 'b', 'c'].reduce((held, id) => queueReducer(held, { type: 'removed', id }), jobs);
    expect(after.map((job) => job.id)).toEqual(['b', 'c']);
  });

  it('is lost with the page only before the import is in the hands of the server', () => {
    const jobs = step(step(queue('a', 'b', 'c'), 'a', { type: 'importing' }), 'b', complete);
    expect(jobs.filter(wouldBeLost).map((job) => job.id)).toEqual(['c']);
    expect(jobs.filter(isOver).map((job) => job.id)).toEqual(['b']);
  });

  it('sums up', () => {
    const jobs = step(step(queue('a', 'b', 'c'), 'a', complete), 'b', { type: 'failed', reason: 'No' });
    expect(summaryOf(jobs)).toEqual({ total: 3, over: 2, failed: 1, cancelled: 0, imported: 97 });
  });
});
