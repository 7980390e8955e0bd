import { setTimeout as wait } from 'node:timers/promises';
import { compact, type Limits } from '#server/lead/index/maintain.ts';
import { seal } from '#server/lead/index/seal.ts';
import { indexSubstrings } from '#server/lead/index/substrings.ts';
import type { OrganizationScope } from '#server/platform/db/scope.ts';

/** Nothing is left. */
export const NOTHING_LEFT: Limits = { changes: 0, unindexed: false };
/** Between two looks at whether others see what was announced (milliseconds). */
const LOOK_EVERY_MS = 20;

/** Makes segments of so many leads each of all that fill one, and leaves no change beside them. */
export async function foldAll(scope: OrganizationScope, leads: number): Promise<void> {
  while (!(await seal(scope, leads))) await wait(LOOK_EVERY_MS);
  await foldChanges(scope, leads);
}

/** Makes all changes part of segments, which are cut where they have got larger than twice so many leads. */
export async function foldChanges(scope: OrganizationScope, leads: number): Promise<void> {
  await compact(scope, { limits: NOTHING_LEFT, leads, indexSubstrings });
}
