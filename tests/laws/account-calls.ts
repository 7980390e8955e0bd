import { expect } from 'vitest';
import { call } from '#tests/support/calls.ts';
import { clientOf, PASSWORD, type SignedIn } from '#tests/support/client.ts';
import type { TwoFactorUser } from '#tests/support/two-factor.ts';

/** Accounts and security settings of the owner's organization, which is the Default Organization. */
export interface OwnedAccounts {
  colleagueId: string;
  sessionId: string;
  entryId: string;
  factor: TwoFactorUser;
}

/** The owner and the stranger of every call, available when the tests run. */
export interface AccountSides {
  url: () => string;
  owner: () => SignedIn;
  stranger: () => SignedIn;
  owned: () => OwnedAccounts;
}

/** Returns the stranger's calls to the account and security endpoints with the owner's ids; each asserts its outcome. */
export function accountCalls({
  url,
  owner,
  stranger,
  owned,
}: AccountSides): Record<string, () => Promise<void>> {
  const answered = async (
    expected: number,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ) => {
    const answer = await call(stranger(), method, path, body);
    expect([path, answer.status]).toEqual([path, expected]);
    const text = JSON.stringify(answer.body);
    expect(text).not.toContain('secret');
    expect(text).not.toContain(owner().user.id);
    expect(text).not.toContain(owned().colleagueId);
    expect(text).not.toContain(owned().entryId);
    return answer;
  };
  const colleague = () => `/api/users/${owned().colleagueId}`;
  const entry = () => `/api/ip-whitelist/${owned().entryId}`;

  return {
    'POST /api/user/password': async () => {
      // The call only ever changes the caller's own password, even if the body names another user.
      const body = { currentPassword: 'not the password', newPassword: 'a password of mine' };
      await answered(401, 'POST', '/api/user/password', body);
      await answered(400, 'POST', '/api/user/password', { ...body, userId: owner().user.id });
    },
    'GET /api/users': async () => {
      await answered(200, 'GET', '/api/users');
    },
    'POST /api/users': async () => {
      // The name is taken in another organization; the answer reveals nothing else.
      await answered(409, 'POST', '/api/users', { username: 'secret colleague', password: PASSWORD });
    },
    'PATCH /api/users/:id/admin': async () => {
      await answered(404, 'PATCH', `${colleague()}/admin`, { isAdmin: true });
    },
    'POST /api/users/:id/password': async () => {
      await answered(404, 'POST', `${colleague()}/password`);
    },
    'DELETE /api/users/:id': async () => {
      await answered(404, 'DELETE', colleague());
    },
    'GET /api/sessions': async () => {
      const { body } = await answered(200, 'GET', '/api/sessions');
      expect(JSON.stringify(body)).not.toContain(owned().sessionId);
    },
    'DELETE /api/sessions/:id': async () => {
      await answered(404, 'DELETE', `/api/sessions/${owned().sessionId}`);
    },
    'POST /api/sessions/end-others': async () => {
      await answered(200, 'POST', '/api/sessions/end-others');
      expect((await owner().get('/api/user')).status).toBe(200);
    },
    'GET /api/organizations': async () => {
      await answered(403, 'GET', '/api/organizations');
    },
    'POST /api/organizations': async () => {
      await answered(403, 'POST', '/api/organizations', { name: 'Mine' });
    },
    'PATCH /api/organizations/:id': async () => {
      await answered(403, 'PATCH', `/api/organizations/${owner().user.organizationId}`, { name: 'Mine' });
    },
    'DELETE /api/organizations/:id': async () => {
      const { id, name } = owner().user.organization;
      await answered(403, 'DELETE', `/api/organizations/${id}`, { name });
      expect((await owner().get('/api/user')).status).toBe(200);
    },
    'POST /api/organizations/:id/restore': async () => {
      await answered(403, 'POST', `/api/organizations/${owner().user.organizationId}/restore`);
    },
    'POST /api/organizations/:id/admins': async () => {
      const path = `/api/organizations/${owner().user.organizationId}/admins`;
      await answered(403, 'POST', path, { username: 'eve', password: PASSWORD });
    },
    'POST /api/2fa/setup': async () => {
      const { body } = await call(stranger(), 'POST', '/api/2fa/setup');
      expect(body).not.toMatchObject({ secret: owned().factor.secret });
    },
    'POST /api/2fa/verify': async () => {
      await call(stranger(), 'POST', '/api/2fa/setup');
      await answered(400, 'POST', '/api/2fa/verify', { token: owned().factor.recoveryCodes[0] });
    },
    'POST /api/2fa/disable': async () => {
      // Only the owner's colleague has it enabled.
      await answered(409, 'POST', '/api/2fa/disable', { password: PASSWORD });
      const password = { username: 'secret colleague', password: PASSWORD };
      expect((await clientOf(url()).post('/api/login', password)).body).toMatchObject({
        twoFactorRequired: true,
      });
    },
    'POST /api/2fa/recovery-codes': async () => {
      await answered(409, 'POST', '/api/2fa/recovery-codes', { password: PASSWORD });
    },
    'POST /api/export-auth/toggle': async () => {
      const body = { enabled: true, userId: owner().user.id };
      await answered(400, 'POST', '/api/export-auth/toggle', body);
    },
    'GET /api/my-ip': async () => {
      await answered(200, 'GET', '/api/my-ip');
    },
    'GET /api/ip-whitelist-status': async () => {
      const { body } = await answered(200, 'GET', '/api/ip-whitelist-status');
      expect(body).toEqual({ enabled: false, isWhitelisted: true, activeEntries: 0 });
    },
    'GET /api/ip-whitelist': async () => {
      expect((await answered(200, 'GET', '/api/ip-whitelist')).body).toEqual([]);
    },
    'POST /api/ip-whitelist': async () => {
      // The owner has this entry; to the stranger it must look free.
      const { body } = await answered(201, 'POST', '/api/ip-whitelist', { ipAddress: '127.0.0.0/8' });
      await answered(200, 'DELETE', `/api/ip-whitelist/${String(body['id'])}`);
    },
    'PATCH /api/ip-whitelist/:id': async () => {
      await answered(404, 'PATCH', entry(), { isActive: false });
    },
    'DELETE /api/ip-whitelist/:id': async () => {
      await answered(404, 'DELETE', entry());
    },
  };
}
