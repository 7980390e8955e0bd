import module from 'node:module';
import { constants, platform, setPriority } from 'node:os';
import type pg from 'pg';
import { workerData } from 'piscina';
import { collectGarbage } from './garbage.ts';
import type { OpenDatabase, ThreadCall, ThreadFunction, ThreadSettings } from './threads.ts';

/** A module that a thread task names. */
interface ThreadModule {
  run: ThreadFunction<unknown, unknown, unknown>;
}

/** An import takes most: three to write, one to read, two that hold its lock and its lease, one to spare. */
const CONNECTIONS = 7;

const { compiled }: ThreadSettings = workerData;
// A thread does not share Node's cache of compiled sources by itself: without it each takes a second and 25 MB more.
if (compiled !== null) module.enableCompileCache(compiled);

// On Linux the priority is the thread's own: answers come before imports when both want the processor.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** Runs one call. */
export default async function runCall(call: ThreadCall): Promise<unknown> {
  try {
    return await resultOf(call);
  } finally {
    // Once the result is on its way.
    setImmediate(tidyUp);
  }
}

async function resultOf(call: ThreadCall): Promise<unknown> {
  const { run }: ThreadModule = await import(call.module);
  if (call.isPreparation) return null;
  const connection = connectionFor(call);
  const { line } = call;
  try {
    return await run(
      {
        database: connection.open,
        tell: (progress) => line?.progress.postMessage(progress),
        isGone: () => line !== null && Atomics.load(line.gone, 0) === 1,
      },
      call.input,
    );
  } catch (error) {
    throw connection.lost() ?? error;
  } finally {
    await connection.close();
  }
}

interface Connection {
  open(): Promise<OpenDatabase>;
  /** The error that ended a connection, if one did. */
  lost(): Error | undefined;
  close(): Promise<void>;
}

/** Connections that open at the first use: a task that computes alone loads nothing of the database. */
function connectionFor({ appUrl, organizationId }: ThreadCall): Connection {
  let lost: Error | undefined;
  let pool: pg.Pool | undefined;
  return {
    open: async () => {
      if (organizationId === null) throw new Error('A task without an organization has no database');
      const [{ openPool }, { organizationScope }] = await Promise.all([
        import('../db/pool.ts'),
        import('../db/scope.ts'),
      ]);
      pool ??= openPool(appUrl, CONNECTIONS, (error) => {
        lost = error;
      });
      return { pool, scope: organizationScope(pool, organizationId) };
    },
    lost: () => lost,
    close: async () => {
      await pool?.end();
    },
  };
}

function tidyUp(): void {
  collectGarbage();
  // Threads are ended where they are, which would leave nothing for the next one.
  if (compiled !== null) module.flushCompileCache();
}
