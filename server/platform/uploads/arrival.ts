import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** How far a file that is on its way in is stored. */
export interface StoredSoFar {
  /** Chunks that can be fetched: the first so many. */
  chunks: number;
  /** `whole` when there are no more, `broken off` when the file will never be whole. */
  state: 'arriving' | 'whole' | 'broken off';
}

/** What crosses to the reader: how far the file is, and perhaps the last of those chunks themselves. */
type Told = StoredSoFar & { newest: readonly Uint8Array<ArrayBuffer>[] };

/** The end of who stores the file. */
export interface Teller {
  /**
   * Tells the reader how far the file is. The newest chunks go along, their memory with them, unless the reader is far
   * behind: it fetches them then. `giveBack` takes the memory of each that was read.
   * @returns whether they went along
   */
  tell(sofar: StoredSoFar, newest?: NewestChunks): boolean;
  close(): void;
}

/** Chunks that may be given away, and who takes their memory back. */
export interface NewestChunks {
  chunks: readonly Buffer<ArrayBuffer>[];
  giveBack(chunk: Buffer<ArrayBuffer>): void;
}

/** The end of who reads it. */
export interface Arrival {
  /**
   * Waits for chunk `n`; null when the file ends before it, `stored` when it is to be fetched.
   * @throws Error when the file is broken off
   */
  chunk(n: number): Promise<Uint8Array<ArrayBuffer> | 'stored' | null>;
  /** To be called when a chunk that came along was read: its memory is gone. */
  release(chunk: Uint8Array<ArrayBuffer>): void;
}

/** Chunks that are with the reader and not read yet: so many MiB of memory. */
const AHEAD = 8;

/** Connects who stores a file with who reads it, in another thread perhaps: that end's port is for `arrivalOn`. */
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

/** The reader's end. */
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
