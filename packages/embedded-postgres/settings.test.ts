import { expect, test } from 'vitest';
import { availableMemory, serverSettings } from './settings.ts';

const GB = 1024 ** 3;

test('follows the memory of the machine within bounds', () => {
  expect(serverSettings(GB / 4, 1)).toMatchObject({ shared_buffers: '64MB', work_mem: '4MB' });
  expect(serverSettings(8 * GB, 2)).toMatchObject({
    shared_buffers: '1024MB',
    effective_cache_size: '4096MB',
  });
  expect(serverSettings(24 * GB, 2)).toMatchObject({ shared_buffers: '2048MB', work_mem: '16MB' });
});

test('leaves a single core to the main query', () => {
  expect(serverSettings(GB, 1)).toMatchObject({ max_parallel_workers_per_gather: '0' });
  expect(serverSettings(GB, 8)).toMatchObject({ max_parallel_workers_per_gather: '2' });
});

test('reads a memory size of this machine', () => {
  expect(availableMemory()).toBeGreaterThan(64 * 1024 ** 2);
});
