import { connect } from 'node:net';
import { expect } from 'vitest';
import { type ErrorReply, errorReply } from '#contract/errors.ts';
import { type PublicError, publicError } from '#contract/public-errors.ts';
import { securityHeaders } from '#server/platform/http/headers.ts';

/** Headers of an answer that was given up for an error, which would describe the wrong body. */
const FOREIGN = ['content-disposition', 'content-encoding', 'etag', 'x-total-count', 'x-powered-by'];

/**
 * Expects an error in the shape of the contract: JSON without unknown members, the id of the request in it and beside it,
 * the security headers, kept by no cache. Returns its body.
 */
export async function expectContractError(
  response: Response,
  status: number,
  form: 'own' | 'public' = 'own',
): Promise<ErrorReply | PublicError> {
  const text = await response.text();
  expect([response.status, text]).toEqual([status, expect.stringContaining('requestId')]);
  const { headers } = response;
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body = (form === 'public' ? publicError : errorReply).strict().parse(JSON.parse(text));
  expect(body.message).not.toBe('');
  expect(headers.get('x-request-id')).toBe(body.requestId);
  expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
  for (const [name, value] of Object.entries(securityHeaders())) {
    expect([name, headers.get(name)]).toEqual([name, value]);
  }
  expect(headers.get('cache-control')).toBe('no-store');
  for (const name of FOREIGN) expect([name, headers.get(name)]).toEqual([name, null]);
  if (status === 503 || status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  return body;
}

/** Sends bytes as they are, and returns what comes back until the server ends the connection. */
export function sendBytes(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket
      .on('data', (chunk: Buffer) => {
        answer += chunk.toString('latin1');
      })
      .on('close', () => resolve(answer))
      .on('error', reject);
  });
}

/** Reads an answer as it stands on the wire. */
export function responseFrom(answer: string): Response {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [line = '', ...headers] = head.split('\r\n');
  const status = Number(line.split(' ')[1]);
  return new Response(body, {
    status,
    headers: headers.map((header): [string, string] => {
      const [name = '', ...value] = header.split(': ');
      return [name, value.join(': ')];
    }),
  });
}
