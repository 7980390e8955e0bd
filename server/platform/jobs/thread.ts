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

// Makes Piscina import this module. It requires others, and Node aborts the process of a thread that ends meanwhile.
await Promise.resolve();

const { compiled }: ThreadSettings = workerData;
// A thread doesn't share Node's compile cache by default. Without it, each takes a second and 25 MB more.
if (compiled !== null) module.enableCompileCache(compiled);

// On Linux the priority applies to this thread alone: requests come before imports when both need the
// processor.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

export default async function runCall(call: ThreadCall): Promise<unknown> {
  try {
    return await runTask(call);
  } finally {
    // After the result is on its way.
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
  /** Returns the error that ended a connection, if any. */
  lost(): Error | undefined;
  close(): Promise<void>;
}

/** Returns connections that open at first use: a task that only computes loads no database code. */
function connectionFor({
  urls,
  secretKey,
  connections,
  holdsLock,
  organizationId,
  permit,
  line,
}: ThreadCall): Connection {
  const isGone = (): boolean => line !== null && Atomics.load(line.gone, 0) === 1;
  let lost: Error | undefined;
  const onLost = (error: Error): void => {
    lost = error;
  };
  let pools: { work: pg.Pool; session: pg.Pool } | undefined;
  return {
    open: async () => {
      if (organizationId === null) throw new Error('A task without an organization has no database');
      const [{ openPool, sessionUrl }, { giveSecretKey }, { organizationScope }, { recheckOf }] =
        await Promise.all([
          import('../db/pool.ts'),
          import('../db/pool-key.ts'),
          import('../db/scope.ts'),
          import('../security/permit.ts'),
        ]);
      pools ??= {
        work: openPool(urls.app, holdsLock ? connections - 1 : connections, onLost),
        session: openPool(sessionUrl(urls), 1, onLost),
      };
      if (secretKey !== null) giveSecretKey(pools.work, () => Buffer.from(secretKey));
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
  // The pool terminates threads without notice, which would leave the next one no cache.
  if (compiled !== null) module.flushCompileCache();
}
