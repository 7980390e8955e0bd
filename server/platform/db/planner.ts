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

/**
 * Runs statements without these plan nodes, because statistics lag behind imports. Nested calls for the same
 * kinds send nothing.
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
  // After an error, the rollback to a savepoint resets the settings.
  const result = await work().finally(() => excluded.set(tx, outer));
  await tx.query(set('on'));
  return result;
}

/** Reads rows in index order, without sorting all rows or starting workers for a few. */
export function inOrder<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['sort', 'bitmapscan', 'hashjoin', 'mergejoin', 'gathermerge'], work);
}

/**
 * Looks up a batch of ids by key. Right after a first import, stale statistics favor reading the whole
 * organization.
 */
export function lookUpByKey<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['hashjoin', 'mergejoin', 'material', 'bitmapscan', 'seqscan'], work);
}

/** Joins a batch by keys also listed in an array: one index pass and a hash join. */
export function lookUpTogether<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['nestloop', 'mergejoin', 'bitmapscan', 'seqscan'], work);
}

/** Avoids parallel workers when the planner overestimates rows. */
export async function inOneProcess<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  await tx.query('SET LOCAL max_parallel_workers_per_gather = 0');
  const result = await work();
  await tx.query('SET LOCAL max_parallel_workers_per_gather = DEFAULT');
  return result;
}
