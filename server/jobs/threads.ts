import { Piscina } from 'piscina';
import type { ImportOutcome } from '../imports/run-import.ts';
import type { FromFile, ListFile, NewList, PhonePreview } from '../lists/thread-data.ts';
import type { Inspected, InspectTask } from '../uploads/inspect-upload.ts';

/** Work that would hold up answers, done beside the thread that answers. */
export interface Threads {
  /** Starts a thread that will be asked to read an upload soon. */
  prepareInspection(): void;
  /** Reads an upload to its end. */
  inspect(organizationId: string, task: InspectTask): Promise<Inspected>;
  /** Creates a list from a stored file; answers the operation's id. */
  createList(organizationId: string, file: ListFile, list: NewList): Promise<FromFile<string>>;
  /** What an update of phones from a stored file would do. */
  previewPhones(organizationId: string, file: ListFile): Promise<FromFile<PhonePreview>>;
  /** Works through a list until it is finished, from where its last committed batch ended. */
  runList(organizationId: string, operationId: string): Promise<void>;
  /** Works on an import until it is finished, from where its last committed batch ended. */
  runImport(organizationId: string, importId: string): Promise<ImportOutcome>;
  /** Ends the threads where they are; unfinished imports go on at the next start. */
  close(): Promise<void>;
}

/** What a thread is asked to do; the connection string is that of the application's role. */
export type ThreadTask =
  | { kind: 'start' }
  | ({ appUrl: string; organizationId: string } & (
      | { kind: 'inspect'; task: InspectTask }
      | { kind: 'createList'; file: ListFile; list: NewList }
      | { kind: 'previewPhones'; file: ListFile }
      | { kind: 'list'; operationId: string }
      | { kind: 'import'; importId: string }
    ));

/** Imports at once in one server: more than the cores, so that a large one does not keep a small one waiting. */
export const IMPORTS_AT_ONCE = 4;
const INSPECTIONS_AT_ONCE = 2;
/** Long lists at once in one server. */
const LISTS_AT_ONCE = 2;
/** Heap of a thread (MiB). Beyond it the thread ends with an error; below, a larger one would only collect later. */
const THREAD_HEAP = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24 };
const IMPORTS_IDLE_MS = 30_000;
/** Short: what it read fills its heap, and the import that follows has a thread of its own. The next starts in time. */
const INSPECTIONS_IDLE_MS = 4_000;

/** Starts no thread until one is needed. Files that are read, lists and imports have threads each of their own: none waits for another kind. */
export function startThreads(appUrl: string): Threads {
  const inspections = threadPool(INSPECTIONS_AT_ONCE, INSPECTIONS_IDLE_MS);
  const imports = threadPool(IMPORTS_AT_ONCE, IMPORTS_IDLE_MS);
  const lists = threadPool(LISTS_AT_ONCE, IMPORTS_IDLE_MS);
  return {
    prepareInspection: () => {
      // Should it fail, so does the inspection, which tells.
      inspections.run({ kind: 'start' } satisfies ThreadTask).catch(() => undefined);
    },
    inspect: (organizationId, task) =>
      inspections.run({ kind: 'inspect', appUrl, organizationId, task } satisfies ThreadTask),
    createList: (organizationId, file, list) =>
      inspections.run({ kind: 'createList', appUrl, organizationId, file, list } satisfies ThreadTask),
    previewPhones: (organizationId, file) =>
      inspections.run({ kind: 'previewPhones', appUrl, organizationId, file } satisfies ThreadTask),
    runList: (organizationId, operationId) =>
      lists.run({ kind: 'list', appUrl, organizationId, operationId } satisfies ThreadTask),
    runImport: (organizationId, importId) =>
      imports.run({ kind: 'import', appUrl, organizationId, importId } satisfies ThreadTask),
    close: async () => {
      await Promise.all([inspections.destroy(), imports.destroy(), lists.destroy()]);
    },
  };
}

function threadPool(maxThreads: number, idleTimeout: number): Piscina {
  return new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads,
    idleTimeout,
    resourceLimits: THREAD_HEAP,
  });
}
