import { describe, expect, it } from 'vitest';
import { type ImportJob, type JobStatus, queueReducer } from './job-queue.ts';
import { changesBetween, needsFile } from './kept-changes.ts';
import { startable, wouldBeLost } from './queue-turns.ts';
import { EACH_BY_ITSELF, type MappingChoice } from './shared-mapping.ts';

const ONE: MappingChoice = { ...EACH_BY_ITSELF, kind: 'one' };
const CONFIRMED: MappingChoice = { ...ONE, confirmed: { Mail: 'email' } };

function jobs(...statuses: JobStatus[]): ImportJob[] {
  const files = statuses.map((_, n) => ({ id: 'abcdefgh'[n] ?? '', name: 'x.csv', folder: '', size: 1 }));
  const added = queueReducer([], { type: 'added', files });
  return added.map((job, n) => ({ ...job, status: statuses[n] ?? 'waiting' }));
}

const turns = (list: ImportJob[], running: string[] = [], choice = EACH_BY_ITSELF) =>
  startable(list, new Set(running), choice)
    .map(({ id }) => id)
    .join('');

describe('turns', () => {
  it('are two at a time, in order', () => {
    expect(turns(jobs('waiting', 'waiting', 'waiting'))).toBe('ab');
    expect(turns(jobs('uploading', 'waiting', 'waiting'), ['a'])).toBe('b');
    expect(turns(jobs('uploading', 'importing', 'waiting'), ['a', 'b'])).toBe('');
    expect(turns(jobs('completed', 'error', 'cancelled', 'waiting'))).toBe('d');
  });

  it('let a file that is uploaded be imported before later ones are uploaded', () => {
    expect(turns(jobs('mapping', 'uploading', 'waiting'), ['b'])).toBe('a');
  });

  it('come first for imports that the server has begun', () => {
    expect(turns(jobs('waiting', 'mapping', 'importing', 'importing'))).toBe('cd');
  });

  it('pass over files that wait for the mapping, until it is confirmed', () => {
    const list = jobs('mapping', 'mapping', 'waiting', 'waiting', 'waiting');
    expect(turns(list, [], ONE)).toBe('cd');
    expect(turns(list, [], CONFIRMED)).toBe('ab');
  });
});

describe('a reload', () => {
  const statuses = ['waiting', 'uploading', 'mapping', 'importing', 'completed'] as const;
  const lost = (kept: Parameters<typeof wouldBeLost>[1]) =>
    jobs(...statuses)
      .filter((job) => wouldBeLost(job, kept))
      .map(({ status }) => status);

  it('loses nothing that is kept', () => {
    expect(lost({ jobs: true, files: new Set('abcde') })).toEqual([]);
  });

  it('loses files that are not uploaded where only they are not kept', () => {
    expect(lost({ jobs: true, files: new Set() })).toEqual(['waiting', 'uploading']);
  });

  it('loses all that the server has not begun where nothing is kept', () => {
    expect(lost({ jobs: false, files: new Set() })).toEqual(['waiting', 'uploading', 'mapping']);
  });
});

describe('what is written', () => {
  it('is what changed, but for progress', () => {
    const before = jobs('uploading', 'importing', 'completed');
    const moved = before.map((job) => ({ ...job, sent: 1, percent: 60 }));
    expect(changesBetween(before, moved)).toBeNull();
    const ended = moved
      .map((job, n) => (n === 1 ? { ...job, status: 'completed' as const } : job))
      .slice(0, 2);
    expect(changesBetween(before, ended)).toEqual({ put: [ended[1]], removed: ['c'], withoutFile: ['b'] });
  });

  it('lets go of a file as soon as its import has begun, and of one that can only fail', () => {
    const [job] = jobs('importing') as [ImportJob];
    const failure = { title: 'Upload failed', reason: 'No', final: false } as const;
    expect(needsFile(job)).toBe(true);
    expect(needsFile({ ...job, importId: 'i' })).toBe(false);
    expect(needsFile({ ...job, status: 'error', failure })).toBe(true);
    expect(needsFile({ ...job, status: 'error', failure: { ...failure, final: true } })).toBe(false);
  });
});
