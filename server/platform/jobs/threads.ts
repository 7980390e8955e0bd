import module from 'node:module';
import { dirname } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { ImportForecast } from '#contract/import-forecast.ts';
import type { Forecasted, ForecastTask } from '../../features/imports/dry-run/dry-run-upload.ts';
import type { ImportOutcome } from '../../features/imports/run-import.ts';
import type { FromFile, ListFile, NewList, PhonePreview } from '../../features/status-updates/thread-data.ts';
import type { SubstringIndexing } from '../../lead/index/finder.ts';
import { arrivalLine } from '../uploads/arrival.ts';
import type { ArrivingReading, ArrivingTask, Inspected, InspectTask } from '../uploads/inspect-upload.ts';

/** Work that would hold up answers, done beside the thread that answers. */
export interface Threads {
  /** Starts a thread that will be asked to read an upload soon. */
  prepareInspection(): void;
  /** Reads an upload to its end. */
  inspect(organizationId: string, task: InspectTask): Promise<Inspected>;
  /** Reads an upload that is a text while it arrives; null when another one is read so already. */
  inspectArriving(organizationId: string, task: ArrivingTask): ArrivingReading | null;
  /** Creates a list from a stored file; answers the operation's id. */
  createList(organizationId: string, file: ListFile, list: NewList): Promise<FromFile<string>>;
  /** What an update of phones from a stored file would do. */
  previewPhones(organizationId: string, file: ListFile): Promise<FromFile<PhonePreview>>;
  /** Works through a list until it is finished, from where its last committed batch ended. */
  runList(organizationId: string, operationId: string): Promise<void>;
  /** Finds the frequent substrings of texts, which are transferred to the thread. */
  indexSubstrings: SubstringIndexing;
  /** Works on an import until it is finished, from where its last committed batch ended. */
  runImport(organizationId: string, importId: string): Promise<ImportOutcome>;
  /**
   * What an import of an upload would do. Settles when nothing is being done any more, which is soon after `signal` is
   * aborted: it rejects then.
   */
  forecast(organizationId: string, task: ForecastTask, follower: ForecastFollower): Promise<Forecasted>;
  /** Ends the threads where they are; unfinished imports go on at the next start. */
  close(): Promise<void>;
}

/** Who waits for a forecast, and until when. */
export interface ForecastFollower {
  signal: AbortSignal;
  /** Called with the counts so far, after each batch of rows. */
  onProgress(forecast: ImportForecast): void;
}

/** What a thread is asked to do; the connection string is that of the application's role. */
export type ThreadTask =
  | { kind: 'start' }
  | { kind: 'index'; texts: Uint8Array<ArrayBuffer>; least: number }
  | ({ appUrl: string; organizationId: string } & (
      | { kind: 'inspect'; task: InspectTask }
      | { kind: 'inspectArriving'; task: ArrivingTask; progress: MessagePort }
      | { kind: 'createList'; file: ListFile; list: NewList }
      | { kind: 'previewPhones'; file: ListFile }
      | { kind: 'list'; operationId: string }
      | { kind: 'import'; importId: string }
      | ({ kind: 'forecast'; task: ForecastTask } & ForecastLine)
    ));

/** What connects the thread of a forecast with whoever waits for it. */
interface ForecastLine {
  /** Takes the counts so far. */
  progress: MessagePort;
  /** Its one number becomes 1 when nobody waits any more: seen at once, whatever the thread is at. */
  gone: Int32Array<SharedArrayBuffer>;
}

/** What a thread is started with. */
export interface ThreadSettings {
  /** The folder where Node keeps compiled sources, when it does. */
  compiled: string | null;
}

/** Imports at once in one server: more than the cores, so that a large one does not keep a small one waiting. */
export const IMPORTS_AT_ONCE = 4;
/** Files at once that are read when they are stored, beside one that is read while it arrives, however long that takes. */
const INSPECTIONS_AT_ONCE = 2;
/** Long lists at once in one server. */
const LISTS_AT_ONCE = 2;
/** Files at once in one server that are checked before their import. */
const FORECASTS_AT_ONCE = 2;
/** Heap of a thread (MiB). Beyond it the thread ends with an error; below, a larger one would only collect later. */
const THREAD_HEAP = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 32 };
/** The same where nobody waits for the end. */
const INDEXING_HEAP = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 6 };
const IMPORTS_IDLE_MS = 30_000;
/** Short: what it read fills its heap, and the import that follows has a thread of its own. The next starts in time. */
const INSPECTIONS_IDLE_MS = 4_000;

/** Starts no thread until one is needed. Files that are read, lists, checks, imports and the substring index have threads each of their own: none waits for another kind. */
export function startThreads(appUrl: string): Threads {
  const inspections = threadPool(INSPECTIONS_AT_ONCE + 1, INSPECTIONS_IDLE_MS);
  const imports = threadPool(IMPORTS_AT_ONCE, IMPORTS_IDLE_MS);
  const lists = threadPool(LISTS_AT_ONCE, IMPORTS_IDLE_MS);
  const forecasts = threadPool(FORECASTS_AT_ONCE, INSPECTIONS_IDLE_MS);
  const indexing = threadPool(1, INSPECTIONS_IDLE_MS, INDEXING_HEAP);
  let arriving = false;
  /** The thread that was prepared last is ready: whoever asks before would start one more. */
  let started: Promise<unknown> = Promise.resolve();
  return {
    prepareInspection: () => {
      // Should it fail, so does the inspection, which tells.
      started = inspections.run({ kind: 'start' } satisfies ThreadTask).catch(() => undefined);
    },
    inspect: (organizationId, task) =>
      started.then(() =>
        inspections.run({ kind: 'inspect', appUrl, organizationId, task } satisfies ThreadTask),
      ),
    inspectArriving: (organizationId, task) => {
      if (arriving) return null;
      arriving = true;
      const { teller, port: progress } = arrivalLine();
      const work = { kind: 'inspectArriving', appUrl, organizationId, task, progress } satisfies ThreadTask;
      const result = started
        .then(() => inspections.run(work, { transferList: [progress] }))
        .finally(() => {
          arriving = false;
          teller.close();
        });
      return { tell: teller.tell, result };
    },
    createList: (organizationId, file, list) =>
      inspections.run({ kind: 'createList', appUrl, organizationId, file, list } satisfies ThreadTask),
    previewPhones: (organizationId, file) =>
      inspections.run({ kind: 'previewPhones', appUrl, organizationId, file } satisfies ThreadTask),
    runList: (organizationId, operationId) =>
      lists.run({ kind: 'list', appUrl, organizationId, operationId } satisfies ThreadTask),
    indexSubstrings: (texts, least) =>
      indexing.run({ kind: 'index', texts, least } satisfies ThreadTask, { transferList: [texts.buffer] }),
    runImport: (organizationId, importId) =>
      imports.run({ kind: 'import', appUrl, organizationId, importId } satisfies ThreadTask),
    forecast: (organizationId, task, follower) =>
      onLine(follower, (line) =>
        forecasts.run({ kind: 'forecast', appUrl, organizationId, task, ...line } satisfies ThreadTask, {
          transferList: [line.progress],
        }),
      ),
    close: async () => {
      await Promise.all([inspections, imports, lists, forecasts, indexing].map((pool) => pool.destroy()));
    },
  };
}

/** Connects a forecast with its follower while it runs. */
async function onLine<T>(
  { signal, onProgress }: ForecastFollower,
  run: (line: ForecastLine) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const gone = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const leave = (): void => void Atomics.store(gone, 0, 1);
  const { port1, port2 } = new MessageChannel();
  port1.on('message', onProgress);
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await run({ progress: port2, gone });
  } finally {
    signal.removeEventListener('abort', leave);
    port1.close();
  }
}

function threadPool(maxThreads: number, idleTimeout: number, resourceLimits = THREAD_HEAP): Piscina {
  return new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads,
    idleTimeout,
    resourceLimits,
    // Threads tidy up when they have answered, which they could not do where they waited for the next task.
    atomics: 'disabled',
    workerData: { compiled: compiledFolder() } satisfies ThreadSettings,
  });
}

function compiledFolder(): string | null {
  // Node names a folder of its version below the one that it was given.
  const folder = module.getCompileCacheDir();
  return folder === undefined ? null : dirname(folder);
}
