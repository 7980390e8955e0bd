import type { GridEvent } from '#contract/import-fixing.ts';
import type { Context } from '../../../platform/context/context.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { Permit } from '../../../platform/security/permit.ts';
import type { GridTask } from './changes/grid-task.ts';
import { gridInThread } from './grid-threads.ts';
import type { Recounts } from './recounts.ts';

/** Maximum milliseconds between two events to the client. */
const HEARTBEAT_MS = 900;

/** Applies an action in a worker thread and yields its progress; goes on if no one listens. */
export async function* followChange(
  { threads, log }: Pick<Context, 'threads' | 'log'>,
  recounts: Recounts,
  organizationId: string,
  task: GridTask,
  permit: Permit,
): AsyncGenerator<GridEvent> {
  let progress = 0;
  const onProgress = (percent: number): void => {
    progress = percent;
  };
  const end = gridInThread(threads, organizationId, { kind: 'change', task }, { onProgress, permit }).then(
    (result): GridEvent => {
      if (result?.ok) {
        if (!result.change.isCounted) recounts.begin(organizationId, task.uploadId);
        return { type: 'complete', change: result.change };
      }
      return { type: 'error', message: result?.failure.message ?? FAILED };
    },
    (error: unknown): GridEvent => {
      log.error({ err: error, uploadId: task.uploadId }, 'change of a grid failed');
      return { type: 'error', message: error instanceof HttpError ? error.message : FAILED };
    },
  );
  for (;;) {
    yield { type: 'progress', progress };
    const beat = Promise.withResolvers<null>();
    const heartbeat = setTimeout(() => beat.resolve(null), HEARTBEAT_MS);
    const event = await Promise.race([end, beat.promise]);
    clearTimeout(heartbeat);
    if (event === null) continue;
    return yield event;
  }
}

const FAILED = 'An unexpected error occurred on our side. Please try again or contact support.';
