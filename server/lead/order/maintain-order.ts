import type { OrganizationScope } from '../../platform/db/scope.ts';
import { type Threads, threadTask } from '../../platform/jobs/threads.ts';
import { lockSnapshot, maintain, PACE, type Pace } from '../index/finder.ts';
import type assignInThread from './buckets.ts';
import {
  makeBuckets,
  makeThresholds,
  markChecked,
  type OrderThreads,
  promoteNewest,
  remakeBuckets,
} from './order-writes.ts';
import { sortFields } from './sort-fields.ts';
import type chooseInThread from './thresholds.ts';
import { findWork, isAtRest, isCrowded, type OrderWork } from './work-reads.ts';

/** How long one organization is worked on in one run, in milliseconds. */
const MAX_RUN_MS = 1_500;
/** A thread whose work no user waits for. */
const POOL = { threads: 1, idleMs: 4_000, youngMb: 6 };
const ASSIGN = threadTask<typeof assignInThread>(POOL, new URL('./buckets.ts', import.meta.url));
const CHOOSE = threadTask<typeof chooseInThread>(POOL, new URL('./thresholds.ts', import.meta.url));

/**
 * Brings the lead index of an organization up to date, and the order of its leads, for a while. Any number of servers may call it.
 * @returns whether nothing is left to do until leads change again
 */
export async function maintainIndexAndOrder(
  scope: OrganizationScope,
  threads: Threads,
  { pace = PACE, isStopped = () => false }: { pace?: Pace; isStopped?: () => boolean } = {},
): Promise<boolean> {
  const work = inThreads(threads);
  const isIndexed = await maintain(scope, threads, {
    ...{ pace, isStopped },
    onRemade: (tx, made) => remakeBuckets(tx, made, work),
  });
  const end = performance.now() + MAX_RUN_MS;
  const isOver = (): boolean => isStopped() || performance.now() > end;
  const isSorted = await putInOrder(scope, work, { rest: pace.rest, isOver });
  return isIndexed && isSorted;
}

/** Returns functions that work in threads. */
export function inThreads(threads: Threads): OrderThreads {
  return {
    assign: (fields) => threads.run(ASSIGN, null, fields),
    choose: (samples, scale) => threads.run(CHOOSE, null, { samples, scale }),
  };
}

/** Makes what sorted pages need, once leads are at rest; returns false when that has to go on later. */
export async function putInOrder(
  scope: OrganizationScope,
  threads: OrderThreads,
  { rest, isOver = () => false }: { rest: number; isOver?: () => boolean },
): Promise<boolean> {
  for (;;) {
    const work = await scope.transaction(findWork);
    if (work === null) return true;
    if (isOver() || !(await scope.transaction((tx) => isAtRest(tx, rest)))) return false;
    if (!(await run(scope, work, threads))) return false;
  }
}

/** Does a piece of work; returns false while another server maintains the index. */
function run(scope: OrganizationScope, work: OrderWork, threads: OrderThreads): Promise<boolean> {
  return scope.transaction(async (tx) => {
    if (!(await lockSnapshot(tx))) return false;
    if (work.do === 'choose') await makeThresholds(tx, work.fields, threads);
    else if (work.do === 'assign') await makeBuckets(tx, work, threads);
    else if (work.do === 'use') await promoteNewest(tx, work.fields);
    else {
      await markChecked(tx, work.generation);
      if (await isCrowded(tx, work.generation)) {
        const fields = await sortFields(tx);
        await makeThresholds(
          tx,
          fields.filter(({ name }) => name === work.generation.field),
          threads,
        );
      }
    }
    return true;
  });
}
