import module from 'node:module';
import { constants, platform, setPriority } from 'node:os';
import type pg from 'pg';
import { workerData } from 'piscina';
import { scopeWhileWanted } from './caller-gone.ts';
import { collectGarbage } from './garbage.ts';
import { errorForOtherThread } from './thread-errors.ts';
import type { OpenDatabase, ThreadCall, ThreadFunction, ThreadSettings } from './threads.ts';

interface ThreadModule {
  default: ThreadFunction<unknown, unknown, unknown>;
}

const { compiled }: ThreadSettings = workerData;
// Without the compile cache each thread takes a second and 25 MB more.
if (compiled !== null) module.enableCompileCache(compiled);

// Requests come first; on Linux this affects only the thread.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

export default async function runCall(call: ThreadCall): Promise<unknown> {
  try {
    return await runTask(call);
  } finally {
    // After the result is sent.
    setImmediate(tidyUp);
  }
}

async function runTask(call: ThreadCall): Promise<unknown> {
  const { default: run }: ThreadModule = await import(call.module);
  if (call.isPreparation) return null;
  const connection = connectionFor(call);
  const { line } = call;
  try {
    return await run(
      {
        database: connection.open,
        report: (progress) => line?.progress.postMessage(progress),
      },
      call.input,
    );
  } catch (error) {
    throw errorForOtherThread(connection.lost() ?? error);
  } finally {
    await connection.close();
  }
}

interface Connection {
  open(): Promise<OpenDatabase>;
  lost(): Error | undefined;
  close(): Promise<void>;
}

/** Connects on first use: computing tasks load no database code. */
function connectionFor({ urls, connections, holdsLock, organizationId, line }: ThreadCall): Connection {
  const isGone = (): boolean => line !== null && Atomics.load(line.gone, 0) === 1;
  let lost: Error | undefined;
  const onLost = (error: Error): void => {
    lost = error;
  };
  let pools: { work: pg.Pool; session: pg.Pool } | undefined;
  return {
    open: async () => {
      if (organizationId === null) throw new Error('A task without an organization has no database');
      const [{ openPool, sessionUrl }, { organizationScope }, { recheckOf }] = await Promise.all([
        import('../db/pool.ts'),
        import('../db/scope.ts'),
        import('../security/permit.ts'),
      ]);
      pools ??= {
        work: openPool(urls.app, holdsLock ? connections - 1 : connections, onLost),
        session: openPool(sessionUrl(urls), 1, onLost),
      };
      const scope = scopeWhileWanted(
        organizationScope(pools.work, organizationId, permit && recheckOf(permit)),
        isGone,
      );
      return { pool: pools.session, scope };
    },
    lost: () => lost,
    close: async () => {
      await Promise.all([pools?.work.end(), pools?.session.end()]);
    },
  };
}

function tidyUp(): void {
  collectGarbage();
  // Threads end without notice.
  if (compiled !== null) module.flushCompileCache();
}
