import type pg from 'pg';

/**
 * Collects the seconds spent in statements of the pool's connections from now on, by the statements' first
 * words.
 */
export function timeStatements(pool: pg.Pool): Map<string, number> {
  const times = new Map<string, number>();
  const add = (name: string, started: number): void => {
    times.set(name, (times.get(name) ?? 0) + (performance.now() - started) / 1000);
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown;
    const timed = (...all: unknown[]): unknown => {
      const started = performance.now();
      const answer = query(...all);
      const name = firstWords(sqlText(all[0]));
      if (answer instanceof Promise) answer.then(() => add(name, started)).catch(() => undefined);
      else (answer as NodeJS.EventEmitter).once('finish', () => add(name, started));
      return answer;
    };
    Object.assign(client, { query: timed });
  });
  return times;
}

/** Returns the SQL text of a query: a string, or an object with a `text`, such as a COPY. */
function sqlText(query: unknown): string {
  return typeof query === 'string' ? query : (query as { text: string }).text;
}

function firstWords(text: string): string {
  return text
    .trim()
    .split(/[\s;(]+/, 3)
    .join(' ');
}
