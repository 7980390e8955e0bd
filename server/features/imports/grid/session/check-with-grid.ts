import type { OrganizationScope } from '../../../../platform/db/scope.ts';
import {
  type DryRunOutcome,
  type DryRunTask,
  dryRunUpload,
  type TellDryRunResult,
} from '../../dry-run/dry-run-upload.ts';
import { GridStage } from './stage-grid.ts';

/** Performs a dry run of an upload and fills its grid with the rows. */
export function checkWithGrid(
  scope: OrganizationScope,
  task: DryRunTask,
  tell: TellDryRunResult,
): Promise<DryRunOutcome> {
  return dryRunUpload(scope, task, tell, { listen: (source) => GridStage.begin(scope, source) });
}
