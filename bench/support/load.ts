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
  /** Milliseconds of the slowest request, all its attempts included. */
  slowestMs: number;
  /** Returns once every request that was begun has succeeded. */
  stop(): Promise<void>;
}

/** A request that is repeated until it succeeds; throws or returns false if it didn't. */
type Request = () => Promise<Response>;

const ANSWERS_WITHIN_MS = 30_000;
const RETRY_MS = 100;

/** Begins a load of `clients` at once; `next` makes the next request. */
function beginLoad(clients: number, next: () => { send: Request; onText?(text: string): void }): Load {
  let isStopped = false;
  const load: Load = {
    answered: 0,
    failed: 0,
    failures: new Map(),
    slowestMs: 0,
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
    const outcome = await attempt(send);
    if (typeof outcome !== 'string') return outcome.text;
    load.failed++;
    load.failures.set(outcome, (load.failures.get(outcome) ?? 0) + 1);
    await wait(RETRY_MS);
  }
}

/** Sends a request; returns the text of a success, or what went wrong. */
async function attempt(send: Request): Promise<{ text: string } | string> {
  try {
    const response = await send();
    const text = await response.text();
    return response.ok ? { text } : String(response.status);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Begins people who read pages of the lead list. */
export function beginReads(client: Client, clients: number): Load {
  let page = 0;
  return beginLoad(clients, () => {
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
): Load {
  return beginLoad(clients, () => {
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
