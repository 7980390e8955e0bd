import type { Delimiter, Encoding, EncodingEvidence } from '#packages/tabular/tabular.ts';
import {
  FileProblem,
  type FileProblemCode,
  scanFile,
  scanText,
  type TableScan,
} from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../db/scope.ts';
import type { ThreadEnvironment } from '../jobs/threads.ts';
import type { Arrival, ArrivalReporter } from './arrival.ts';
import { arrivingBytes, uploadSource } from './reads.ts';

export interface InspectTask {
  uploadId: string;
  filename: string;
  /** In bytes. */
  size: number;
  sheet?: string;
  encoding?: Encoding;
  delimiter?: Delimiter;
  /** From an earlier pass. */
  evidence?: EncodingEvidence;
}

/** `head`: the first `HEAD_BYTES`. */
export interface ArrivingTask {
  uploadId: string;
  head: Uint8Array;
  evidence: EncodingEvidence;
}

/** Cloning between threads loses error classes. */
export type Inspected = { ok: true; scan: TableScan } | { ok: false; code: FileProblemCode; message: string };

export interface ArrivingReading {
  report: ArrivalReporter['report'];
  /** Rejects if the file is aborted. */
  result: Promise<Inspected>;
}

/** Inspects a stored file in a thread. */
export default async function inspectInThread(
  { database }: ThreadEnvironment,
  task: InspectTask,
): Promise<Inspected> {
  const { scope } = await database();
  const source = uploadSource(scope, task.uploadId, task.size);
  const { uploadId: _id, size: _size, ...options } = task;
  return asData(scanFile(source, options));
}

/** @throws Error if the file is aborted */
export function inspectArriving(
  scope: OrganizationScope,
  { uploadId, head, evidence }: ArrivingTask,
  arrival: Arrival,
): Promise<Inspected> {
  return asData(scanText(arrivingBytes(scope, uploadId, arrival), head, evidence));
}

async function asData(scan: Promise<TableScan>): Promise<Inspected> {
  try {
    return { ok: true, scan: await scan };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
