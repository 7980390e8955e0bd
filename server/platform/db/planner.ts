import type { Statements } from './transaction.ts';

type PlanKind = 'indexscan' | 'seqscan' | 'bitmapscan' | 'sort' | 'hashjoin' | 'mergejoin' | 'gathermerge';

/** Runs statements whose plans must not use these kinds of nodes; the planner's statistics lag behind imports. */
export async function without<T>(
  tx: Statements,
  kinds: readonly PlanKind[],
  work: () => Promise<T>,
): Promise<T> {
  const set = (to: string): string => kinds.map((kind) => `SET LOCAL enable_${kind} = ${to}`).join('; ');
  await tx.query(set('off'));
  const result = await work();
  await tx.query(set('on'));
  return result;
}

/**
 * Runs a statement that reads rows in the order of an index, and never gathers and sorts all of them for a few, nor starts
 * other processes, which takes longer than the few rows do.
 */
export function inOrder<T>(tx: Statements, work: () => Promise<T>): Promise<T> {
  return without(tx, ['sort', 'bitmapscan', 'hashjoin', 'mergejoin', 'gathermerge'], work);
}
