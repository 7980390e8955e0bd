import { beforeAll, expect, test } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { makeLead, readLeadDetail, runBulkCall, runUndoCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import type { FieldServer } from './field-sinks.ts';

/** Registers tests for a plain text field in the list of leads: bulk changes, conditions and order. */
export function followFieldsInLists(server: () => FieldServer): void {
  let user: SignedIn;
  let leads: Lead[];

  beforeAll(async () => {
    user = await signUp(server().app.url);
    const values = ['birch', 'Ash', 'cedar'];
    leads = [];
    for (const [nth, value] of values.entries()) {
      const held = Object.fromEntries(server().fields.map(({ key }) => [key, value]));
      leads.push(await makeLead(user, { email: `lead-${nth}@example.com`, ...held }));
    }
  });

  const shown = async (key: string, query: Record<string, string>): Promise<unknown[]> => {
    const path = `/api/leads?${new URLSearchParams(query)}`;
    const { status, body } = await user.get<{ leads: Lead[] }>(path);
    expect([path, status, body]).toEqual([path, 200, body]);
    return body.leads.map((lead) => lead[key as keyof Lead]);
  };

  test('list: sorted by it in both orders', async () => {
    for (const { key } of server().fields) {
      expect(await shown(key, { sort: key, order: 'asc' })).toEqual(['Ash', 'birch', 'cedar']);
      expect(await shown(key, { sort: key, order: 'desc' })).toEqual(['cedar', 'birch', 'Ash']);
    }
  });

  test('list: narrowed by conditions', async () => {
    for (const { key } of server().fields) {
      const where = (...condition: string[]) => ({ where: JSON.stringify([[key, ...condition]]) });
      expect(await shown(key, where('is', 'ASH'))).toEqual(['Ash']);
      expect(await shown(key, where('contains', 'c'))).toEqual(['cedar', 'birch']);
      expect(await shown(key, where('isEmpty'))).toEqual([]);
    }
  });

  test('bulk: set for many leads and undone', async () => {
    const [first] = leads;
    if (first === undefined) throw new Error('There is no lead');
    for (const { key } of server().fields) {
      const action = { type: 'setField', field: key, value: 'Douglas fir' } as const;
      const { id, changed } = await runBulkCall(user, { filter: {} }, action);
      expect([key, changed]).toEqual([key, leads.length]);
      expect(await readLeadDetail(user, first.id)).toMatchObject({ [key]: 'Douglas fir' });
      await runUndoCall(user, id);
      expect(await readLeadDetail(user, first.id)).toMatchObject({ [key]: 'birch' });
    }
  });
}
