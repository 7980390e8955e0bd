import { expect } from 'vitest';
import { call } from '#tests/support/calls.ts';
import type { SignedIn } from '#tests/support/client.ts';

/** Both sides, the owner's upload, and a plan for it. */
interface DraftSides {
  owner: () => SignedIn;
  stranger: () => SignedIn;
  owned: () => { uploadId: string };
  plan: object;
}

/** Returns, by call, how the stranger asks for a draft of the owner: there is none. */
export function draftCalls(sides: DraftSides): Record<string, () => Promise<void>> {
  const { owner, stranger, owned, plan } = sides;

  const withDraft = async (work: (uploadId: string) => Promise<void>): Promise<void> => {
    const { uploadId } = owned();
    const body = { uploadId, plan, step: 'map' };
    expect((await owner().post('/api/import-drafts', body)).status).toBe(201);
    await work(uploadId);
    expect((await call(owner(), 'DELETE', `/api/import-drafts/${uploadId}`)).status).toBe(200);
  };

  const refused = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => () =>
    withDraft(async (uploadId) => {
      const draft = `/api/import-drafts/${uploadId}`;
      const { revision } = (await owner().get<{ revision: number }>(draft)).body;
      const answer = await call(stranger(), method, draft + path, body);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      expect(JSON.stringify(answer.body)).not.toContain('secret');
      expect((await owner().get(draft)).body).toMatchObject({ state: 'open', revision });
    });

  return {
    'GET /api/import-drafts': () =>
      withDraft(async (uploadId) => {
        expect((await owner().get('/api/import-drafts')).body).toMatchObject([{ uploadId }]);
        expect((await stranger().get('/api/import-drafts')).body).toEqual([]);
      }),
    'POST /api/import-drafts': async () => {
      const body = { uploadId: owned().uploadId, plan, step: 'map' };
      expect((await stranger().post('/api/import-drafts', body)).status).toBe(404);
      expect((await owner().get('/api/import-drafts')).body).toEqual([]);
    },
    'GET /api/import-drafts/:id': refused('GET', ''),
    'PATCH /api/import-drafts/:id': refused('PATCH', '', { revision: 1, step: 'upload' }),
    'DELETE /api/import-drafts/:id': refused('DELETE', ''),
    'POST /api/import-drafts/:id/restore': refused('POST', '/restore'),
  };
}
