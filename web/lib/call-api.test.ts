import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { ApiError, messageOf, requestIdOf } from './api-error.ts';
import { callApi, callUrl, onUnauthenticated } from './call-api.ts';

const rename = endpoint({
  method: 'PATCH',
  path: '/api/things/:id',
  access: 'user',
  summary: 'Rename a thing',
  input: {
    params: z.object({ id: z.string() }),
    query: z.object({ dry: z.boolean().optional(), reason: z.string().optional() }),
    body: z.object({ name: z.string() }),
  },
  status: 200,
  reply: z.object({ name: z.string() }),
  errors: [],
});

const INPUT = { params: { id: 'a/b' }, query: { dry: true, reason: undefined }, body: { name: 'Ana' } };

function answering(status: number, body: string, statusText = '') {
  const fetched = vi.fn(
    async (_address: string, _init: RequestInit) => new Response(body || null, { status, statusText }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

describe('callUrl', () => {
  it('sets the parameters in, escaped, and leaves out what is not given', () => {
    expect(callUrl(rename, INPUT)).toBe('/api/things/a%2Fb?dry=true');
  });

  it('has no question mark without a query', () => {
    expect(callUrl(rename, { params: { id: '7' }, query: {} })).toBe('/api/things/7');
  });
});

describe('callApi', () => {
  it('sends JSON with credentials and answers the reply', async () => {
    const fetched = answering(200, '{"name":"Ana"}');
    await expect(callApi(rename, INPUT)).resolves.toEqual({ name: 'Ana' });
    expect(fetched).toHaveBeenCalledWith('/api/things/a%2Fb?dry=true', {
      method: 'PATCH',
      credentials: 'include',
      body: '{"name":"Ana"}',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('raises the status and the body, with what the server said', async () => {
    const body = '{"message":"Taken","field":"name","requestId":"r1"}';
    answering(409, body);
    const error: unknown = await callApi(rename, INPUT).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: `409: ${body}`,
      status: 409,
      serverMessage: 'Taken',
      field: 'name',
    });
    expect(messageOf(error, 'Failed')).toBe('Taken');
    expect(requestIdOf(error)).toBe('r1');
  });

  it('raises the status text when the body is empty or no JSON', async () => {
    answering(502, '', 'Bad Gateway');
    await expect(callApi(rename, INPUT)).rejects.toThrow('502: Bad Gateway');
    answering(502, '<html>', 'Bad Gateway');
    const error: unknown = await callApi(rename, INPUT).catch((reason: unknown) => reason);
    expect(messageOf(error, 'Failed')).toBe('Failed');
  });

  it('tells of a 401, and of nothing else', async () => {
    const listener = vi.fn();
    const stop = onUnauthenticated(listener);
    answering(403, '');
    await expect(callApi(rename, INPUT)).rejects.toThrow('403');
    expect(listener).not.toHaveBeenCalled();
    answering(401, '');
    await expect(callApi(rename, INPUT)).rejects.toThrow('401');
    expect(listener).toHaveBeenCalledOnce();
    stop();
    await expect(callApi(rename, INPUT)).rejects.toThrow('401');
    expect(listener).toHaveBeenCalledOnce();
  });
});
