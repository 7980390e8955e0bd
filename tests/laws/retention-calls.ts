import { expect } from 'vitest';
import type { TestApp } from '#tests/support/app.ts';
import { call } from '#tests/support/calls.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { giveRules, passNight, ruleOf, runsOf } from '#tests/support/retention.ts';

/** The owner's run of a retention rule. */
export interface OwnedRun {
  runId: string;
}

/** Saves a rule and runs it. */
export async function ownRun(app: TestApp, owner: SignedIn): Promise<OwnedRun> {
  await giveRules(owner, { name: 'secret rule', where: [['city', 'is', 'nowhere']] });
  const [run] = await passNight(app, owner, 2);
  return { runId: run?.id ?? '' };
}

interface Sides {
  stranger: () => SignedIn;
  owner: () => SignedIn;
  owned: () => OwnedRun;
}

/** Returns the stranger's calls for the owner's retention rules; each asserts its outcome. */
export function retentionCalls({ stranger, owner, owned }: Sides): Record<string, () => Promise<void>> {
  return {
    'GET /api/retention': async () => {
      expect((await stranger().get('/api/retention')).body).toEqual({ rules: [] });
    },
    'PUT /api/retention': async () => {
      const { status } = await call(stranger(), 'PUT', '/api/retention', { rules: [] });
      expect(status).toBe(200);
      const { body } = await owner().get<{ rules: unknown[] }>('/api/retention');
      expect(body.rules).toHaveLength(1);
    },
    'POST /api/retention/preview': async () => {
      const rule = ruleOf({ where: [['email', 'is', 'secret@example.com']] });
      const { body } = await call(stranger(), 'POST', '/api/retention/preview', { rules: [rule] });
      expect(body).toEqual({ rules: [{ id: 'old', count: 0, examples: [] }] });
    },
    'GET /api/retention/runs': async () => {
      expect(await runsOf(stranger())).toEqual([]);
    },
    'POST /api/retention/runs/:id/undo': async () => {
      const { status } = await call(stranger(), 'POST', `/api/retention/runs/${owned().runId}/undo`);
      expect(status).toBe(404);
    },
  };
}
