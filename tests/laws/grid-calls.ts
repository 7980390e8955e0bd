import { expect } from 'vitest';
import type { SignedIn } from '#tests/support/client.ts';

/** Returns the stranger's calls to the grid of the owner's upload; each asserts that it is refused. */
export function gridCalls({
  stranger,
  uploadId,
}: {
  stranger: () => SignedIn;
  uploadId: () => string;
}): Record<string, () => Promise<void>> {
  const refused = async (method: string, path: string, body?: unknown): Promise<void> => {
    const response = await stranger().send(`/api/import-grids/${uploadId()}${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).not.toContain('secret');
  };
  return {
    'GET /api/import-grids/:uploadId': () => refused('GET', ''),
    'POST /api/import-grids/:uploadId/edit': () =>
      refused('POST', '/edit', { edits: [{ row: 2, column: 'email', value: 'x' }] }),
    'POST /api/import-grids/:uploadId/replace': () =>
      refused('POST', '/replace', { column: 'email', match: 'cell', find: 'x', replacement: 'y' }),
    'POST /api/import-grids/:uploadId/drop': () => refused('POST', '/drop', { dropped: true, rows: [2] }),
    'POST /api/import-grids/:uploadId/undo': () => refused('POST', '/undo'),
  };
}
