import { expect } from 'vitest';
import { call } from '#tests/support/calls.ts';
import type { SignedIn } from '#tests/support/client.ts';

/** The owner and the stranger of every call, available when the tests run. */
export interface MappingSides {
  owner: () => SignedIn;
  stranger: () => SignedIn;
  owned: () => { uploadId: string };
}

const PLAN = { fieldMapping: { email: 'source' } };

/** Returns calls of the stranger for the owner's values and templates; each asserts its outcome. */
export function mappingCalls({ owner, stranger, owned }: MappingSides): Record<string, () => Promise<void>> {
  let saved: Promise<string> | null = null;
  /** Returns the id of a template that the owner shares with its organization. */
  const template = (): Promise<string> => {
    saved ??= owner()
      .post<{ id: string }>('/api/import-templates', { name: 'secret template', plan: PLAN, shared: true })
      .then(({ body }) => body.id);
    return saved;
  };
  const refused = async (
    method: 'PATCH' | 'DELETE' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<void> => {
    const answer = await call(stranger(), method, `/api/import-templates/${await template()}${path}`, body);
    expect(answer.status).toBe(404);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
  };
  return {
    'POST /api/imports/values': async () => {
      const body = { uploadId: owned().uploadId, ...PLAN, columns: ['email'] };
      expect((await owner().post('/api/imports/values', body)).status).toBe(200);
      const answer = await stranger().post('/api/imports/values', body);
      expect(answer.status).toBe(404);
      expect(JSON.stringify(answer.body)).not.toContain('secret');
    },
    'POST /api/imports/tool-rows': async () => {
      const tool = { tool: 'default', column: 'email', value: 'x' };
      const body = { uploadId: owned().uploadId, tool };
      expect((await owner().post('/api/imports/tool-rows', body)).status).toBe(200);
      expect((await stranger().post('/api/imports/tool-rows', body)).status).toBe(404);
    },
    'GET /api/import-templates': async () => {
      const id = await template();
      expect(JSON.stringify((await owner().get('/api/import-templates')).body)).toContain(id);
      expect((await stranger().get('/api/import-templates')).body).toEqual([]);
    },
    'POST /api/import-templates': async () => {
      await template();
      // The owner has a template of this name.
      const { status, body } = await stranger().post<{ id: string }>('/api/import-templates', {
        name: 'secret template',
        plan: PLAN,
      });
      expect(status).toBe(201);
      expect((await call(stranger(), 'DELETE', `/api/import-templates/${body.id}`)).status).toBe(200);
    },
    'PATCH /api/import-templates/:id': () => refused('PATCH', '', { name: 'mine' }),
    'DELETE /api/import-templates/:id': () => refused('DELETE', ''),
    'POST /api/import-templates/match': async () => {
      await template();
      const answer = await stranger().post('/api/import-templates/match', { columns: ['email'] });
      expect(answer).toMatchObject({ status: 200, body: { match: null } });
    },
    'POST /api/import-templates/:id/adapt': () => refused('POST', '/adapt', { columns: ['email'] }),
  };
}
