import { compact } from '#server/lead/list/index/maintain.ts';
import { indexSubstrings } from '#server/lead/list/index/substrings.ts';
import { advanceWatermark } from '#server/lead/list/index/watermark.ts';
import type { OrganizationScope } from '#server/platform/db/scope.ts';
import { until } from './until.ts';

/** Makes segments of so many leads each of all that fill one. */
export async function makeFullSegments(scope: OrganizationScope, leads: number): Promise<void> {
  // Each watermark waits for every older transaction of the server, those of other tests included.
  await until('all full segments are made', () => advanceWatermark(scope, leads));
}

/** Makes segments of so many leads each of all that fill one, and leaves no change beside them. */
export async function compactSegments(scope: OrganizationScope, leads: number): Promise<void> {
  await makeFullSegments(scope, leads);
  await compactChanges(scope);
}

/** Makes all changes part of segments. */
export async function compactChanges(scope: OrganizationScope): Promise<void> {
  await compact(scope, { changes: 0, indexSubstrings });
}
