import type { Access } from '#contract/endpoint.ts';
import type { ApiToken } from '#contract/tokens.ts';
import type { Answer, SignedIn } from './client.ts';

/** Calls the public API as a program does: with a token and no cookie. Paths are those below /api/v1. */
export interface Program {
  call<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  send(path: string, init: RequestInit): Promise<Response>;
}

/** A program with a token; without one its calls carry none. */
export function programOf(url: string, token: string | null): Program {
  const send = (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    return fetch(`${url}/api/v1${path}`, { ...init, headers });
  };
  return {
    send,
    call: async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await send(path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: (text === '' ? null : JSON.parse(text)) as T,
      };
    },
  };
}

/** Creates a token as an administrator and returns it in full. */
export async function tokenFor(
  admin: SignedIn,
  input: { name?: string; scopes?: string; customerNumber?: string; expiresAt?: string | null } = {},
): Promise<string> {
  const { status, body } = await admin.post<ApiToken & { fullToken: string }>('/api/tokens', {
    name: 'test',
    ...input,
  });
  if (status !== 201) throw new Error(`The token was refused with ${status}: ${JSON.stringify(body)}`);
  return body.fullToken;
}

/** Customer of the tokens for outcomes. */
export const OUTCOMES_CUSTOMER = 'C 1';

/** Creates a token for each permission, and returns the token that a call needs. */
export async function tokensFor(admin: SignedIn): Promise<(access: Access) => string> {
  const general = await tokenFor(admin);
  const outcomes = await tokenFor(admin, { scopes: 'outcomes', customerNumber: OUTCOMES_CUSTOMER });
  return (access) => (access === 'token:outcomes' ? outcomes : general);
}
