import type { Endpoint, ReplyOf, SentTo } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { serverReach } from './server-reach.ts';

// Browsers limit keepalive bodies to 64 KiB, and a character can take 3 bytes.
const KEEPALIVE_CHARACTERS = 20_000;

/** Statuses of a temporarily unavailable server or proxy. */
const AWAY = new Set([502, 503, 504]);

let renewal: () => Promise<boolean> = async () => false;

/** Sets the handler of ended sessions; it resolves to true once the same user has signed in again. */
export function onUnauthenticated(renew: () => Promise<boolean>): void {
  renewal = renew;
}

/**
 * Resolves to true once the user has signed in again after an ended session; wrong credentials also
 * answer 401.
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

/** Returns the path with parameters and query. */
export function callUrl(endpoint: Endpoint, input: Parts): string {
  let path: string = endpoint.path;
  for (const [key, value] of entries(input.params)) path = path.replace(`:${key}`, encodeURIComponent(value));
  const query = new URLSearchParams(entries(input.query)).toString();
  return query === '' ? path : `${path}?${query}`;
}

export interface CallOptions {
  /** Completes even if the page is left. */
  keepalive?: boolean;
  /** Marks a write that may safely arrive twice, as reads always may. */
  repeats?: boolean;
  /** False if the call isn't worth signing in again. */
  renews?: boolean;
}

/**
 * Sends a call, with `form` in place of a JSON body. Waits while the server is unreachable, and repeats calls refused for
 * an ended session, with `repeats` also unanswered calls. @throws ApiError for an unsuccessful answer, fetch's error when
 * the connection breaks
 */
export async function sendCall(
  endpoint: Endpoint,
  input: Parts,
  signal?: AbortSignal,
  { keepalive, repeats = false, renews = true, form }: CallOptions & { form?: FormData } = {},
): Promise<Response> {
  const json = input.body === undefined ? undefined : JSON.stringify(input.body);
  const send = () =>
    fetch(callUrl(endpoint, input), {
      method: endpoint.method,
      credentials: 'include',
      ...(form && { body: form }),
      ...(json !== undefined && { body: json, headers: { 'content-type': 'application/json' } }),
      ...(signal && { signal }),
      ...(keepalive && (json ?? '').length < KEEPALIVE_CHARACTERS && { keepalive }),
    });
  let response = await sendWhenReachable(send, repeats, signal);
  if (renews && (await isRenewed(response.status, endpoint)))
    response = await sendWhenReachable(send, repeats, signal);
  if (response.ok) return response;
  throw new ApiError(response.status, response.statusText, await response.text());
}

/** Calls an endpoint and returns its typed reply, undefined for 204; reads are repeated. @throws the errors of `sendCall` */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const repeats = endpoint.method === 'GET';
  const text = await (await sendCall(endpoint, input, signal, { repeats, ...options })).text();
  return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<E>;
}

/**
 * Sends once the server is reachable, and again after no answer if `repeats`. @throws the error of
 * `send` if a repeat is impossible
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
    // Calls that won't be repeated fail at once.
    const answers = signal?.aborted === true || serverReach.check();
    if (repeats && !(await answers)) continue;
    if (sent instanceof Response) return sent;
    throw sent;
  }
}
