import { frequentStrings } from '#server/lead/index/frequent-strings.ts';
import {
  announceSegments,
  foldSegment,
  foldsToDo,
  isAnnouncementKnown,
  sealSegment,
} from '#server/lead/index/segment-folding-writes.ts';
import type { OrganizationScope } from '#server/platform/db/scope.ts';
import { until } from './until.ts';

/** Nothing is left. */
export const ALL = { inPlace: 0, anew: 0, unmined: false };

/** Makes segments of so many leads each of all that fill one, and leaves no change beside them. */
export async function foldAll(scope: OrganizationScope, leads: number): Promise<void> {
  while (await scope.transaction((tx) => announceSegments(tx, leads))) {
    await until('others see what was announced', () => scope.transaction((tx) => isAnnouncementKnown(tx)));
    while (await scope.transaction((tx) => sealSegment(tx, leads)));
  }
  await foldChanges(scope, leads);
}

/** Makes all changes part of segments, which are cut where they have got larger than twice so many leads. */
export async function foldChanges(scope: OrganizationScope, leads: number): Promise<void> {
  for (const fold of await scope.transaction((tx) => foldsToDo(tx, ALL))) {
    await scope.transaction((tx) => foldSegment(tx, fold, frequentStrings, leads));
  }
}
