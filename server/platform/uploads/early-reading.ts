import type { KnownEncoding } from '#packages/tabular/tabular.ts';
import { sniff } from '#packages/tabular/tabular.ts';
import type { Threads } from '../jobs/threads.ts';
import type { ArrivingReading, ArrivingTask, Inspected } from './inspect-upload.ts';
import { inspectArrivingInThread } from './inspection-threads.ts';
import { CHUNK_BYTES, type StoredPart } from './writes.ts';

/**
 * Reads a text file while the server stores it, so that little is left to do at its end. Assumes UTF-8 until
 * a byte contradicts that; a later contradiction discards the result.
 */
export class EarlyReading {
  readonly #begin: (task: ArrivingTask) => ArrivingReading | null;
  readonly #filename: string;
  /** Null if this file is not read early. */
  #reading: ArrivingReading | null | undefined;
  #encoding: KnownEncoding = 'utf-8';

  /** Reads until `signal` aborts. */
  constructor(threads: Threads, organizationId: string, filename: string, signal?: AbortSignal) {
    this.#begin = (task) => inspectArrivingInThread(threads, organizationId, task, signal);
    this.#filename = filename;
  }

  /** Follows newly stored chunks. Returns whether it took over the memory of `newest`. */
  follow(part: StoredPart): boolean {
    if (this.#reading === undefined) this.#reading = this.#start(part);
    return this.#reading?.report({ chunks: part.chunks, state: 'arriving' }, part.newest) ?? false;
  }

  /**
   * Returns the result once all `size` bytes are stored and the encoding is known, or null if the file must
   * be read again.
   */
  async end(size: number, encoding: KnownEncoding): Promise<Inspected | null> {
    if (!this.#reading) return null;
    this.#reading.report({ chunks: Math.ceil(size / CHUNK_BYTES), state: 'whole' });
    const inspected = await this.#reading.result;
    // If the first bytes determine the encoding, the reader used that one regardless of the assumed encoding.
    const isKnownByHead = inspected.ok && inspected.found.format.encoding !== this.#encoding;
    return isKnownByHead || encoding === this.#encoding ? inspected : null;
  }

  /** Ends the reading of a file that will never be complete. */
  abort(): void {
    this.#reading?.report({ chunks: 0, state: 'aborted' });
  }

  #start({ uploadId, head, encoding }: StoredPart): ArrivingReading | null {
    if (!looksLikeText(head, this.#filename)) return null;
    this.#encoding = encoding;
    const reading = this.#begin({ uploadId, head, encoding });
    // A failure while storing is reported by the storing side; this rejection only follows from it.
    reading?.result.catch(() => undefined);
    return reading;
  }
}

function looksLikeText(head: Uint8Array, filename: string): boolean {
  try {
    return sniff(head, filename) === 'text';
  } catch {
    // The full reading reports the defect of the file.
    return false;
  }
}
