import { expect } from 'vitest';
import type { SignedIn } from '#tests/support/client.ts';

/** Returns the stranger's reads of lists of the owner's grid; each asserts that it is refused. */
export function gridListCalls({
  stranger,
  uploadId,
}: {
  stranger: () => SignedIn;
  uploadId: () => string;
}): Record<string, () => Promise<void>> {
  const path = (part: string) => `/api/import-grids/${uploadId()}/${part}`;
  return {
    'GET /api/import-grids/:uploadId/numbers': async () => {
      expect((await stranger().get(path('numbers'))).status).toBe(404);
    },
    'GET /api/import-grids/:uploadId/count': async () => {
      expect((await stranger().get(path('count?column=email&value=x'))).status).toBe(404);
    },
    'POST /api/import-grids/:uploadId/rows': async () => {
      const { status, body } = await stranger().post(path('rows'), { rows: [2] });
      expect(status).toBe(404);
      expect(JSON.stringify(body)).not.toContain('secret');
    },
  };
}
