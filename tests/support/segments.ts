import { compact } from '#server/lead/index/maintain.ts';
import { seal } from '#server/lead/index/seal.ts';
import { indexSubstrings } from '#server/lead/index/substrings.ts';
import type { OrganizationScope } from '#server/platform/db/scope.ts';
import { until } from './until.ts';

/** Makes segments of so many leads each of all that fill one. */
export async function sealAll(scope: OrganizationScope, leads: number): Promise<void> {
  // Each watermark waits for every older transaction of the server, those of other tests included.
  await until('all full segments are sealed', () => seal(scope, leads));
}

/** Makes segments of so many leads each of all that fill one, and leaves no change beside them. */
export async function foldAll(scope: OrganizationScope, leads: number): Promise<void> {
  await sealAll(scope, leads);
  await foldChanges(scope);
}

/** Makes all changes part of segments. */
export async function foldChanges(scope: OrganizationScope): Promise<void> {
  await compact(scope, { changes: 0, rest: 0, indexSubstrings });
}
