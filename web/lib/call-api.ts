import type { Endpoint, ReplyOf, SentTo } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { serverReach } from './server-reach.ts';

// Browsers refuse to complete calls with longer bodies after the page is left: 64 KiB, and a character can take 3 bytes.
const KEEPALIVE_CHARACTERS = 20_000;

/** Statuses with which a proxy or the server says that it can't answer at the moment. */
const AWAY = new Set([502, 503, 504]);

let renewal: () => Promise<boolean> = async () => false;

/**
 * Sets the function that is called when the session has ended. It resolves to true once the same user is
 * signed in again; the calls that waited for it are then repeated.
 */
export function onUnauthenticated(renew: () => Promise<boolean>): void {
  renewal = renew;
}

/**
 * Resolves to true if a refused call is worth repeating, because the session had ended and the user has
 * signed in again. A 401 of a call that checks credentials of its own means wrong credentials.
 */
export async function isRenewed(status: number, endpoint: Pick<Endpoint, 'errors'>): Promise<boolean> {
  return status === 401 && !endpoint.errors.includes('wrong_credentials') && (await renewal());
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

export interface CallOptions {
  /** Completes the call even if the page is left meanwhile. */
  keepalive?: boolean;
  /** True for a write that may safely arrive twice. Reading calls always may. */
  repeats?: boolean;
  /** False for a call that is of no use to a user who has to sign in again for it. */
  renews?: boolean;
}

/**
 * Makes a call of the contract with path parameters, query and JSON body, and returns its typed reply
 * (undefined for 204). While the server is out of reach it waits; a call that got no answer is repeated when
 * the server is back if it may arrive twice, and one that was refused because the session had ended when the
 * user has signed in again.
 * @throws ApiError for an unsuccessful answer, and the error of fetch when the connection breaks
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
  { keepalive = false, repeats = endpoint.method === 'GET', renews = true }: CallOptions = {},
): Promise<ReplyOf<E>> {
  const parts: Parts = input;
  const json = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  const send = () =>
    fetch(callUrl(endpoint, parts), {
      method: endpoint.method,
      credentials: 'include',
      ...(json !== undefined && { body: json, headers: { 'content-type': 'application/json' } }),
      ...(signal && { signal }),
      ...(keepalive && (json ?? '').length < KEEPALIVE_CHARACTERS && { keepalive }),
    });
  let response = await sendWhenReachable(send, repeats, signal);
  if (renews && (await isRenewed(response.status, endpoint)))
    response = await sendWhenReachable(send, repeats, signal);
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<E>;
}

/**
 * Sends a request once the server can be reached, and again if it got no answer and `repeats`.
 * @throws the error of `send` if the server answers others, or the request may not arrive twice
 */
export async function sendWhenReachable(
  send: () => Promise<Response>,
  repeats: boolean,
  signal?: AbortSignal,
): Promise<Response> {
  for (;;) {
    if (serverReach.get() !== 'reachable') await serverReach.whenReachable(signal);
    const sent = await send().catch((error: Error) => error);
    if (sent instanceof Response && !AWAY.has(sent.status)) return sent;
    // The caller is told at once of what won't be repeated.
    const answers = signal?.aborted === true || serverReach.check();
    if (repeats && !(await answers)) continue;
    if (sent instanceof Response) return sent;
    throw sent;
  }
}
