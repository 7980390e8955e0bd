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

/** Statistics lag behind imports. Nested calls send nothing. */
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

/** Avoids sorting all rows for a few. */
export function inOrder<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['sort', 'bitmapscan', 'hashjoin', 'mergejoin', 'gathermerge'], work);
}

/** After a first import, statistics favor reading the whole organization. */
export function lookUpByKey<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['hashjoin', 'mergejoin', 'material', 'bitmapscan', 'seqscan'], work);
}

/** One index pass and a hash join; the statement must list the keys in an array. */
export function lookUpTogether<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['nestloop', 'mergejoin', 'bitmapscan', 'seqscan'], work);
}

/** The planner overestimates rows here. */
export async function inOneProcess<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
  const result = await work();
  await tx.query('SET LOCAL max_parallel_workers_per_gather = DEFAULT');
  return result;
}
