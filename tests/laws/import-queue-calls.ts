import { expect } from 'vitest';
import { call } from '#tests/support/calls.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { queueOf } from '#tests/support/queue.ts';

/** The stranger and the owner's file in a queue, available when the tests run. */
export interface QueueSides {
  stranger: () => SignedIn;
  owned: () => { queuedId: string; uploadId: string };
}

/** Returns the stranger's calls to the queue with the owner's ids; each asserts its outcome. */
export function importQueueCalls({ stranger, owned }: QueueSides): Record<string, () => Promise<void>> {
  const refused = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => {
    const answer = await call(stranger(), method, path, body);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  };
  const own = (path = '') => `/api/import-queue/${owned().queuedId}${path}`;
  return {
    'GET /api/import-queue': async () => expect((await queueOf(stranger())).files).toEqual([]),
    'POST /api/import-queue': async () => {
      const files = [{ filename: 'mine.csv', size: 1 }];
      expect((await stranger().post('/api/import-queue', { files })).status).toBe(201);
    },
    'PATCH /api/import-queue': async () => {
      const { status } = await call(stranger(), 'PATCH', '/api/import-queue', { mapping: 'one' });
      expect(status).toBe(200);
    },
    'GET /api/import-queue/:id': () => refused('GET', own()),
    'PATCH /api/import-queue/:id': () => refused('PATCH', own(), { options: null }),
    'DELETE /api/import-queue/:id': () => refused('DELETE', own()),
    'POST /api/import-queue/:id/upload': async () => {
      await refused('POST', own('/upload'), { uploadId: owned().uploadId });
      const files = [{ filename: 'mine.csv', size: 1 }];
      const { body } = await stranger().post<{ id: string }[]>('/api/import-queue', { files });
      await refused('POST', `/api/import-queue/${body[0]?.id}/upload`, { uploadId: owned().uploadId });
    },
    'POST /api/import-queue/:id/upload-failed': () =>
      refused('POST', own('/upload-failed'), { message: 'x' }),
    'POST /api/import-queue/:id/reading': () => refused('POST', own('/reading'), { headerRow: 1 }),
    'POST /api/import-queue/:id/values': () => refused('POST', own('/values'), { valueMaps: {} }),
    'POST /api/import-queue/:id/retry': () => refused('POST', own('/retry')),
    'POST /api/import-queue/sending': async () => {
      const body = { ids: [owned().queuedId], sending: false };
      expect((await stranger().post('/api/import-queue/sending', body)).body).toEqual({ ids: [] });
    },
    'POST /api/import-queue/mapping': () =>
      refused('POST', '/api/import-queue/mapping', {
        ids: [owned().queuedId],
        fieldMapping: {},
        confirm: true,
      }),
    'POST /api/import-queue/mapping/reopen': () =>
      refused('POST', '/api/import-queue/mapping/reopen', { id: owned().queuedId }),
    'POST /api/import-queue/clear': async () => {
      const { body } = await stranger().post<{ removed: number }>('/api/import-queue/clear', {
        files: 'finished',
      });
      expect(body.removed).toBe(0);
    },
  };
}
