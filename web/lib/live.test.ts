import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { LEAD_CHANGES } from '#contract/live-paths.ts';
import { isTouched, LEAD_TOPICS, refetchTouched, type Topic } from './live.ts';

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
