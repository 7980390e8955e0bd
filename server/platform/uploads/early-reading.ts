import type { KnownEncoding } from '#packages/tabular/tabular.ts';
import { sniff } from '#packages/tabular/tabular.ts';
import type { Threads } from '../jobs/threads.ts';
import type { ArrivingReading, ArrivingTask, Inspected } from './inspect-upload.ts';
import { inspectArrivingInThread } from './inspection-threads.ts';
import { CHUNK_BYTES, type StoredPart } from './writes.ts';

/**
 * Reads a text while it is stored, so that little is left to do when it is whole. It is taken for UTF-8 until a byte
 * says otherwise; should one do so later, what was read counts for nothing.
 */
export class EarlyReading {
  readonly #begin: (task: ArrivingTask) => ArrivingReading | null;
  readonly #filename: string;
  /** Null when this file is not read early. */
  #reading: ArrivingReading | null | undefined;
  #encoding: KnownEncoding = 'utf-8';

  constructor(threads: Threads, organizationId: string, filename: string) {
    this.#begin = (task) => inspectArrivingInThread(threads, organizationId, task);
    this.#filename = filename;
  }

  /** To be called when more of the file is stored; answers whether the memory of `newest` is gone with it. */
  follow(part: StoredPart): boolean {
    if (this.#reading === undefined) this.#reading = this.#start(part);
    return this.#reading?.tell({ chunks: part.chunks, state: 'arriving' }, part.newest) ?? false;
  }

  /** What was found in the file, all of whose `size` bytes are stored, now that its encoding is known; null when it is yet to be read. */
  async end(size: number, encoding: KnownEncoding): Promise<Inspected | null> {
    if (!this.#reading) return null;
    this.#reading.tell({ chunks: Math.ceil(size / CHUNK_BYTES), state: 'whole' });
    const inspected = await this.#reading.result;
    // A file whose first bytes tell its encoding is read by that, whatever it was taken for.
    const told = inspected.ok && inspected.found.format.encoding !== this.#encoding;
    return told || encoding === this.#encoding ? inspected : null;
  }

  /** To be called when the file will never be whole. */
  breakOff(): void {
    this.#reading?.tell({ chunks: 0, state: 'broken off' });
  }

  #start({ uploadId, head, encoding }: StoredPart): ArrivingReading | null {
    if (!isText(head, this.#filename)) return null;
    this.#encoding = encoding;
    const reading = this.#begin({ uploadId, head, encoding });
    // Who stores the file is told of what fails before its end, not of what fails because of that.
    reading?.result.catch(() => undefined);
    return reading;
  }
}

function isText(head: Uint8Array, filename: string): boolean {
  try {
    return sniff(head, filename) === 'text';
  } catch {
    // What is wrong with the file is told by whoever reads it.
    return false;
  }
}
