import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ERROR_STATUS, type ErrorName } from '#contract/errors.ts';
import { FileProblem } from '#packages/tabular/tabular.ts';
import { isDatabaseAway } from '../db/away.ts';
import { sqlState } from '../db/transaction.ts';
import { HttpError, nothingAtUrl } from '../errors.ts';
import { isPublicApi, publicErrorOf } from './public-error.ts';

/** An embedded PostgreSQL restarts within this time. */
const RETRY_SECONDS = 5;

const BODY_HEADERS = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-range',
  'etag',
  'last-modified',
  'x-accel-buffering',
  'x-exported-count',
  'x-no-consent-count',
  'x-suppressed-count',
  'x-total-count',
];

/** PostgreSQL's refusals by SQLSTATE. */
const REFUSED_BY_DATABASE: readonly { states: RegExp; name: ErrorName; message: string }[] = [
  { states: /^42501$/, name: 'forbidden', message: "You don't have permission to do this" },
  {
    // Unique and foreign keys, repeated conflicts.
    states: /^(?:23505|23503|40001|40P01|55P03)$/,
    name: 'conflict',
    message: 'Somebody else changed the same at this moment. Please try again.',
  },
  { states: /^(?:22|54)/, name: 'invalid_input', message: 'A value is too large or has the wrong form' },
];

/** First validation error in Ajv form. */
export interface Issue {
  instancePath: string;
  keyword?: string;
  message?: string | undefined;
  params?: unknown;
}

/** The only place that turns errors into responses; exposes no internals. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const httpError = toHttpError(error);
    if (isHangUp(request, error)) request.log.info({ err: error }, 'the client hung up');
    else if (httpError.error === 'unavailable') request.log.warn({ err: error }, 'the database is away');
    else if (httpError.status >= 500) request.log.error({ err: error }, 'request failed');
    sendHttpError(request, reply, httpError);
  });
}

/** Works until the first byte of a body is sent. */
export function sendHttpError(request: FastifyRequest, reply: FastifyReply, httpError: HttpError): void {
  for (const name of BODY_HEADERS) {
    reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
  const retryAfter = httpError.retryAfter ?? (httpError.error === 'unavailable' ? RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (isPublicApi(request.url)) {
    reply.status(httpError.status).send(publicErrorOf(httpError, request.id));
    return;
  }
  // JSON omits undefined members.
  const { message, field, existingLeadId, lists, current, changedBy, twoFactorRequired, mustChangePassword } =
    httpError;
  reply.status(httpError.status).send({
    message,
    // An unrouted request has no endpoint.
    error: errorText(request, httpError),
    field,
    existingLeadId,
    lists,
    current,
    changedBy,
    twoFactorRequired,
    mustChangePassword,
    requestId: request.id,
  });
}

function errorText(request: FastifyRequest, { error, message }: HttpError): string | undefined {
  if (request.routeOptions?.config?.endpoint?.repeatsError) return message;
  return error === 'suppressed' ? error : undefined;
}

function isHangUp(request: FastifyRequest, { code, name }: FastifyError): boolean {
  const broken = code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || name === 'AbortError';
  return broken && request.raw.socket.destroyed;
}

/** Unexpected errors become `internal`. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof FileProblem) return new HttpError('unreadable_file', error.message, { field: 'file' });
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id refers to nothing.
    if (error.validationContext === 'params') return nothingAtUrl();
    // A misspelled parameter explains a missing one.
    const isQuery = error.validationContext === 'querystring';
    const unknown = error.validation.find(({ keyword }) => isQuery && keyword === 'unrecognized_keys');
    return invalidInput(unknown ?? error.validation[0]);
  }
  const refused = REFUSED_BY_DATABASE.find(({ states }) => states.test(sqlState(error)));
  if (refused !== undefined) return new HttpError(refused.name, refused.message);
  if (isDatabaseAway(error)) {
    return new HttpError('unavailable', "The service isn't available right now. Please try again.");
  }
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return nothingAtUrl();
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  const named = nameOf(status);
  if (named !== undefined && error instanceof Error) return new HttpError(named, publicText(named, error));
  return new HttpError(
    'internal',
    'An unexpected error occurred on our side. Please try again or contact support.',
  );
}

/** Names the field, even an unknown one. */
export function invalidInput(issue: Issue | undefined): HttpError {
  const path = issue?.instancePath.split('/').filter(Boolean) ?? [];
  const unknown = issue?.keyword === 'unrecognized_keys' ? unknownKey(issue.params) : null;
  if (unknown !== null) {
    const field = [...path, unknown].join('.');
    return new HttpError('invalid_input', `Unknown field: ${field}`, { field });
  }
  const field = path.join('.');
  const message = issue?.message ?? 'Invalid input';
  return new HttpError(
    'invalid_input',
    field === '' ? message : `${field}: ${message}`,
    field === '' ? {} : { field },
  );
}

/** Cut to the length of a message. */
function unknownKey(params: unknown): string | null {
  if (typeof params !== 'object' || params === null || !('keys' in params)) return null;
  const { keys } = params;
  return Array.isArray(keys) && typeof keys[0] === 'string' ? keys[0].slice(0, 100) : null;
}

/** Unnamed framework errors count as bad input. */
function nameOf(status: unknown): ErrorName | undefined {
  const names: ErrorName[] = ['not_found', 'too_large', 'unsupported_media_type', 'too_many_requests'];
  const named = names.find((name) => ERROR_STATUS[name] === status);
  const refused = typeof status === 'number' && status >= 400 && status < 500;
  return named ?? (refused ? 'invalid_input' : undefined);
}

/** Fastify's own messages are for developers. */
function publicText(name: ErrorName, error: Error): string {
  if (name === 'too_large') return 'The request body is too large';
  if (name === 'unsupported_media_type') return "This content type isn't supported";
  return error.message;
}
