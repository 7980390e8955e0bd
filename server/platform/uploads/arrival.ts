import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

export interface StoredProgress {
  /** Stored chunks, which the reader can fetch. */
  chunks: number;
  /** `aborted`: the file will never be complete. */
  state: 'arriving' | 'whole' | 'aborted';
}

/** `newest`: the newest chunks, optionally. */
type ProgressMessage = StoredProgress & { newest: readonly Uint8Array<ArrayBuffer>[] };

export interface ArrivalReporter {
  /**
   * Transfers `newest` unless the reader lags behind; `giveBack` receives the memory.
   * @returns whether chunks were transferred
   */
  report(progress: StoredProgress, newest?: NewestChunks): boolean;
  close(): void;
}

export interface NewestChunks {
  chunks: readonly Buffer<ArrayBuffer>[];
  giveBack(chunk: Buffer<ArrayBuffer>): void;
}

export interface Arrival {
  /**
   * Null after the end, `stored` if the caller must fetch it.
   * @throws Error if the file is aborted
   */
  chunk(n: number): Promise<Uint8Array<ArrayBuffer> | 'stored' | null>;
  /** Call after reading a transferred chunk. */
  release(chunk: Uint8Array<ArrayBuffer>): void;
}

/** Each takes 1 MiB. */
const MAX_UNREAD_CHUNKS = 8;

/** The reader may be in another thread. */
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

/** Reads from a port of `openArrivalChannel`. */
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
