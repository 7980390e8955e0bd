import type pg from 'pg';
import { openPool } from './platform/db/pool.ts';
import { organizationScope } from './platform/db/scope.ts';
import type { ThreadTask } from './platform/jobs/threads.ts';

/** Three for writing, one for reading, two that hold the import's lock and its turn, one to spare. */
const CONNECTIONS = 7;

type Work = Exclude<ThreadTask, { kind: 'start' | 'index' }>;

/** What runs in a thread and needs the database: one task, with connections of its own. Loads only what the task needs. */
export async function work(task: Exclude<ThreadTask, { kind: 'index' }>): Promise<unknown> {
  if (task.kind === 'start') {
    await import('./platform/uploads/inspect-upload.ts');
    return null;
  }
  let lost: Error | undefined;
  const pool: pg.Pool = openPool(task.appUrl, CONNECTIONS, (error) => {
    lost = error;
  });
  try {
    return await resultOf(task, pool);
  } catch (error) {
    throw lost ?? error;
  } finally {
    await pool.end();
  }
}

async function resultOf(task: Work, pool: pg.Pool): Promise<unknown> {
  const scope = organizationScope(pool, task.organizationId);
  switch (task.kind) {
    case 'inspect': {
      const { inspectUpload } = await import('./platform/uploads/inspect-upload.ts');
      return inspectUpload(scope, task.task);
    }
    case 'inspectArriving': {
      const { inspectArriving } = await import('./platform/uploads/inspect-upload.ts');
      const { arrivalOn } = await import('./platform/uploads/arrival.ts');
      try {
        return await inspectArriving(scope, task.task, arrivalOn(task.progress));
      } finally {
        task.progress.close();
      }
    }
    case 'createList': {
      const { createListFrom } = await import('./features/status-updates/list-tasks.ts');
      return createListFrom(scope, task.file, task.list);
    }
    case 'previewPhones': {
      const { previewPhonesFrom } = await import('./features/status-updates/list-tasks.ts');
      return previewPhonesFrom(scope, task.file);
    }
    case 'list': {
      const { runList } = await import('./features/status-updates/run-list.ts');
      return runList(pool, scope, task.operationId);
    }
    case 'import': {
      const { runImport } = await import('./features/imports/run-import.ts');
      return runImport(pool, scope, task.importId);
    }
    case 'forecast': {
      const { forecastUpload } = await import('./features/imports/dry-run/dry-run-upload.ts');
      return forecastUpload(scope, task.task, {
        tell: (forecast) => task.progress.postMessage(forecast),
        isGone: () => Atomics.load(task.gone, 0) === 1,
      });
    }
  }
}
