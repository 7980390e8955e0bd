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

/** Excluded plan kinds by transaction. */
const excluded = new WeakMap<Statements, ReadonlySet<PlanKind>>();

/** Excludes plan nodes, because statistics lag behind imports. Nested calls for the same kinds send nothing. */
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
  // Rollbacks reset the settings.
  const result = await work().finally(() => excluded.set(tx, outer));
  await tx.query(set('on'));
  return result;
}

/** Reads in index order instead of sorting all rows for a few. */
export function inOrder<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['sort', 'bitmapscan', 'hashjoin', 'mergejoin', 'gathermerge'], work);
}

/** Looks rows up by key; after a first import, stale statistics favor reading the whole organization. */
export function lookUpByKey<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['hashjoin', 'mergejoin', 'material', 'bitmapscan', 'seqscan'], work);
}

/** Finds thousands of ids by index: from some hundred thousand rows on, the planner would rather read all for each batch. */
export function lookUpById<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['bitmapscan', 'seqscan'], work);
}

/** Finds keys in one index pass and joins by hash; the statement must list them in an array. */
export function lookUpTogether<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['nestloop', 'mergejoin', 'bitmapscan', 'seqscan'], work);
}

/** Avoids parallel workers where the planner overestimates rows. */
export async function inOneProcess<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
  const result = await work();
  await tx.query('SET LOCAL max_parallel_workers_per_gather = DEFAULT');
  return result;
}
