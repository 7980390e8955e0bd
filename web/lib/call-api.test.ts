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

function answeringInTurn(...answers: [status: number, body: string][]) {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => {
    const [status, body] = answers.shift() ?? [500, ''];
    return new Response(body || null, { status });
  });
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
    answering(500, '', 'Internal Server Error');
    await expect(callApi(rename, INPUT)).rejects.toThrow('500: Internal Server Error');
    answering(500, '<html>', 'Internal Server Error');
    const error: unknown = await callApi(rename, INPUT).catch((reason: unknown) => reason);
    expect(messageOf(error, 'Failed')).toBe('Failed');
  });

  it('asks for a new session after a 401 alone, and repeats the call once there is one', async () => {
    const renew = vi.fn(async () => false);
    onUnauthenticated(renew);
    answering(403, '');
    await expect(callApi(rename, INPUT)).rejects.toThrow('403');
    expect(renew).not.toHaveBeenCalled();
    answering(401, '');
    await expect(callApi(rename, INPUT)).rejects.toThrow('401');
    expect(renew).toHaveBeenCalledOnce();

    onUnauthenticated(async () => true);
    const fetched = answeringInTurn([401, ''], [200, '{"name":"Ana"}']);
    await expect(callApi(rename, INPUT)).resolves.toEqual({ name: 'Ana' });
    expect(fetched.mock.calls[1]).toEqual(fetched.mock.calls[0]);
    // A second rejection is the answer.
    answering(401, '');
    await expect(callApi(rename, INPUT)).rejects.toThrow('401');
  });

  it('takes a 401 of a call that checks credentials for wrong credentials', async () => {
    const renew = vi.fn(async () => true);
    onUnauthenticated(renew);
    const fetched = answering(401, '');
    await expect(callApi({ ...rename, errors: ['wrong_credentials'] }, INPUT)).rejects.toThrow('401');
    expect([renew, fetched].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  });

  it('repeats a read and a repeatable write when the server is back, and no other write', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { onLine: true });
    const read = { ...rename, method: 'GET' as const };
    const calls = [
      () => callApi(read, { params: { id: '7' } } as never),
      () => callApi(rename, INPUT, undefined, { repeats: true }),
    ];
    for (const call of calls) {
      // The call and the probe, each twice.
      const fetched = answeringInTurn([503, ''], [503, ''], [200, ''], [200, '{"name":"Ana"}']);
      const answer = call();
      await vi.advanceTimersByTimeAsync(5000);
      await expect(answer).resolves.toEqual({ name: 'Ana' });
      expect(fetched.mock.calls.map(([address]) => address.includes('/readyz'))).toEqual([
        false,
        true,
        true,
        false,
      ]);
    }
    answering(503, '');
    await expect(callApi(rename, INPUT)).rejects.toThrow('503');
    // Further calls wait for the server.
    const fetched = answering(200, '{"name":"Ana"}');
    const waiting = callApi(rename, INPUT);
    await vi.advanceTimersByTimeAsync(0);
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([]);
    await vi.advanceTimersByTimeAsync(5000);
    await expect(waiting).resolves.toEqual({ name: 'Ana' });
    vi.useRealTimers();
  });
});
