import type { Endpoint, ReplyOf, SentTo } from '#contract/endpoint.ts';
import { sendCall } from './call-api.ts';

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
export async function* follow<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  { query, signal }: FollowOptions = {},
): AsyncGenerator<ReplyOf<E>> {
  yield* eventsIn(endpoint, await sendCall(endpoint, { query }, signal, { form }));
}

/** Does the same for a call with parameters and JSON body. */
export async function* followCall<E extends Endpoint>(
  endpoint: E,
  input: SentTo<E>,
  signal?: AbortSignal,
): AsyncGenerator<ReplyOf<E>> {
  yield* eventsIn(endpoint, await sendCall(endpoint, input, signal));
}

async function* eventsIn<E extends Endpoint>(endpoint: E, { body }: Response): AsyncGenerator<ReplyOf<E>> {
  if (body === null) return;
  for await (const event of parseEventStream(chunksOf(body))) yield endpoint.reply.parse(event) as ReplyOf<E>;
}
