import type { z } from 'zod';
import type { ErrorName } from './errors.ts';

/** Token permission; public API calls carry a token and no cookie. */
export type TokenAccess = 'token:read' | 'token:write' | 'token:outcomes';

/** Callers that an endpoint admits; `root` stands for administrators of the Default Organization. */
export type Access = 'public' | 'user' | 'admin' | 'root' | TokenAccess;

/** Returns whether callers authenticate with a token instead of a session. */
export function takesToken(access: Access): access is TokenAccess {
  return access.startsWith('token:');
}

/** Parsed before the handler runs. */
export interface RequestParts {
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
}

export interface Endpoint<I extends RequestParts = RequestParts, R extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/${string}`;
  access: Access;
  /** Title in the documentation; calls with a token have one. */
  summary?: string;
  input: I;
  /** Request encoding, by default JSON. A multipart body has its own parser. */
  body?: 'json' | 'multipart';
  /** Reply encoding, by default JSON. A stream sends each event as one `data:` line of JSON. */
  replies?: 'json' | 'stream';
  status: 200 | 201 | 202 | 204;
  reply: R;
  errors: readonly ErrorName[];
  /** Error replies repeat the message as `error`. */
  repeatsError?: true;
}

/** Returns the path with parameters in braces, as OpenAPI writes it. */
export function templateOf({ path }: Pick<Endpoint, 'path'>): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

type Stated<I extends RequestParts, R extends z.ZodType> = Partial<Endpoint<I, R>> &
  Pick<Endpoint<I, R>, 'method' | 'path' | 'access' | 'reply'>;

/** Returns an endpoint, by default one that takes nothing, answers 200 and expects no errors. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<R extends z.ZodType, const I extends RequestParts = Record<never, never>>(
  stated: Stated<I, R>,
): Endpoint<I, R> {
  return { input: {} as I, status: 200, errors: [], ...stated };
}

type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** Client-side input by request part. */
export type SentTo<E extends Endpoint> = {
  [K in keyof E['input'] & keyof RequestParts]: Sent<E['input'][K]>;
};

/** Parsed input that a handler receives. */
export type ParsedBy<E extends Endpoint> = {
  [K in keyof E['input'] & keyof RequestParts]: Parsed<E['input'][K]>;
};

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
