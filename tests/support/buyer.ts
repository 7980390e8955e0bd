import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a buyer got. */
export interface BuyerRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** Answers a request; what it returns is sent as JSON with status 200. */
export type BuyerAnswers = (request: BuyerRequest, response: ServerResponse) => unknown;

/** A buyer's server on the loopback. */
export interface Buyer {
  url: string;
  requests: BuyerRequest[];
  answers: BuyerAnswers;
  /** Ids of the deliveries in the order in which they came. */
  ids(): string[];
  /** Cuts its connections and refuses others. */
  close(): Promise<void>;
  /** Listens again at the same address. */
  reopen(): Promise<void>;
}

const rule = (equals: string, then: string, more: object = {}) => ({
  ...{ when: [{ part: 'json', path: 'result', equals }], then, ...more },
});

/** Rules that read the buyer's `{"result": …}`. */
const BUYER_RULES = [
  rule('ok', 'accepted'),
  rule('no', 'rejected', { reason: { part: 'json', path: 'why' } }),
  rule('known', 'duplicate'),
];

export const accepts: BuyerAnswers = () => ({ result: 'ok' });

/** Starts a buyer that accepts everything until `answers` is changed. */
export async function startBuyer(answers: BuyerAnswers = accepts): Promise<Buyer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const got = { method, url, headers, body: Buffer.concat(chunks).toString(), at: performance.now() };
      buyer.requests.push(got);
      const answer = buyer.answers(got, response);
      if (answer !== undefined && answer !== response) response.end(JSON.stringify(answer));
    });
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const buyer: Buyer = {
    url: `http://127.0.0.1:${port}/leads`,
    requests: [],
    answers,
    ids: () => buyer.requests.map(({ headers }) => String(headers['webhook-id'])),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    reopen: () => listen(port),
  };
  return buyer;
}

/** A webhook that sends the email to a buyer. */
export function webhookTo(buyer: Pick<Buyer, 'url'>, more: Record<string, unknown> = {}) {
  return {
    delivery: {
      ...{ kind: 'webhook', url: buyer.url, fields: [{ to: 'email', from: 'email' }], accept: BUYER_RULES },
      ...more,
    },
  };
}
