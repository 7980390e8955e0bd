import { setTimeout as wait } from 'node:timers/promises';
import {
  announceSegments,
  foldChanges,
  isAnnouncementKnown,
  sealSegment,
} from '#server/leads/segment-folding-writes.ts';
import type { OrganizationScope } from '#server/security/scope.ts';

/** Between two looks at whether others see what was announced (milliseconds). */
const LOOK_EVERY_MS = 20;

/** Makes segments of so many leads each of all that fill one, and leaves no change beside them. */
export async function foldAll(scope: OrganizationScope, leads: number): Promise<void> {
  while (await scope.transaction((tx) => announceSegments(tx, leads))) {
    while (!(await scope.transaction((tx) => isAnnouncementKnown(tx)))) await wait(LOOK_EVERY_MS);
    while (await scope.transaction((tx) => sealSegment(tx, leads)));
  }
  while (await scope.transaction((tx) => foldChanges(tx, { most: 0, leads })));
}
