import type { Delimiter, Encoding, EncodingEvidence } from '#packages/tabular/tabular.ts';
import {
  FileProblem,
  type FileProblemCode,
  scanFile,
  scanText,
  type TableScan,
} from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../db/scope.ts';
import type { Arrival, ArrivalReporter } from './arrival.ts';
import { arrivingBytes, uploadSource } from './reads.ts';

/** Upload to inspect, and how to read it where that was chosen. */
export interface InspectTask {
  uploadId: string;
  filename: string;
  /** Size in bytes. */
  size: number;
  sheet?: string;
  encoding?: Encoding;
  delimiter?: Delimiter;
  /** Evidence of the encoding from an earlier pass over the bytes. */
  evidence?: EncodingEvidence;
}

/** Text file to read while it arrives: its first bytes (`HEAD_BYTES`) and what the bytes so far say of its encoding. */
export interface ArrivingTask {
  uploadId: string;
  head: Uint8Array;
  evidence: EncodingEvidence;
}

/**
 * Result of an inspection. A file problem crosses threads as data, because structured cloning loses the error
 * class.
 */
export type Inspected = { ok: true; scan: TableScan } | { ok: false; code: FileProblemCode; message: string };

/** A text file being read while the server stores it. */
export interface ArrivingReading {
  /** Reports that more of the file is stored, or that it is whole or aborted. */
  report: ArrivalReporter['report'];
  /** Result; rejects if the file is aborted. */
  result: Promise<Inspected>;
}

/** Reads a stored file to its end and returns its format, first rows and number of rows. */
export function inspectUpload(scope: OrganizationScope, task: InspectTask): Promise<Inspected> {
  const source = uploadSource(scope, task.uploadId, task.size);
  const { uploadId: _id, size: _size, ...options } = task;
  return asData(scanFile(source, options));
}

/**
 * Inspects a text file while the server stores it.
 * @throws Error if the file is aborted
 */
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
