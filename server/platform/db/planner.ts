import type { Statements } from './transaction.ts';

type PlanKind =
  | 'indexscan'
  | 'seqscan'
  | 'bitmapscan'
  | 'sort'
  | 'nestloop'
  | 'hashjoin'
  | 'mergejoin'
  | 'material'
  | 'gathermerge';

/** Kinds that a transaction's plans must not use at the moment. */
const excluded = new WeakMap<Statements, ReadonlySet<PlanKind>>();

/**
 * Runs statements whose plans must not use these kinds of nodes; the planner's statistics lag behind imports. Within another
 * call for the same kinds it sends nothing.
 */
export async function without<T>(
  tx: Statements,
  kinds: readonly PlanKind[],
  work: () => Promise<T>,
): Promise<T> {
  const outer = excluded.get(tx) ?? new Set();
  const own = kinds.filter((kind) => !outer.has(kind));
  if (own.length === 0) return work();
  const set = (to: string): string => own.map((kind) => `SET LOCAL enable_${kind} = ${to}`).join('; ');
  await tx.query(set('off'));
  excluded.set(tx, new Set([...outer, ...own]));
  // After an error, the return to a savepoint takes the settings back.
  const result = await work().finally(() => excluded.set(tx, outer));
  await tx.query(set('on'));
  return result;
}

/**
 * Runs a statement that reads rows in the order of an index, and never collects and sorts all of them for a few, nor starts
 * other processes, which takes longer than the few rows do.
 */
export function inOrder<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['sort', 'bitmapscan', 'hashjoin', 'mergejoin', 'gathermerge'], work);
}

/**
 * Runs a statement that joins a batch of ids with large tables, looking up each row by its key. The planner prefers to read
 * a whole organization while its statistics say that it is small, as they do right after its first import.
 */
export function lookUpByKey<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['hashjoin', 'mergejoin', 'material', 'bitmapscan', 'seqscan'], work);
}

/**
 * Runs a statement that joins a batch with the rows of a table by their keys, and that also lists the keys in an array:
 * PostgreSQL finds all of them in one pass over the index, and joins by hash.
 */
export function lookUpTogether<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['nestloop', 'mergejoin', 'bitmapscan', 'seqscan'], work);
}

/** Runs a statement in one process: starting others takes longer than reading the few rows of which the planner expects many. */
export async function inOneProcess<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
  const result = await work();
  await tx.query('SET LOCAL max_parallel_workers_per_gather = DEFAULT');
  return result;
}
