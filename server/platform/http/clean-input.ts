import { isUtf8 } from 'node:buffer';
import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors.ts';

/** Escapes of text that JSON allows and PostgreSQL can't store: NUL and lone surrogates. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

const MAX_DEPTH = 64;
const TOO_DEEP = `The request body is nested deeper than ${MAX_DEPTH} levels`;

/**
 * Installs a JSON body parser that makes all text storable: NUL and lone surrogates become U+FFFD before
 * validation. It rejects a body that is not UTF-8 or nested too deeply, and one with `__proto__` or a constructor's prototype.
 */
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

/** Returns whether lists and objects are nested deeper than any call needs; recursion over them would end the stack. */
function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((held) => (typeof held === 'object' && held !== null ? Object.values(held) : []));
  }
  return false;
}

/** Returns a text that PostgreSQL can store: NUL and lone surrogates become U+FFFD. */
export function storableInput(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** Parses a query string; NUL becomes U+FFFD. */
export function readQuery(text: string): Record<string, unknown> {
  return { ...parse(text.replaceAll('%00', '%EF%BF%BD')) };
}

/** Returns the value with all its texts, keys included, made storable. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return storableInput(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [String(clean(key)), clean(held)]));
}
