import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { checkReply } from '../../platform/http/bind.ts';
import { publicErrorOf } from '../../platform/http/public-error.ts';
import { tokenOf } from './gate.ts';
import { findKept, type KeptAnswer, type KeyedRequest, keepAnswer, takeKey } from './idempotency-writes.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Returns the Idempotency-Key, or null.
 * @throws HttpError invalid_input unless it has 1 to 255 printable ASCII characters without spaces
 */
export function keyedRequest(request: FastifyRequest): KeyedRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new HttpError(
      'invalid_input',
      'An Idempotency-Key must be 1 to 255 ASCII characters without spaces',
      {
        field: 'Idempotency-Key',
      },
    );
  }
  // The parsed body makes white space and member order irrelevant.
  const asked = JSON.stringify([request.method, request.routeOptions.url, request.params, request.body]);
  return { tokenId: tokenOf(request).id, key, hash: createHash('sha256').update(asked).digest() };
}

/**
 * Sends the response of `work`, even an error, and stores it in the same transaction; repetitions get it again
 * without effect.
 * @throws HttpError idempotency_in_flight, idempotency_mismatch
 */
export async function answerOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  keyed: KeyedRequest,
  work: (tx: TenantTransaction) => Promise<{ status: number; body: unknown }>,
): Promise<void> {
  const answer = await tokenOf(request).scope.transaction(async (tx): Promise<KeptAnswer> => {
    if (!(await takeKey(tx, keyed))) {
      throw new HttpError('idempotency_in_flight', PUBLIC_ERRORS.idempotency_in_flight.message);
    }
    const kept = await findKept(tx, keyed);
    if (kept !== null) {
      if (kept.hash.equals(keyed.hash)) return kept;
      throw new HttpError('idempotency_mismatch', PUBLIC_ERRORS.idempotency_mismatch.message);
    }
    const { status, body } = await work(tx).catch((error: unknown) => errorAnswer(error, request.id));
    const { endpoint } = request.routeOptions.config;
    if (status < 400 && endpoint !== undefined) checkReply(endpoint, body);
    const made = { status, text: JSON.stringify(body) };
    await keepAnswer(tx, keyed, made);
    return made;
  });
  reply.status(answer.status).type('application/json; charset=utf-8').send(answer.text);
}

/** Sends the response of a write: once for an Idempotency-Key, if there is one. */
export async function answerChange<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (tx: TenantTransaction) => Promise<z.input<E['reply']>>,
): Promise<unknown> {
  const { status } = endpoint;
  const keyed = keyedRequest(request);
  if (keyed !== null) {
    return answerOnce(request, reply, keyed, async (tx) => ({ status, body: await work(tx) }));
  }
  const body = await tokenOf(request).scope.transaction(async (tx) => checkReply(endpoint, await work(tx)));
  return reply.status(status).send(body);
}

/** Unexpected errors roll the work back. */
function errorAnswer(error: unknown, requestId: string): { status: number; body: unknown } {
  if (!(error instanceof HttpError)) throw error;
  return { status: error.status, body: publicErrorOf(error, requestId) };
}
