import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, ParsedBy } from '#contract/endpoint.ts';

export const PREFIX = '/api/v1';

/** For handlers that check and send the response. */
export function publicRoute<E extends Endpoint>(
  api: FastifyInstance,
  endpoint: E,
  handle: (input: ParsedBy<E>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  bodyLimit?: number,
): void {
  const { params, query, body } = endpoint.input;
  api.route({
    method: endpoint.method,
    url: endpoint.path.slice(PREFIX.length),
    config: { endpoint },
    exposeHeadRoute: false,
    schema: { ...(params && { params }), ...(query && { querystring: query }), ...(body && { body }) },
    ...(bodyLimit !== undefined && { bodyLimit }),
    handler: async (request, reply) => {
      const input = { params: request.params, query: request.query, body: request.body };
      // Safe: the validators above produced exactly these parts.
      await handle(input as ParsedBy<E>, request, reply);
      return reply;
    },
  });
}
