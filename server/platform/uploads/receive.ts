import type { FastifyRequest } from 'fastify';
import {
  type EncodingEvidence,
  FileProblem,
  inspectScan,
  isSameEvidence,
  type KnowsColumnName,
  revealsEncoding,
  sniff,
} from '#packages/tabular/tabular.ts';
import { type Context, scopeOf } from '../context/context.ts';
import type { OrganizationScope } from '../db/scope.ts';
import type { Threads } from '../jobs/threads.ts';
import type { ArrivingReading, ArrivingTask, Inspected } from './inspect-upload.ts';
import { INSPECT, inspectArrivingInThread } from './inspection-threads.ts';
import { readUploadForm, type UploadForm } from './multipart.ts';
import { findUpload, type StoredUpload } from './reads.ts';
import { CHUNK_BYTES, finishUpload, removeUpload, type StoredPart, storeUpload } from './writes.ts';

/**
 * Reads a file while it arrives, assuming the beginning's encoding; the result is discarded if the rest
 * contradicts it.
 */
class EarlyReading {
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

interface ExpectedForm {
  fields: readonly string[];
  /** User id. */
  createdBy: string;
  knowsColumnName: KnowsColumnName;
  /** Stops reading; nothing is kept. */
  signal?: AbortSignal;
}

/** @throws HttpError, FileProblem; leaves no file behind */
export function receiveForm(
  context: Pick<Context, 'threads' | 'db'>,
  scope: OrganizationScope,
  request: FastifyRequest,
  { fields, ...expected }: ExpectedForm,
): Promise<UploadForm<StoredUpload>> {
  return readUploadForm(request, fields, {
    take: (filename, bytes) => receiveFile(context, scope, { filename, ...expected }, bytes),
    drop: (file) => removeUpload(scope, file.id),
  });
}

/** @throws FileProblem, or the error of `bytes`; leaves no file behind */
async function receiveFile(
  context: Pick<Context, 'threads' | 'db'>,
  scope: OrganizationScope,
  file: { filename: string } & Omit<ExpectedForm, 'fields'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredUpload> {
  const { knowsColumnName, signal, ...named } = file;
  // The thread starts while the file arrives.
  context.threads.prepare(INSPECT);
  const early = new EarlyReading(context.threads, scope.organizationId, file.filename, signal);
  const { uploadId, size, evidence } = await storeUpload(scope, named, bytes, (part) =>
    early.follow(part),
  ).catch((error: unknown) => {
    early.abort();
    throw error;
  });
  try {
    const task = { uploadId, filename: file.filename, size, evidence };
    const inspected =
      (await early.end(size, evidence)) ??
      (await context.threads.run(INSPECT, scope.organizationId, task, signal && { signal }));
    if (!inspected.ok) throw new FileProblem(inspected.code, inspected.message);
    const found = inspectScan(inspected.scan, { knowsColumnName });
    await scope.transaction((tx) => finishUpload(tx, uploadId, found));
  } catch (error) {
    await removeUpload(scope, uploadId);
    throw error;
  }
  const stored = await scopeOf(context, scope.organizationId).transaction((tx) => findUpload(tx, uploadId));
  if (stored === null) throw new Error(`Upload ${uploadId} vanished`);
  return stored;
}
