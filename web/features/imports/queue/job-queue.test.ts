import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Upload } from '#contract/uploads.ts';
import { noStats } from '../import-progress.ts';
import { canTryAgain, type ImportJobs, isOver, type JobStep, queueReducer, resumedJob } from './job-queue.ts';
import { queueSummary } from './queue-turns.ts';

const importId = '0199c0de-0000-7000-8000-000000000001';
const files = (...ids: string[]) =>
  ids.map((id) => ({ id, name: `${id}.csv`, folder: '2030/may', size: 1000 }));
const queue = (...ids: string[]) => queueReducer([], { type: 'added', files: files(...ids) });
const step = (jobs: ImportJobs, id: string, ...steps: JobStep[]) =>
  steps.reduce((held, taken) => queueReducer(held, { type: 'stepped', id, step: taken }), jobs);
const again = (jobs: ImportJobs, id: string) => queueReducer(jobs, { type: 'triedAgain', id });
const progress = (percent: number, imported: number): JobStep => ({
  type: 'event',
  event: { type: 'progress', importId, progress: percent, ...noStats(100), imported },
});
const complete: JobStep = {
  type: 'event',
  event: { type: 'complete', importId, stats: { ...noStats(100), imported: 97, duplicates: 2, errors: 1 } },
};
const upload: Upload = {
  uploadId: importId,
  filename: 'a.csv',
  size: 1000,
  kind: 'csv',
  delimiter: ',',
  encoding: 'utf-8',
  sheets: [],
  sheet: null,
  headerRow: 1,
  firstRows: [],
  columns: ['E-mail'],
  preview: Array.from({ length: 100 }, (_, row) => ({ 'E-mail': `${row}@mail.example` })),
  totalRows: 100,
  suggestedMapping: { 'E-mail': 'email' },
  nameColumn: null,
  rememberedMapping: null,
  importedBefore: [],
};
const uploaded: JobStep = { type: 'uploaded', upload };
const mapped: JobStep = { type: 'mapped', fieldMapping: { 'E-mail': 'email' }, missing: [] };
const importing: JobStep = { type: 'importing' };

function percents(...steps: JobStep[]): (number | undefined)[] {
  let jobs = queue('a');
  return steps.map((taken) => {
    jobs = step(jobs, 'a', taken);
    return jobs[0]?.percent;
  });
}

describe('a job', () => {
  it('passes 0, 20, 40, 50, then the second half with the stream, then 100', () => {
    const sent: JobStep = { type: 'sent', bytes: 700 };
    const steps = [{ type: 'uploading' } as const, sent, uploaded, mapped, importing];
    expect(percents(...steps, progress(0, 0), progress(50, 48), complete)).toEqual([
      0, 0, 20, 40, 50, 50, 75, 100,
    ]);
  });

  it('never jumps back, whatever the stream tells', () => {
    const told = fc.array(fc.double({ min: -50, max: 400, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(told, (list) => {
        const seen = percents(importing, ...list.map((percent) => progress(percent, 1)));
        expect(seen).toEqual([...seen].sort((a, b) => (a ?? 0) - (b ?? 0)));
        expect(seen.at(-1)).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('says whether the upload or the import failed, and why', () => {
    const failed: JobStep = { type: 'failed', reason: 'The workbook is encrypted' };
    const early = step(queue('a'), 'a', { type: 'uploading' }, failed);
    expect(early[0]).toMatchObject({ status: 'error', percent: 0 });
    expect(early[0]?.failure).toMatchObject({ title: 'Upload failed', reason: 'The workbook is encrypted' });
    const late = step(queue('a'), 'a', uploaded, importing, progress(20, 3), {
      type: 'event',
      event: { type: 'error', message: 'Gone' },
    });
    expect(late[0]).toMatchObject({ status: 'error', percent: 60, stats: { imported: 3 }, importId });
    expect(late[0]?.failure).toMatchObject({ title: 'Import failed', reason: 'Gone' });
  });

  it('is cancelled without having failed, with what was imported by then', () => {
    const cancelled: JobStep = { type: 'event', event: { type: 'error', message: 'Ended', cancelled: true } };
    const jobs = step(queue('a'), 'a', uploaded, importing, progress(20, 3), cancelled);
    const left = { status: 'cancelled', percent: 60, stats: { imported: 3 }, failure: null };
    expect(jobs[0]).toMatchObject(left);
    expect(jobs.every(isOver)).toBe(true);
    expect(queueSummary(jobs)).toMatchObject({ over: 1, failed: 0, cancelled: 1, imported: 3 });
  });

  it('that is over stays as it is', () => {
    const done = step(queue('a'), 'a', complete);
    expect(step(done, 'a', progress(10, 1), { type: 'failed', reason: 'Late' })).toEqual(done);
  });

  it('counts the bytes sent, not more than there are', () => {
    const jobs = step(queue('a'), 'a', { type: 'sent', bytes: 900 }, { type: 'sent', bytes: 5000 });
    expect(jobs[0]?.sent).toBe(1000);
  });

  it('keeps of its upload what the mapping shows', () => {
    expect(step(queue('a'), 'a', uploaded)[0]?.upload?.preview).toHaveLength(20);
    expect(step(queue('a'), 'a', uploaded, complete)[0]?.upload).toBeNull();
  });

  it('of more than 100 MB fails before anything is sent, for good', () => {
    const mb = 1024 * 1024;
    const sizes = [100 * mb, 100 * mb + 1].map((size, n) => ({ ...files(String(n))[0], size }));
    const jobs = queueReducer([], { type: 'added', files: sizes as ReturnType<typeof files> });
    expect(jobs.map(({ status }) => status)).toEqual(['waiting', 'error']);
    expect(jobs[1]?.failure).toMatchObject({ title: 'Upload failed', final: true });
    expect(jobs[1]?.failure?.reason).toContain('100 MB');
    expect(jobs.map(canTryAgain)).toEqual([false, false]);
    expect(again(jobs, '1')).toEqual(jobs);
  });
});

describe('a job that is tried again', () => {
  const failed: JobStep = { type: 'failed', reason: 'Network' };

  it('sends its file when that did not arrive', () => {
    const [job] = again(step(queue('a'), 'a', { type: 'uploading' }, failed), 'a');
    expect(job).toMatchObject({ status: 'waiting', percent: 0, failure: null, attempt: 1 });
  });

  it('goes on from its upload when that was stored, as the same import', () => {
    const [job] = again(step(queue('a'), 'a', uploaded, mapped, importing, failed), 'a');
    expect(job).toMatchObject({ status: 'mapping', percent: 20, fieldMapping: null, attempt: 1 });
  });

  it('follows the import of which only sight was lost', () => {
    const jobs = step(queue('a'), 'a', uploaded, mapped, importing, progress(20, 3), failed);
    expect(again(jobs, 'a')[0]).toMatchObject({ status: 'importing', percent: 50, attempt: 1 });
  });

  it('is another import when the first has ended in failure', () => {
    const ended: JobStep = { type: 'event', event: { type: 'error', importId, message: 'Gone' } };
    const jobs = step(queue('a'), 'a', uploaded, mapped, importing, progress(20, 3), ended);
    expect(again(jobs, 'a')[0]).toMatchObject({ status: 'mapping', importId: null, attempt: 2 });
  });

  it('sends its file again when the server has removed the upload', () => {
    const jobs = step(queue('a'), 'a', uploaded, mapped, importing, { type: 'uploadLost' });
    expect(jobs[0]).toMatchObject({ status: 'waiting', upload: null, fieldMapping: null });
  });

  it('has failed before', () => {
    const jobs = step(queue('a', 'b'), 'a', complete);
    expect(again(again(jobs, 'a'), 'b')).toEqual(jobs);
  });
});

describe('the queue', () => {
  it('lets go of jobs that are over, and of no others', () => {
    const jobs = step(step(queue('a', 'b', 'c'), 'a', complete), 'b', { type: 'uploading' });
    const after = ['a', 'b', 'c'].reduce((held, id) => queueReducer(held, { type: 'removed', id }), jobs);
    expect(after.map((job) => job.id)).toEqual(['b', 'c']);
    const finished = step(jobs, 'c', { type: 'failed', reason: 'No' });
    expect(queueReducer(finished, { type: 'finishedRemoved' }).map((job) => job.id)).toEqual(['b']);
  });

  it('lets go of jobs that wait, but for those that are at hand', () => {
    const jobs = step(
      step(step(queue('a', 'b', 'c', 'd', 'e'), 'a', complete), 'b', uploaded),
      'c',
      uploaded,
    );
    const sending = step(jobs, 'd', { type: 'uploading' });
    const after = queueReducer(sending, { type: 'waitingRemoved', running: new Set('bd') });
    expect(after.map((job) => job.id)).toEqual(['a', 'b', 'd']);
  });

  it('sums up', () => {
    const jobs = step(step(queue('a', 'b', 'c'), 'a', complete), 'b', uploaded, {
      type: 'failed',
      reason: 'No',
    });
    expect(queueSummary(jobs)).toEqual({
      total: 3,
      over: 2,
      waiting: 1,
      failed: 1,
      cancelled: 0,
      rows: 200,
      imported: 97,
    });
  });

  it('is taken up where it was, but for uploads, which begin again', () => {
    const sending = step(queue('a'), 'a', { type: 'uploading' }, { type: 'sent', bytes: 700 });
    expect(sending.map(resumedJob)).toEqual(queue('a'));
    for (const steps of [[], [uploaded], [uploaded, mapped, importing], [complete]]) {
      const jobs = step(queue('a'), 'a', ...steps);
      expect(jobs.map(resumedJob)).toEqual(jobs);
    }
  });
});
