import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '#tests/support/client.ts';

/** Requests of programs and people that run side by side until they are told to stop. */
export interface Load {
  /** Answered requests. */
  answered: number;
  /** Answers other than success, and requests without an answer. Each request is repeated until it succeeds. */
  failed: number;
  /** Failures by what they were, such as `502` or `fetch failed`. */
  failures: Map<string, number>;
  /** Requests that got no answer at all, which count as failed too. */
  unanswered: number;
  /** Milliseconds of the slowest request, all its attempts included. */
  slowestMs: number;
  /** Milliseconds that one attempt took at most to get its answer, a success or not, or to be given up. */
  longestAnswerMs: number;
  /** Returns once every request that was begun has succeeded. */
  stop(): Promise<void>;
}

/** A request that is repeated until it succeeds; throws or returns false if it didn't. */
type Request = () => Promise<Response>;

const ANSWERS_WITHIN_MS = 30_000;
const RETRY_MS = 100;

/** Begins a load of `clients` at once, which pause after each request; `next` makes the next one. */
function beginLoad(
  clients: number,
  pauseMs: number,
  next: () => { send: Request; onText?(text: string): void },
): Load {
  let isStopped = false;
  const load: Load = {
    answered: 0,
    failed: 0,
    failures: new Map(),
    unanswered: 0,
    slowestMs: 0,
    longestAnswerMs: 0,
    stop: async () => undefined,
  };
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const { send, onText } = next();
      const begun = performance.now();
      const text = await untilAnswered(send, load);
      load.slowestMs = Math.max(load.slowestMs, performance.now() - begun);
      onText?.(text);
      load.answered++;
      if (pauseMs > 0) await wait(pauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, run));
  load.stop = async () => {
    isStopped = true;
    await running;
  };
  return load;
}

async function untilAnswered(send: Request, load: Load): Promise<string> {
  for (;;) {
    const begun = performance.now();
    const { text, failure, isAnswered } = await attempt(send);
    load.longestAnswerMs = Math.max(load.longestAnswerMs, performance.now() - begun);
    if (failure === null) return text;
    load.failed++;
    if (!isAnswered) load.unanswered++;
    load.failures.set(failure, (load.failures.get(failure) ?? 0) + 1);
    await wait(RETRY_MS);
  }
}

/** Outcome of one attempt of a request. */
interface Outcome {
  text: string;
  /** Status or message of a failure, or null after a success. */
  failure: string | null;
  isAnswered: boolean;
}

async function attempt(send: Request): Promise<Outcome> {
  try {
    const response = await send();
    const text = await response.text();
    return { text, failure: response.ok ? null : String(response.status), isAnswered: true };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { text: '', failure, isAnswered: false };
  }
}

/** Begins people who read pages of the lead list. */
export function beginReads(client: Client, clients: number, pauseMs = 0): Load {
  let page = 0;
  return beginLoad(clients, pauseMs, () => {
    const path = `/api/leads?limit=20&offset=${20 * (page++ % 100)}`;
    return { send: () => client.send(path, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }) };
  });
}

/** Begins programs that create a lead with each request; the ids of those that were acknowledged go into `acknowledged`. */
export function beginWrites(
  client: Client,
  token: string,
  clients: number,
  acknowledged: Set<string> = new Set(),
  pauseMs = 0,
): Load {
  return beginLoad(clients, pauseMs, () => {
    const key = randomUUID();
    const init = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email: `program-${key}@example.com`, city: 'Rome' }),
    };
    return {
      send: () => client.send('/api/v1/leads', { ...init, signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }),
      onText: (text) => {
        const { lead } = JSON.parse(text) as { lead?: { id: string } };
        acknowledged.add(lead?.id ?? text);
      },
    };
  });
}
