import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';

/** What JSON can hold and the database can't: NUL, and halves of characters, both only ever written as escapes. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/**
 * Reads JSON bodies so that all their text can be stored: NUL and halves of characters become U+FFFD, before anything
 * is checked. A body with `__proto__` or a constructor's prototype is refused.
 */
export function readJsonCleanly(app: FastifyInstance): void {
  const read = app.getDefaultJsonParser('error', 'error');
  // Text that is not said to be JSON is taken nowhere.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    // The parser answers through `done` alone.
    void read(request, body, (error, value) =>
      done(error, error === null && UNSTORABLE.test(body) ? clean(value) : value),
    );
  });
}

/** Reads a query string; NUL in it becomes U+FFFD. */
export function readQuery(text: string): Record<string, unknown> {
  return { ...parse(text.replaceAll('%00', '%EF%BF%BD')) };
}

/** The value with every text of it, keys too, made storable. */
function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').toWellFormed();
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [String(clean(key)), clean(held)]));
}
