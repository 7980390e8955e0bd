import type { z } from 'zod';
import type { ErrorName } from './errors.ts';

/** What a token must be allowed to do; a call of the public API carries a token and no cookie. */
export type TokenAccess = 'token:read' | 'token:write';

/**
 * Who may call: anyone; anyone signed in; administrators; administrators of the Default Organization; programs with
 * a token.
 */
export type Access = 'public' | 'user' | 'admin' | 'root' | TokenAccess;

/** Whether a call is made with a token instead of a session. */
export function takesToken(access: Access): access is TokenAccess {
  return access === 'token:read' || access === 'token:write';
}

/** The parts of a request that are parsed before a handler runs. */
export interface Input {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
}

/** One call of the API: everything both sides have to agree on. */
export interface Endpoint<I extends Input = Input, R extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  access: Access;
  summary: string;
  input: I;
  /** How the body travels; JSON unless it says otherwise. A multipart body is parsed by its own reader. */
  body?: 'json' | 'multipart';
  /** How the reply travels; a stream sends one `data:` line of JSON for each event of `reply`. */
  replies?: 'json' | 'stream';
  status: 200 | 201 | 204;
  reply: R;
  errors: readonly ErrorName[];
  /** An error carries its text as `error` too. */
  repeatsError?: true;
}

/** States an endpoint; the identity at run time, the types are what it is for. */
export function endpoint<const I extends Input, R extends z.ZodType>(stated: Endpoint<I, R>): Endpoint<I, R> {
  return stated;
}

type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a caller passes, by part. */
export type SentTo<E extends Endpoint> = { [K in keyof E['input'] & keyof Input]: Sent<E['input'][K]> };

/** What a handler receives, by part. */
export type ParsedBy<E extends Endpoint> = { [K in keyof E['input'] & keyof Input]: Parsed<E['input'][K]> };

/** What the caller gets back. */
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
