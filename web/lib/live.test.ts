import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LEAD_CHANGES } from '#contract/live-paths.ts';
import { isTouched, LEAD_TOPICS, refetchTouched, type Topic, throttleRefetch } from './live.ts';

const touched = (path: string, ...topics: Topic[]) => isTouched([path, {}], new Set(topics));

it.each<[Topic, string[]]>([
  [
    'values',
    ['/api/leads', '/api/leads/count', '/api/views/counts', '/api/duplicates', '/api/customers/sales'],
  ],
  ['statuses', ['/api/leads', '/api/leads/count', '/api/views/counts', '/api/lead-statuses/usage']],
  [
    'sales',
    [
      '/api/leads',
      '/api/leads/count',
      '/api/views/counts',
      '/api/orders',
      '/api/customers',
      '/api/customers/sales',
      '/api/dashboard/stats',
      '/api/dashboard/statuses',
    ],
  ],
  [
    'trash',
    [
      '/api/leads',
      '/api/leads/count',
      '/api/leads/bin',
      '/api/views/counts',
      '/api/lead-statuses/usage',
      '/api/duplicates',
      '/api/orders',
      '/api/customers',
      '/api/customers/sales',
      '/api/dashboard/stats',
      '/api/dashboard/statuses',
    ],
  ],
  [
    'counts',
    [
      '/api/leads',
      '/api/leads/count',
      '/api/leads/filter-values',
      '/api/views/counts',
      '/api/dashboard/stats',
      '/api/dashboard/statuses',
    ],
  ],
  ['duplicates', ['/api/duplicates']],
  ['imports', ['/api/imports', '/api/import-queue', '/api/dashboard/stats', '/api/dashboard/statuses']],
  [
    'fields',
    [
      '/api/leads',
      '/api/leads/count',
      '/api/leads/bin',
      '/api/leads/filter-values',
      '/api/lead-statuses',
      '/api/lead-statuses/usage',
      '/api/dashboard/statuses',
      '/api/custom-fields',
    ],
  ],
  ['queue', ['/api/import-queue']],
  ['any lead', []],
])('reads anew what a change of %s shows in, and nothing else', (topic, expected) => {
  const paths = [
    ...[
      '/api/leads',
      '/api/leads/count',
      '/api/leads/bin',
      '/api/leads/filter-values',
      '/api/views',
      '/api/views/counts',
    ],
    ...[
      '/api/lead-statuses',
      '/api/lead-statuses/usage',
      '/api/duplicates',
      '/api/orders',
      '/api/customers',
      '/api/customers/sales',
    ],
    ...[
      '/api/dashboard/stats',
      '/api/dashboard/statuses',
      '/api/imports',
      '/api/imports/preview',
      '/api/import-queue',
    ],
    ...['/api/custom-fields', '/api/user'],
  ];
  expect(paths.filter((path) => touched(path, topic)).sort()).toEqual(expected.toSorted());
});

it('reads the lead that is shown anew when it changes, not when another one does', () => {
  const key = ['/api/leads/:id', { params: { id: 'a' } }];
  for (const topic of ['lead a', 'any lead', 'fields'] as const)
    expect(isTouched(key, new Set([topic]))).toBe(true);
  expect(isTouched(key, new Set<Topic>([...LEAD_CHANGES, 'lead b']))).toBe(false);
});

it.each([
  ['for the first time', undefined],
  ['again', 'before'],
])('reads anew what was being read %s when it changed', async (_, initialData) => {
  const answers: ((answer: string) => void)[] = [];
  const client = new QueryClient();
  const observer = new QueryObserver(client, {
    queryKey: ['/api/leads', {}],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    initialData,
    staleTime: 0,
  });
  const stop = observer.subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  const done = refetchTouched(client, LEAD_TOPICS);
  answers[0]?.('made before the change');
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.('made after it');
  await done;
  expect(observer.getCurrentResult().data).toBe('made after it');
  stop();
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('does the first at once, and what follows within a second together, a second later', async () => {
  const runs: string[][] = [];
  const throttle = throttleRefetch<string>(async (wanted) => void runs.push([...wanted]), 1000);
  throttle.ask(['leads']);
  expect(runs).toEqual([['leads']]);
  for (let event = 0; event < 50; event += 1) throttle.ask(['leads', 'imports']);
  await vi.advanceTimersByTimeAsync(999);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toEqual([['leads'], ['leads', 'imports']]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toHaveLength(2);
});

it('waits for a slow answer, then asks again for what changed meanwhile', async () => {
  const answers: (() => void)[] = [];
  const throttle = throttleRefetch<string>(() => new Promise<void>((done) => answers.push(done)), 1000);
  throttle.ask(['leads']);
  throttle.ask(['leads']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answers).toHaveLength(1);
  answers[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(2);
});

it('goes on after a failure, and does nothing once it is stopped', async () => {
  const refetch = vi.fn(() => Promise.reject(new Error('Refused')));
  const throttle = throttleRefetch<string>(refetch, 1000);
  throttle.ask(['leads']);
  await vi.advanceTimersByTimeAsync(1000);
  throttle.ask(['leads']);
  expect(refetch).toHaveBeenCalledTimes(2);
  throttle.ask(['leads']);
  throttle.stop();
  await vi.advanceTimersByTimeAsync(5000);
  throttle.ask(['leads']);
  expect(refetch).toHaveBeenCalledTimes(2);
});
