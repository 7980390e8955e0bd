import type { Endpoint, ReplyOf, SentTo } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';

const listeners = new Set<() => void>();

/** Runs `listener` whenever any call is answered 401. Returns what ends that. */
export function onUnauthenticated(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * What an answer that is no success becomes. A 401 also tells the listeners, save from a call that checks
 * credentials of its own: there it says that those are wrong, not that the session is over.
 */
export function refused(
  status: number,
  statusText: string,
  body: string,
  endpoint?: Pick<Endpoint, 'errors'>,
): ApiError {
  if (status === 401 && !endpoint?.errors.includes('wrong_credentials')) {
    for (const listener of listeners) listener();
  }
  return new ApiError(status, statusText, body);
}

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

function entries(part: unknown): [string, string][] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    value === undefined || value === null ? [] : [[key, String(value)]],
  );
}

/** The address of a call: its path with the parameters set in, and its query. */
export function addressOf(endpoint: Endpoint, input: Parts): string {
  let path: string = endpoint.path;
  for (const [key, value] of entries(input.params)) path = path.replace(`:${key}`, encodeURIComponent(value));
  const query = new URLSearchParams(entries(input.query)).toString();
  return query === '' ? path : `${path}?${query}`;
}

/**
 * Makes a call of the contract: path parameters, query and JSON body in, its typed reply out (undefined for 204).
 * Throws ApiError for an answer that is no success, and what fetch throws when the server is not reached.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  const parts: Parts = input;
  const json = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  const response = await fetch(addressOf(endpoint, parts), {
    method: endpoint.method,
    credentials: 'include',
    ...(json !== undefined && { body: json, headers: { 'content-type': 'application/json' } }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  if (!response.ok) throw refused(response.status, response.statusText, text, endpoint);
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<E>;
}
