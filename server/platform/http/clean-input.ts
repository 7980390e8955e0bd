import { isUtf8 } from 'node:buffer';
import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors.ts';

/** PostgreSQL can't store NUL and lone surrogates. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

const MAX_DEPTH = 64;
const TOO_DEEP = `The request body is nested deeper than ${MAX_DEPTH} levels`;

/** Replaces NUL and lone surrogates by U+FFFD. Rejects invalid UTF-8, deep nesting and prototype keys. */
export function readJsonCleanly(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  // No endpoint accepts plain text.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!isUtf8(bytes)) {
      done(new HttpError('invalid_input', 'The request body is not valid UTF-8'));
      return;
    }
    const body = bytes.toString();
    // The parser reports only through `done`.
    void read(request, body, (error, value) => {
      if (error !== null) done(error);
      else if (isTooDeep(value)) done(new HttpError('invalid_input', TOO_DEEP));
      else done(null, UNSTORABLE.test(body) ? clean(value) : value);
    });
  });
}

/** Iterative, because recursion could exhaust the stack. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((held) => (typeof held === 'object' && held !== null ? Object.values(held) : []));
  }
  return false;
}

export function storableInput(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** NUL becomes U+FFFD. */
export function readQuery(text: string): Record<string, unknown> {
  return { ...parse(text.replaceAll('%00', '%EF%BF%BD')) };
}

/** Makes all texts storable, keys included. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return storableInput(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [String(clean(key)), clean(held)]));
}
