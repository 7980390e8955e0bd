import type { Endpoint, ReplyOf, SentTo } from '#contract/endpoint.ts';
import { ApiError } from './api-error.ts';
import { callUrl, isRenewed, sendWhenReachable } from './call-api.ts';

const MARK = 'data:';

/** Older browsers can't iterate over a body. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Cancels the body when the consumer stops early; a broken body has nothing to cancel.
    await reader.cancel().catch(() => undefined);
  }
}

/** Parses JSON events from `data:` lines and ignores other lines. */
export async function* parseEventStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    yield* parsed(lines);
  }
  yield* parsed([rest + decoder.decode()]);
}

function* parsed(lines: string[]): Generator<unknown> {
  for (const line of lines) if (line.startsWith(MARK)) yield JSON.parse(line.slice(MARK.length));
}

export interface FollowOptions {
  query?: Record<string, unknown>;
  signal?: AbortSignal;
}

/**
 * Sends a multipart form and yields the reply's validated events. @throws ApiError for an
 * unsuccessful answer, fetch's error when the connection breaks or `signal` aborts
 */
export function follow<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  { query, signal }: FollowOptions = {},
): AsyncGenerator<ReplyOf<E>> {
  return eventsFrom(endpoint, callUrl(endpoint, { query }), { body: form, signal });
}

/** Does the same for a call with parameters and JSON body. */
export function followCall<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
): AsyncGenerator<ReplyOf<E>> {
  const { params, body }: { params?: unknown; body?: unknown } = input;
  const json = body !== undefined && {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
  return eventsFrom(endpoint, callUrl(endpoint, { params }), { ...json, signal });
}

async function* eventsFrom<E extends Endpoint>(
  endpoint: E,
  address: string,
  { signal, ...sent }: { body?: BodyInit; headers?: HeadersInit; signal: AbortSignal | undefined },
): AsyncGenerator<ReplyOf<E>> {
  const send = () =>
    fetch(address, {
      method: endpoint.method,
      credentials: 'include',
      ...sent,
      ...(signal && { signal }),
    });
  let response = await sendWhenReachable(send, false, signal);
  if (await isRenewed(response.status, endpoint)) response = await send();
  if (!response.ok || !response.body)
    throw new ApiError(response.status, response.statusText, await response.text());
  for await (const event of parseEventStream(chunksOf(response.body)))
    yield endpoint.reply.parse(event) as ReplyOf<E>;
}
