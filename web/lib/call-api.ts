import type { Endpoint, ReplyOf, SentTo } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';

// Browsers refuse to complete calls with longer bodies after the page is left: 64 KiB, and a character can take 3 bytes.
const KEEPALIVE_CHARACTERS = 20_000;

const listeners = new Set<() => void>();

/** Runs `listener` whenever a call returns 401. Returns the function that unsubscribes. */
export function onUnauthenticated(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Converts an unsuccessful answer to an error. A 401 also notifies the listeners, except from calls that
 * check credentials of their own: there it means wrong credentials, not an expired session.
 */
export function toApiError(
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

/** Returns the URL of a call: its path with the parameters inserted, and its query. */
export function callUrl(endpoint: Endpoint, input: Parts): string {
  let path: string = endpoint.path;
  for (const [key, value] of entries(input.params)) path = path.replace(`:${key}`, encodeURIComponent(value));
  const query = new URLSearchParams(entries(input.query)).toString();
  return query === '' ? path : `${path}?${query}`;
}

/**
 * Makes a call of the contract with path parameters, query and JSON body, and returns its typed reply
 * (undefined for 204). With `keepalive`, the call is completed even if the page is left meanwhile.
 * @throws ApiError for an unsuccessful answer, and the error of fetch when the server can't be reached
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
  keepalive = false,
): Promise<ReplyOf<E>> {
  const parts: Parts = input;
  const json = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  const response = await fetch(callUrl(endpoint, parts), {
    method: endpoint.method,
    credentials: 'include',
    ...(json !== undefined && { body: json, headers: { 'content-type': 'application/json' } }),
    ...(signal && { signal }),
    ...(keepalive && (json ?? '').length < KEEPALIVE_CHARACTERS && { keepalive }),
  });
  const text = await response.text();
  if (!response.ok) throw toApiError(response.status, response.statusText, text, endpoint);
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<E>;
}
