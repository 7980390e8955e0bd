import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { isTouched, refetchTouched } from './live.ts';

const touched = (path: string, ...kinds: ('leads' | 'imports' | 'fields' | 'queue')[]) =>
  isTouched(path, new Set(kinds));

it('reads leads, one lead, the dashboard and duplicates anew when leads change', () => {
  for (const path of [
    '/api/leads',
    '/api/leads/:id',
    '/api/leads/count',
    '/api/dashboard/tags',
    '/api/duplicates',
  ]) {
    expect(touched(path, 'leads'), path).toBe(true);
  }
  for (const path of ['/api/user', '/api/imports', '/api/custom-fields', '/api/views', '/api/upload']) {
    expect(touched(path, 'leads'), path).toBe(false);
  }
});

it('reads the history and the dashboard anew when an import goes on, not the preview of a file', () => {
  expect(touched('/api/imports', 'imports')).toBe(true);
  expect(touched('/api/dashboard/activity', 'imports')).toBe(true);
  expect(touched('/api/imports/preview', 'imports')).toBe(false);
  expect(touched('/api/leads', 'imports')).toBe(false);
});

it('reads fields and leads anew when fields change', () => {
  for (const path of ['/api/custom-fields', '/api/lead-statuses', '/api/dashboard/statuses']) {
    expect(touched(path, 'fields'), path).toBe(true);
  }
  expect(touched('/api/leads', 'fields')).toBe(true);
  expect(touched('/api/dashboard/stats', 'fields')).toBe(false);
});

it('reads the queue of the Multi-File Import anew when it changes and when an import goes on', () => {
  expect(touched('/api/import-queue', 'queue')).toBe(true);
  expect(touched('/api/import-queue', 'imports')).toBe(true);
  expect(touched('/api/imports', 'queue')).toBe(false);
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
  const done = refetchTouched(client, new Set(['leads']));
  answers[0]?.('made before the change');
  await expect.poll(() => answers).toHaveLength(2);
  answers[1]?.('made after it');
  await done;
  expect(observer.getCurrentResult().data).toBe('made after it');
  stop();
});
