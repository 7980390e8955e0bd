import type { EncodingEvidence } from '#packages/tabular/tabular.ts';
import { isSameEvidence, revealsEncoding, sniff } from '#packages/tabular/tabular.ts';
import type { Threads } from '../jobs/threads.ts';
import type { ArrivingReading, ArrivingTask, Inspected } from './inspect-upload.ts';
import { inspectArrivingInThread } from './inspection-threads.ts';
import { CHUNK_BYTES, type StoredPart } from './writes.ts';

/**
 * Reads a file while it arrives, assuming the beginning's encoding; the result is discarded if the rest
 * contradicts it.
 */
export class EarlyReading {
  readonly #begin: (task: ArrivingTask) => ArrivingReading | null;
  readonly #filename: string;
  /** Null if not read early. */
  #reading: ArrivingReading | null | undefined;
  #isKnownByHead = false;
  #evidence: EncodingEvidence = { isUtf8: true, sample: new Uint8Array(0) };

  constructor(threads: Threads, organizationId: string, filename: string, signal?: AbortSignal) {
    this.#begin = (task) => inspectArrivingInThread(threads, organizationId, task, signal);
    this.#filename = filename;
  }

  /** True if it took over `newest`. */
  follow(part: StoredPart): boolean {
    if (this.#reading === undefined) this.#reading = this.#start(part);
    return this.#reading?.report({ chunks: part.chunks, state: 'arriving' }, part.newest) ?? false;
  }

  /** Returns null if the file must be read again. */
  async end(size: number, evidence: EncodingEvidence): Promise<Inspected | null> {
    if (!this.#reading) return null;
    this.#reading.report({ chunks: Math.ceil(size / CHUNK_BYTES), state: 'whole' });
    const inspected = await this.#reading.result;
    // The reader then ignored the evidence.
    return this.#isKnownByHead || isSameEvidence(evidence, this.#evidence) ? inspected : null;
  }

  abort(): void {
    this.#reading?.report({ chunks: 0, state: 'aborted' });
  }

  #start({ uploadId, head, evidence }: StoredPart): ArrivingReading | null {
    if (!looksLikeText(head, this.#filename)) return null;
    this.#evidence = evidence;
    this.#isKnownByHead = revealsEncoding(head);
    const reading = this.#begin({ uploadId, head, evidence });
    // The storing side reports the failure.
    reading?.result.catch(() => undefined);
    return reading;
  }
}

function looksLikeText(head: Uint8Array, filename: string): boolean {
  try {
    return sniff(head, filename) === 'text';
  } catch {
    // The full reading reports the defect.
    return false;
  }
}
