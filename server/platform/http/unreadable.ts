import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorReply } from '#contract/errors.ts';
import { HttpError } from '../errors.ts';
import { securityHeaders } from './headers.ts';

/** By error code of Node's HTTP parser. */
const PARSER_ERRORS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large'],
};
const MALFORMED = [400, 'The request is not valid HTTP'] as const;

export function answerUnreadable(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  this.log.debug({ err: error }, 'a request could not be read');
  // Must not interrupt an answer in progress.
  if (socket.writable && error.code !== 'ECONNRESET' && !isAnswering(socket)) {
    const [status, message] = PARSER_ERRORS[error.code ?? ''] ?? MALFORMED;
    const requestId = randomUUID();
    const body = JSON.stringify({ message, requestId } satisfies ErrorReply);
    const headers = Object.entries({
      ...securityHeaders(),
      'cache-control': 'no-store',
      connection: 'close',
      'content-length': Buffer.byteLength(body),
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': requestId,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`);
  }
  socket.destroy();
}

/** Replaces Node's empty answers. */
export function refuseBareRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
      throw new HttpError('invalid_input', 'The request has no Host header');
    }
  });
}

/** Node's own handler checks the same. */
function isAnswering(socket: Socket): boolean {
  const answer: unknown = Reflect.get(socket, '_httpMessage');
  return (
    typeof answer === 'object' && answer !== null && 'headersSent' in answer && answer.headersSent === true
  );
}
