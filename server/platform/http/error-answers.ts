import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ERROR_STATUS, type ErrorName } from '#contract/errors.ts';
import { FileProblem } from '#packages/tabular/tabular.ts';
import { Refusal } from '../errors.ts';
import { isPublicApi, publicErrorOf } from './public-error.ts';

/** What the validator says of the first thing that is wrong. */
export interface Issue {
  instancePath: string;
  keyword?: string;
  message?: string | undefined;
  params?: unknown;
}

/** The one place where what was thrown becomes an answer. Nothing internal ever leaves through it. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
    sendRefusal(request, reply, refusal);
  });
}

/** Sends a refusal in the shape of the contract. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
  if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter);
  if (isPublicApi(request.url)) {
    reply.status(refusal.status).send(publicErrorOf(refusal, request.id));
    return;
  }
  // JSON leaves out what is undefined.
  const { message, field, existingLeadId, current, changedBy, twoFactorRequired, mustChangePassword } =
    refusal;
  reply.status(refusal.status).send({
    message,
    // A request that could not be routed has no endpoint.
    error: request.routeOptions?.config?.endpoint?.repeatsError ? message : undefined,
    field,
    existingLeadId,
    current,
    changedBy,
    twoFactorRequired,
    mustChangePassword,
    requestId: request.id,
  });
}

/** What an error means to the caller; anything unforeseen is `internal`. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof FileProblem) return new Refusal('unreadable_file', error.message, { field: 'file' });
  if (hasZodFastifySchemaValidationErrors(error)) {
    // An address with an id that can be no id is the address of nothing.
    if (error.validationContext === 'params') return new Refusal('not_found', 'There is nothing here');
    return invalidInput(error.validation[0]);
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  const named = nameOf(status);
  if (named !== undefined && error instanceof Error) return new Refusal(named, publicText(named, error));
  return new Refusal('internal', 'Something went wrong on our side. Please try again.');
}

/** The refusal that names the field an issue is at; a field that nobody knows is named too. */
export function invalidInput(issue: Issue | undefined): Refusal {
  const path = issue?.instancePath.split('/').filter(Boolean) ?? [];
  const unknown = issue?.keyword === 'unrecognized_keys' ? unknownKey(issue.params) : null;
  if (unknown !== null) {
    const field = [...path, unknown].join('.');
    return new Refusal('invalid_input', `Unknown field: ${field}`, { field });
  }
  const field = path.join('.');
  const message = issue?.message ?? 'Invalid input';
  return new Refusal(
    'invalid_input',
    field === '' ? message : `${field}: ${message}`,
    field === '' ? {} : { field },
  );
}

/** The first of the keys that a strict object does not know, not longer than a message should be. */
function unknownKey(params: unknown): string | null {
  if (typeof params !== 'object' || params === null || !('keys' in params)) return null;
  const { keys } = params;
  return Array.isArray(keys) && typeof keys[0] === 'string' ? keys[0].slice(0, 100) : null;
}

function nameOf(status: unknown): ErrorName | undefined {
  if (status === 400) return 'invalid_input';
  const names: ErrorName[] = ['not_found', 'too_large', 'unsupported_media_type', 'too_many_requests'];
  return names.find((name) => ERROR_STATUS[name] === status);
}

/** The framework's own words are for developers; these are for callers. */
function publicText(name: ErrorName, error: Error): string {
  if (name === 'too_large') return 'The request body is too large';
  if (name === 'unsupported_media_type') return 'This content type is not taken here';
  return error.message;
}
