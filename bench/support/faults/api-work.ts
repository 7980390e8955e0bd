import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BatchResult } from '#contract/public-lead.ts';
import type { Client } from '#tests/support/client.ts';
import type { TryEnvironment } from './place.ts';
import { countFaults, expectEqual, untilThere, type Work } from './work.ts';

/** Programs that send at once. */
const WRITERS = 4;
const BATCH = 100;
/** One request in so many is a batch, the others create one lead each. */
const BATCH_EVERY = 10;
/** Below the requests a minute that one token has, so that a try takes as long as the database does. */
const REQUESTS_PER_TOKEN = 60;
const ANSWERS_WITHIN_MS = 5_000;
const RETRY_MS = 200;

interface Request {
  path: string;
  key: string;
  token: string;
  body: string;
  leads: number;
}

/** Programs that create leads, each request repeated with its Idempotency-Key until it is answered. */
export const publicApi: Work = {
  name: 'public API',
  prepare: async () => undefined,
  begin: async (place, { client }, leads) => {
    const requests = await requestsFor(client, leads);
    const sent = { target: client, leads: 0, acknowledged: new Set<string>(), done: false };
    const left = [...requests];
    const writers = Array.from({ length: WRITERS }, async () => {
      for (let request = left.shift(); request !== undefined; request = left.shift()) {
        for (const id of await answered(request, () => sent.target)) sent.acknowledged.add(id);
        sent.leads += request.leads;
      }
    });
    void Promise.all(writers).then(() => {
      sent.done = true;
    });
    const expected = requests.reduce((sum, request) => sum + request.leads, 0);
    return {
      state: async () => ({ text: `${sent.leads} leads in`, isOver: sent.done }),
      finish: async (running) => {
        sent.target = running.client;
        await untilThere('answer to every request', async () => (sent.done ? sent : null));
        return 'all answered';
      },
      verify: async (running) => [
        ...(await storedFaults(place, sent.acknowledged, expected)),
        ...(await countFaults(place, running.client, expected)),
      ],
    };
  },
};

async function requestsFor(client: Client, leads: number): Promise<Request[]> {
  const requests: Request[] = [];
  let token = '';
  for (let made = 0; made < leads; ) {
    if (requests.length % REQUESTS_PER_TOKEN === 0) token = await newToken(client, requests.length);
    const isBatch = requests.length % BATCH_EVERY === 0;
    const count = Math.min(isBatch ? BATCH : 1, leads - made);
    const some = Array.from({ length: count }, (_, n) => ({
      email: `lead${made + n}@example.com`,
      city: 'Rome',
    }));
    requests.push({
      path: isBatch ? '/api/v1/leads/batch' : '/api/v1/leads',
      key: randomUUID(),
      token,
      body: JSON.stringify(isBatch ? { leads: some } : some[0]),
      leads: count,
    });
    made += count;
  }
  return requests;
}

async function newToken(client: Client, n: number): Promise<string> {
  const { status, body } = await client.post<{ fullToken: string }>('/api/tokens', { name: `program ${n}` });
  if (status !== 201) throw new Error(`A token was refused with ${status}`);
  return body.fullToken;
}

/** Sends a request until it is answered with success; returns the ids of the leads that it created. */
async function answered(request: Request, target: () => Client): Promise<string[]> {
  for (;;) {
    const reply = await sendOnce(request, target()).catch(() => null);
    if (reply !== null) return reply;
    await wait(RETRY_MS);
  }
}

/** Returns null for an answer that asks the program to try again. */
async function sendOnce({ path, key, token, body }: Request, client: Client): Promise<string[] | null> {
  const response = await client.send(path, {
    method: 'POST',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  if (!response.ok) return null;
  const { lead, results = [] } = JSON.parse(text) as { lead?: { id: string }; results?: BatchResult[] };
  return [lead, ...results.map((result) => result.lead)].flatMap((made) => made?.id ?? []);
}

async function storedFaults(
  place: TryEnvironment,
  acknowledged: ReadonlySet<string>,
  leads: number,
): Promise<string[]> {
  const stored = await place.ask<{ id: string; email: string }>('SELECT id, email FROM leads');
  const ids = new Set(stored.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !ids.has(id)).length;
  return [
    ...expectEqual('leads', stored.length, leads),
    ...expectEqual('different e-mails', new Set(stored.map(({ email }) => email)).size, leads),
    ...expectEqual('leads acknowledged', acknowledged.size, leads),
    ...expectEqual('leads acknowledged and lost', lost, 0),
  ];
}
