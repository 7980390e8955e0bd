import { Piscina } from 'piscina';
import type { ImportOutcome } from '../imports/run-import.ts';
import type { Inspected, InspectTask } from '../uploads/inspect-upload.ts';

/** Work that would hold up answers, done beside the thread that answers. */
export interface Threads {
  /** Reads an upload to its end. */
  inspect(organizationId: string, task: InspectTask): Promise<Inspected>;
  /** Works on an import until it is finished, from where its last committed batch ended. */
  runImport(organizationId: string, importId: string): Promise<ImportOutcome>;
  /** Ends the threads where they are; unfinished imports go on at the next start. */
  close(): Promise<void>;
}

/** What a thread is asked to do; the connection string is that of the application's role. */
export type ThreadTask =
  | { kind: 'inspect'; appUrl: string; organizationId: string; task: InspectTask }
  | { kind: 'import'; appUrl: string; organizationId: string; importId: string };

/** Imports at once in one server: more than the cores, so that a large one does not keep a small one waiting. */
export const IMPORTS_AT_ONCE = 4;
const INSPECTIONS_AT_ONCE = 2;
/** Heap of a thread (MiB). Beyond it the thread ends with an error; below, a larger one would only collect later. */
const THREAD_HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };
const IDLE_MS = 30_000;

/** Starts no thread until one is needed. Inspections have threads of their own: an upload never waits for imports. */
export function startThreads(appUrl: string): Threads {
  const inspections = threadPool(INSPECTIONS_AT_ONCE);
  const imports = threadPool(IMPORTS_AT_ONCE);
  return {
    inspect: (organizationId, task) =>
      inspections.run({ kind: 'inspect', appUrl, organizationId, task } satisfies ThreadTask),
    runImport: (organizationId, importId) =>
      imports.run({ kind: 'import', appUrl, organizationId, importId } satisfies ThreadTask),
    close: async () => {
      await Promise.all([inspections.destroy(), imports.destroy()]);
    },
  };
}

function threadPool(maxThreads: number): Piscina {
  return new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
    resourceLimits: THREAD_HEAP,
  });
}
