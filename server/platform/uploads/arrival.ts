import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Progress of storing an incoming file. */
export interface StoredSoFar {
  /** Number of stored chunks, which the reader can fetch. */
  chunks: number;
  /** `whole` once all chunks are stored; `broken off` if the file will never be complete. */
  state: 'arriving' | 'whole' | 'broken off';
}

/** Message to the reader: progress and, optionally, the newest chunks themselves. */
type Told = StoredSoFar & { newest: readonly Uint8Array<ArrayBuffer>[] };

/** The storing side of an incoming file. */
export interface Teller {
  /**
   * Reports progress to the reader. Transfers the newest chunks and their memory, unless the reader is far
   * behind and fetches them later. `giveBack` receives the memory of each chunk after reading.
   * @returns whether the chunks were transferred
   */
  tell(sofar: StoredSoFar, newest?: NewestChunks): boolean;
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
   * @throws Error if the file is broken off
   */
  chunk(n: number): Promise<Uint8Array<ArrayBuffer> | 'stored' | null>;
  /** Returns the memory of a transferred chunk after reading; the caller must not use the chunk any more. */
  release(chunk: Uint8Array<ArrayBuffer>): void;
}

/** Maximum transferred but unread chunks, each of 1 MiB of memory. */
const AHEAD = 8;

/**
 * Connects the storing side with a reader, possibly in another thread; the reader passes `port` to
 * `arrivalOn`.
 */
export function arrivalLine(): { teller: Teller; port: MessagePort } {
  const { port1, port2: port } = new MessageChannel();
  let ahead = 0;
  let giveBack: NewestChunks['giveBack'] = () => undefined;
  port1.on('message', (memory: ArrayBuffer) => {
    ahead -= 1;
    giveBack(Buffer.from(memory));
  });
  const tell: Teller['tell'] = (sofar, newest) => {
    const goAlong = newest !== undefined && ahead + newest.chunks.length <= AHEAD;
    const along = goAlong ? newest.chunks : [];
    if (goAlong) giveBack = newest.giveBack;
    ahead += along.length;
    port1.postMessage(
      { ...sofar, newest: along } satisfies Told,
      along.map(({ buffer }) => buffer),
    );
    return goAlong;
  };
  return { teller: { tell, close: () => port1.close() }, port };
}

/** Creates the reading side on a port of `arrivalLine`. */
export function arrivalOn(port: MessagePort): Arrival {
  let sofar: StoredSoFar = { chunks: 0, state: 'arriving' };
  const here = new Map<number, Uint8Array<ArrayBuffer>>();
  port.on('message', ({ newest, ...told }: Told) => {
    sofar = told;
    for (const [index, bytes] of newest.entries()) here.set(told.chunks - newest.length + index, bytes);
  });
  return {
    chunk: async (n) => {
      while (sofar.state === 'arriving' && sofar.chunks <= n) await once(port, 'message');
      if (sofar.state === 'broken off') throw new Error('The file was broken off on its way in');
      if (n >= sofar.chunks) return null;
      const bytes = here.get(n);
      if (bytes === undefined) return 'stored';
      here.delete(n);
      return bytes;
    },
    release: ({ buffer }) => port.postMessage(buffer, [buffer]),
  };
}
