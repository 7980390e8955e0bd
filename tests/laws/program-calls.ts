import { expect } from 'vitest';
import type { ApiToken } from '#contract/tokens.ts';
import { call } from '#tests/support/calls.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';

/** API tokens of the owner's organization. */
export interface OwnedTokens {
  tokenId: string;
}

/** The owner and the stranger of every call, available when the tests run. */
export interface ProgramSides {
  url: string;
  owner: SignedIn;
  stranger: SignedIn;
  owned: OwnedTokens & { leadId: string };
}

interface Written {
  lead?: { id: string };
  results?: { lead?: { id: string } }[];
}

/** Returns calls of the stranger and its program for the owner's tokens, audit trail and leads; each asserts its outcome. */
export function programCalls(sides: () => ProgramSides): Record<string, () => Promise<void>> {
  const program = async (): Promise<Program> => programOf(sides().url, await tokenFor(sides().stranger));

  const creates = async (path: string, body: unknown): Promise<void> => {
    // The owner has this email; to the stranger it must look free.
    const answer = await (await program()).call<Written>('POST', path, body);
    expect(answer.status).toBeLessThan(300);
    const id = answer.body.lead?.id ?? answer.body.results?.[0]?.lead?.id;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(id).not.toBe(sides().owned.leadId);
    expect((await call(sides().stranger, 'DELETE', `/api/leads/${id}`)).status).toBe(200);
  };

  const finds404 = async (method: 'GET' | 'DELETE'): Promise<void> => {
    const { owner, owned } = sides();
    expect((await (await program()).call(method, `/leads/${owned.leadId}`)).status).toBe(404);
    expect((await owner.get(`/api/leads/${owned.leadId}`)).body).toMatchObject({ deletedAt: null });
  };

  return {
    'GET /api/audit-logs/export': async () => {
      const { owner, stranger } = sides();
      const response = await stranger.send('/api/audit-logs/export?format=jsonl', {});
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain(owner.user.id);
    },
    'GET /api/audit-logs': async () => {
      const { owner, stranger } = sides();
      expect(JSON.stringify((await owner.get('/api/audit-logs')).body)).toContain(owner.user.id);
      const { status, body } = await stranger.get('/api/audit-logs?limit=200');
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain(owner.user.id);
    },
    'GET /api/tokens': async () => {
      const { owner, stranger, owned } = sides();
      expect(JSON.stringify((await owner.get('/api/tokens')).body)).toContain(owned.tokenId);
      expect(JSON.stringify((await stranger.get('/api/tokens')).body)).not.toMatch(/secret/);
    },
    'POST /api/tokens': async () => {
      const token = await tokenFor(sides().stranger, { name: "stranger's" });
      const { body } = await programOf(sides().url, token).call('GET', '/leads');
      expect(JSON.stringify(body)).not.toContain('secret');
      expect(JSON.stringify((await sides().owner.get('/api/tokens')).body)).not.toContain("stranger's");
    },
    'DELETE /api/tokens/:id': async () => {
      const { owner, stranger, owned } = sides();
      expect((await call(stranger, 'DELETE', `/api/tokens/${owned.tokenId}`)).status).toBe(404);
      const { body } = await owner.get<ApiToken[]>('/api/tokens');
      expect(body.map(({ id }) => id)).toContain(owned.tokenId);
    },
    'POST /api/v1/leads': () => creates('/leads', { email: 'secret@example.com' }),
    'POST /api/v1/leads/batch': () => creates('/leads/batch', { leads: [{ email: 'secret@example.com' }] }),
    'PATCH /api/v1/leads': async () => {
      const update = { identifier: { email: 'secret@example.com' }, data: { city: 'x' } };
      expect((await (await program()).call('PATCH', '/leads', update)).status).toBe(404);
    },
    'GET /api/v1/leads': async () => {
      const { status, body } = await (await program()).call('GET', '/leads');
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/secret/);
      expect(JSON.stringify(body)).not.toContain(sides().owned.leadId);
    },
    'GET /api/v1/leads/:id': () => finds404('GET'),
    'DELETE /api/v1/leads/:id': () => finds404('DELETE'),
  };
}
