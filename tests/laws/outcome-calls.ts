import { expect } from 'vitest';
import type { ImportedOutcomes, OutcomeFigures } from '#contract/outcomes.ts';
import { call } from '#tests/support/calls.ts';
import { formWith, type SignedIn } from '#tests/support/client.ts';
import { csvFile } from '#tests/support/imports.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';

interface OutcomeSides {
  url: string;
  owner: SignedIn;
  stranger: SignedIn;
  owned: { leadId: string; deliveryId: string };
}

/** Returns calls of the stranger and its program for the owner's sale; each asserts its outcome. */
export function outcomeCalls(sides: () => OutcomeSides): Record<string, () => Promise<void>> {
  /** The customer of the owner's sale has the same number. */
  const customerNumber = 'secret';
  const isUntouched = async () => {
    const { owner, owned } = sides();
    expect((await owner.get(`/api/leads/${owned.leadId}`)).body).toMatchObject({ isSold: true });
  };
  return {
    'POST /api/v1/outcomes': async () => {
      const { url, stranger, owned } = sides();
      const program = programOf(url, await tokenFor(stranger, { scopes: 'outcomes', customerNumber }));
      for (const named of [{ leadId: owned.leadId }, { deliveryId: owned.deliveryId }]) {
        const { status } = await program.call('POST', '/outcomes', { ...named, outcome: 'returned' });
        expect(status).toBe(404);
      }
      await isUntouched();
    },
    'POST /api/outcomes/import': async () => {
      const { stranger, owned } = sides();
      const rows = [
        ['Lead ID', 'Email', 'Outcome'],
        [owned.leadId, 'secret@example.com', 'returned'],
      ];
      const body = formWith([
        ['customerNumber', customerNumber],
        ['file', csvFile(rows)],
      ]);
      const response = await stranger.send('/api/outcomes/import', { method: 'POST', body });
      const imported = (await response.json()) as ImportedOutcomes;
      expect([response.status, imported.matched, imported.notMatched]).toEqual([200, 0, 1]);
      await isUntouched();
    },
    'GET /api/outcomes': async () => {
      const { owner, stranger } = sides();
      const { body: own } = await owner.get<{ total: OutcomeFigures }>('/api/outcomes');
      expect(own.total.sold).toBe(1);
      const { body } = await stranger.get<{ total: OutcomeFigures }>(
        `/api/outcomes?customer=${customerNumber}`,
      );
      expect(body).toMatchObject({ total: { sold: 0 }, rows: [] });
    },
    'PUT /api/source-costs': async () => {
      const { owner, stranger } = sides();
      const cost = { source: 'x', cost: '1', currency: 'EUR' };
      expect((await call(stranger, 'PUT', '/api/source-costs', cost)).status).toBe(200);
      expect((await owner.get('/api/outcomes')).body).toMatchObject({ costs: [] });
    },
    'GET /api/outcomes/file': async () => {
      const response = await sides().stranger.send('/api/outcomes/file', {});
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain('secret');
    },
  };
}
