import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Progress of storing an incoming file. */
export interface StoredProgress {
  /** Number of stored chunks, which the reader can fetch. */
  chunks: number;
  /** `whole` once all chunks are stored; `aborted` if the file will never be complete. */
  state: 'arriving' | 'whole' | 'aborted';
}

/** Message to the reader: progress and, optionally, the newest chunks themselves. */
type ProgressMessage = StoredProgress & { newest: readonly Uint8Array<ArrayBuffer>[] };

/** The storing side of an incoming file. */
export interface ArrivalReporter {
  /**
   * Reports progress to the reader. Transfers the newest chunks and their memory, unless the reader is far
   * behind and fetches them later. `giveBack` receives the memory of each chunk after reading.
   * @returns whether the chunks were transferred
   */
  report(progress: StoredProgress, newest?: NewestChunks): boolean;
  close(): void;
}

/** Chunks to transfer, and the receiver of their returned memory. */
export interface NewestChunks {
  chunks: readonly Buffer<ArrayBuffer>[];
  giveBack(chunk: Buffer<ArrayBuffer>): void;
}

/** The reading side of an incoming file. */
export interface Arrival {
  /**
   * Waits for chunk `n`. Returns null if the file ends before it, `stored` if the caller must fetch it.
   * @throws Error if the file is aborted
   */
  chunk(n: number): Promise<Uint8Array<ArrayBuffer> | 'stored' | null>;
  /** Returns the memory of a transferred chunk after reading; the caller must not use the chunk any more. */
  release(chunk: Uint8Array<ArrayBuffer>): void;
}

/** Maximum transferred but unread chunks, each of 1 MiB of memory. */
const MAX_UNREAD_CHUNKS = 8;

/**
 * Connects the storing side with a reader, possibly in another thread; the reader passes `port` to
 * `arrivalFrom`.
 */
export function openArrivalChannel(): { reporter: ArrivalReporter; port: MessagePort } {
  const { port1, port2: port } = new MessageChannel();
  let unread = 0;
  let giveBack: NewestChunks['giveBack'] = () => undefined;
  port1.on('message', (memory: ArrayBuffer) => {
    unread -= 1;
    giveBack(Buffer.from(memory));
  });
  const report: ArrivalReporter['report'] = (progress, newest) => {
    const isTransferred = newest !== undefined && unread + newest.chunks.length <= MAX_UNREAD_CHUNKS;
    const transferred = isTransferred ? newest.chunks : [];
    if (isTransferred) giveBack = newest.giveBack;
    unread += transferred.length;
    port1.postMessage(
      { ...progress, newest: transferred } satisfies ProgressMessage,
      transferred.map(({ buffer }) => buffer),
    );
    return isTransferred;
  };
  return { reporter: { report, close: () => port1.close() }, port };
}

/** Creates the reading side on a port of `openArrivalChannel`. */
export function arrivalFrom(port: MessagePort): Arrival {
  let progress: StoredProgress = { chunks: 0, state: 'arriving' };
  const here = new Map<number, Uint8Array<ArrayBuffer>>();
  port.on('message', ({ newest, ...message }: ProgressMessage) => {
    progress = message;
    for (const [index, bytes] of newest.entries()) here.set(message.chunks - newest.length + index, bytes);
  });
  return {
    chunk: async (n) => {
      while (progress.state === 'arriving' && progress.chunks <= n) await once(port, 'message');
      if (progress.state === 'aborted') throw new Error('The upload was interrupted. Upload the file again.');
      if (n >= progress.chunks) return null;
      const bytes = here.get(n);
      if (bytes === undefined) return 'stored';
      here.delete(n);
      return bytes;
    },
    release: ({ buffer }) => port.postMessage(buffer, [buffer]),
  };
}
