import type { OrganizationScope } from '../../platform/db/scope.ts';
import {
  announceSegments,
  countNewLeads,
  foldSegment,
  foldsToDo,
  isAnnouncementKnown,
  type Left,
  SEGMENT_LEADS,
  sealSegment,
} from './segment-folding-writes.ts';
import type { StringMining } from './segment-string-writes.ts';

/** How long segments of one organization are made before others have their turn (milliseconds). */
const AT_MOST_MS = 1_500;

/**
 * Makes segments of what is new and what changed, for a while. Answers whether all is done: what is left, and what others still
 * have to commit before it can be, is for the next time.
 */
export async function foldSegments(
  scope: OrganizationScope,
  mine: StringMining,
  left: Left,
  isStopped: () => boolean,
): Promise<boolean> {
  const until = performance.now() + AT_MOST_MS;
  const isOver = (): boolean => isStopped() || performance.now() > until;
  while (
    (await scope.transaction((tx) => countNewLeads(tx))) >= SEGMENT_LEADS &&
    (await scope.transaction((tx) => announceSegments(tx)))
  ) {
    if (isOver() || !(await scope.transaction((tx) => isAnnouncementKnown(tx)))) return false;
    while (await scope.transaction((tx) => sealSegment(tx))) if (isOver()) return false;
  }
  for (const fold of await scope.transaction((tx) => foldsToDo(tx, left))) {
    if (isOver() || !(await scope.transaction((tx) => foldSegment(tx, fold, mine)))) return false;
  }
  return true;
}
