import type { z } from 'zod';
import type { ErrorName } from './errors.ts';

/** Permission that a token needs; calls of the public API carry a token and no cookie. */
export type TokenAccess = 'token:read' | 'token:write';

/**
 * Callers that an endpoint admits: everyone; signed-in users; administrators; administrators of the Default
 * Organization; programs with a token.
 */
export type Access = 'public' | 'user' | 'admin' | 'root' | TokenAccess;

/** Returns whether callers authenticate with a token instead of a session. */
export function takesToken(access: Access): access is TokenAccess {
  return access === 'token:read' || access === 'token:write';
}

/** Schemas of the request parts that the server parses before the handler runs. */
export interface RequestParts {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
}

/** A call of the API: everything that client and server must agree on. */
export interface Endpoint<I extends RequestParts = RequestParts, R extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  access: Access;
  summary: string;
  input: I;
  /** Encoding of the request body. Default: JSON. A multipart body has a parser of its own. */
  body?: 'json' | 'multipart';
  /** Encoding of the reply. Default: JSON. A stream sends each event of `reply` as one `data:` line of JSON. */
  replies?: 'json' | 'stream';
  status: 200 | 201 | 204;
  reply: R;
  errors: readonly ErrorName[];
  /** Error replies repeat the message as `error`. */
  repeatsError?: true;
}

/** Returns its argument; exists to infer the endpoint's types. */
export function endpoint<const I extends RequestParts, R extends z.ZodType>(
  stated: Endpoint<I, R>,
): Endpoint<I, R> {
  return stated;
}

type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** Input of a call on the client, by request part. */
export type SentTo<E extends Endpoint> = {
  [K in keyof E['input'] & keyof RequestParts]: Sent<E['input'][K]>;
};

/** Parsed input that a handler receives, by request part. */
export type ParsedBy<E extends Endpoint> = {
  [K in keyof E['input'] & keyof RequestParts]: Parsed<E['input'][K]>;
};

/** Parsed reply of a call. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
