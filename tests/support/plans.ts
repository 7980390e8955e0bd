import pg from 'pg';
import { vi } from 'vitest';

/** A statement with the rows that the nodes of its plan handled: those they returned and those they threw away. */
interface SeenPlan {
  text: string;
  rows: number;
}

/** The plans of a process, while they are watched. */
export interface WatchedPlans {
  seen: SeenPlan[];
  stop(): void;
}

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

type Client = pg.Client & { pipeline?: boolean };
type Query = (statement: string | pg.QueryConfig, ...rest: unknown[]) => unknown;

const ON_LEADS = /^\s*(?:WITH|SELECT|UPDATE|DELETE|INSERT)\b.*\blead/is;

/**
 * Runs each statement on leads within a transaction of this process twice, first under EXPLAIN (ANALYZE) and without effect.
 * @param skip statements that aren't run at all
 */
export function watchPlans({ skip }: { skip: (text: string) => boolean }): WatchedPlans {
  const seen: SeenPlan[] = [];
  const inTransaction = new WeakSet<Client>();
  const send = pg.Client.prototype.query as unknown as Query;
  const spy = vi.spyOn(pg.Client.prototype, 'query') as unknown as {
    mockImplementation(query: Query): void;
    mockRestore(): void;
  };
  spy.mockImplementation(function (this: Client, statement, ...rest) {
    const query = (sent: string | pg.QueryConfig, ...more: unknown[]) => send.call(this, sent, ...more);
    const { text, values } = parts(statement, rest);
    if (text === undefined) return query(statement, ...rest);
    if (text.startsWith('BEGIN')) inTransaction.add(this);
    if (text === 'COMMIT' || text === 'ROLLBACK') inTransaction.delete(this);
    if (skip(text)) return query('SELECT', ...rest);
    const isWatched = inTransaction.has(this) && this.pipeline !== true && ON_LEADS.test(text);
    if (!isWatched) return query(statement, ...rest);
    return explained(query, text, values).then((rows) => {
      if (rows !== null) seen.push({ text, rows });
      return query(statement, ...rest);
    });
  });
  return { seen, stop: () => spy.mockRestore() };
}

/** Returns the text of a statement, which something else than a query, as a COPY, doesn't have, and its values. */
function parts(statement: string | pg.QueryConfig, [given]: unknown[]): { text?: string; values: unknown[] } {
  if (typeof statement === 'string') return { text: statement, values: Array.isArray(given) ? given : [] };
  return {
    ...(typeof statement.text === 'string' && { text: statement.text }),
    values: statement.values ?? [],
  };
}

/** Returns the rows that a statement's nodes handle; null if it fails. */
async function explained(query: Query, text: string, values: unknown[]): Promise<number | null> {
  const run = (...sent: Parameters<Query>) => query(...sent) as Promise<pg.QueryResult>;
  await run('SAVEPOINT explained');
  const plan = await run(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values).catch(() => null);
  await run('ROLLBACK TO SAVEPOINT explained; RELEASE SAVEPOINT explained');
  return plan && rowsOf(plan.rows[0]['QUERY PLAN'][0].Plan);
}

function rowsOf(node: PlanNode): number {
  const each =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), each * node['Actual Loops']);
}
