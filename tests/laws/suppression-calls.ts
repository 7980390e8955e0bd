import { expect } from 'vitest';
import { call } from '#tests/support/calls.ts';
import { type Answer, fileOf, formWith, type SignedIn } from '#tests/support/client.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';

/** Suppression lists of the owner's organization. */
export interface OwnedLists {
  listId: string;
  suppressionId: string;
}

/** The owner and the stranger of every call, available when the tests run. */
export interface ListSides {
  url: string;
  owner: SignedIn;
  stranger: SignedIn;
  owned: OwnedLists;
}

/** Entry of the owner's lists. */
export const LISTED = 'secret-no@example.com';

/** Returns the stranger's and its program's calls for the owner's lists; each asserts its outcome. */
export function suppressionCalls(sides: () => ListSides): Record<string, () => Promise<void>> {
  type Send = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ) => Promise<Answer<Record<string, unknown>>>;
  const program = async (): Promise<Send> => {
    const made: Program = programOf(sides().url, await tokenFor(sides().stranger, { scopes: 'read,write' }));
    return (method, path, body) => made.call(method, path, body);
  };
  const user = async (): Promise<Send> => (method, path, body) =>
    call(sides().stranger, method, `/api${path}`, body);

  /** The owner still has list and entry. */
  const isUntouched = async () => {
    const { owner, owned } = sides();
    const { body } = await owner.get<{ entries: { id: string }[] }>(
      `/api/suppressions?listId=${owned.listId}`,
    );
    expect(body.entries.map(({ id }) => id)).toContain(owned.suppressionId);
  };
  const shows = async (send: Promise<Send>, path: string) => {
    const answer = await (await send)('GET', path);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|s…@example/);
    expect(JSON.stringify(answer.body)).not.toContain(sides().owned.listId);
  };
  const finds404 = async (send: Promise<Send>, method: 'POST' | 'DELETE', path: string, body?: unknown) => {
    expect((await (await send)(method, path, body)).status).toBe(404);
    await isUntouched();
  };
  const checks = async (send: Promise<Send>) => {
    const answer = await (await send)('POST', '/suppressions/check', { entries: [LISTED] });
    expect(JSON.stringify(answer.body)).toContain('"suppressed":false');
  };
  const creates = async (send: Promise<Send>) => {
    // The name is free in an organization of its own.
    const answer = await (await send)('POST', '/suppression-lists', { name: 'secret list' });
    expect(answer.status).toBe(201);
    expect((await (await send)('DELETE', `/suppression-lists/${answer.body['id']}`)).status).toBe(200);
  };
  const imports = async (path: string, headers: Record<string, string> = {}) => {
    const form = formWith([
      ['listId', sides().owned.listId],
      ['file', fileOf('a.csv', new TextEncoder().encode('a@example.com\n'))],
    ]);
    const response =
      headers['authorization'] === undefined
        ? await sides().stranger.send(path, { method: 'POST', body: form })
        : await fetch(`${sides().url}${path}`, { method: 'POST', body: form, headers });
    expect(response.status).toBe(404);
    await isUntouched();
  };
  const entries = () => ({ listId: sides().owned.listId, entries: ['a@example.com'] });

  const both = (
    method: string,
    path: string,
    run: (send: Promise<Send>) => Promise<void>,
  ): Record<string, () => Promise<void>> => ({
    [`${method} /api${path}`]: () => run(user()),
    [`${method} /api/v1${path}`]: () => run(program()),
  });

  return {
    ...both('GET', '/suppression-lists', (send) => shows(send, '/suppression-lists')),
    ...both('POST', '/suppression-lists', creates),
    ...both('DELETE', '/suppression-lists/:id', (send) =>
      finds404(send, 'DELETE', `/suppression-lists/${sides().owned.listId}`),
    ),
    ...both('GET', '/suppressions', (send) => shows(send, '/suppressions')),
    ...both('POST', '/suppressions', (send) => finds404(send, 'POST', '/suppressions', entries())),
    ...both('DELETE', '/suppressions/:id', (send) =>
      finds404(send, 'DELETE', `/suppressions/${sides().owned.suppressionId}`),
    ),
    ...both('POST', '/suppressions/check', checks),
    'POST /api/suppressions/import': () => imports('/api/suppressions/import'),
    'POST /api/v1/suppressions/import': async () =>
      imports('/api/v1/suppressions/import', {
        authorization: `Bearer ${await tokenFor(sides().stranger, { scopes: 'read,write' })}`,
      }),
    'GET /api/organization': async () => {
      const { status, body } = await sides().stranger.get('/api/organization');
      expect([status, body]).toMatchObject([200, { id: sides().stranger.user.organizationId }]);
    },
    'PATCH /api/organization': async () => {
      const answer = await call(sides().stranger, 'PATCH', '/api/organization', { defaultCountry: 'DE' });
      expect(answer.status).toBe(200);
      expect((await sides().owner.get('/api/organization')).body).toMatchObject({ defaultCountry: null });
    },
  };
}
