import type { OrganizationScope } from '../../platform/db/scope.ts';
import { type Threads, threadTask } from '../../platform/jobs/threads.ts';
import { isAtRest, type Left, lockSnapshot, maintain } from '../index/finder.ts';
import type assignInThread from './buckets.ts';
import { findWork, isCrowded, type OrderWork } from './order-reads.ts';
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

/** For one organization, in milliseconds. */
const MAX_RUN_MS = 1_500;
/** A thread whose work no user waits for. */
const POOL = { threads: 1, idleMs: 4_000, youngMb: 6 };
const ASSIGN = threadTask<typeof assignInThread>(POOL, new URL('./buckets.ts', import.meta.url));
const CHOOSE = threadTask<typeof chooseInThread>(POOL, new URL('./thresholds.ts', import.meta.url));

/** Brings index and order up to date, for a while. Any number of servers may call it. */
export async function maintainIndexAndOrder(
  scope: OrganizationScope,
  threads: Threads,
  isStopped: () => boolean = () => false,
): Promise<Left> {
  const work = inThreads(threads);
  const unindexed = await maintain(scope, threads, {
    isStopped,
    onRemade: (tx, made) => remakeBuckets(tx, made, work),
  });
  const end = performance.now() + MAX_RUN_MS;
  const isOver = (): boolean => isStopped() || performance.now() > end;
  const unsorted = await putInOrder(scope, work, isOver);
  const left = [unindexed, unsorted];
  return (['more', 'waiting'] as const).find((each) => left.includes(each)) ?? 'nothing';
}

/** Returns functions that work in threads. */
export function inThreads(threads: Threads): OrderThreads {
  return {
    assign: (fields) => threads.run(ASSIGN, null, fields),
    choose: (samples, scale) => threads.run(CHOOSE, null, { samples, scale }),
  };
}

/** Once leads are at rest. */
export async function putInOrder(
  scope: OrganizationScope,
  threads: OrderThreads,
  isOver: () => boolean = () => false,
): Promise<Left> {
  for (;;) {
    const work = await scope.transaction(findWork);
    if (work === null) return 'nothing';
    if (isOver()) return 'more';
    if (!(await scope.transaction(isAtRest)) || !(await run(scope, work, threads))) return 'waiting';
  }
}

/** Returns false while another server maintains the index. */
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
