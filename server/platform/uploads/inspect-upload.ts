import type { KnownEncoding } from '#packages/tabular/tabular.ts';
import {
  FileProblem,
  type FileProblemCode,
  type Inspection,
  inspect,
  inspectText,
} from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../db/scope.ts';
import type { Arrival, ArrivalReporter } from './arrival.ts';
import { arrivingBytes, uploadSource } from './reads.ts';

/** Upload to inspect, its sheet unless it is the default one, and the encoding of a text file if known. */
export interface InspectTask {
  uploadId: string;
  filename: string;
  /** Size in bytes. */
  size: number;
  sheet?: string;
  encoding?: KnownEncoding;
}

/** Text file to read while it arrives: its first bytes (`HEAD_BYTES`) and the assumed encoding. */
export interface ArrivingTask {
  uploadId: string;
  head: Uint8Array;
  encoding: KnownEncoding;
}

/**
 * Result of an inspection. A file problem crosses threads as data, because structured cloning loses the error
 * class.
 */
export type Inspected =
  | { ok: true; found: Inspection }
  | { ok: false; code: FileProblemCode; message: string };

/** A text file being read while the server stores it. */
export interface ArrivingReading {
  /** Reports that more of the file is stored, or that it is whole or aborted. */
  report: ArrivalReporter['report'];
  /** Result; rejects if the file is aborted. */
  result: Promise<Inspected>;
}

/** Reads a stored file to its end and returns its format, columns, first rows and number of rows. */
export function inspectUpload(scope: OrganizationScope, task: InspectTask): Promise<Inspected> {
  const source = uploadSource(scope, task.uploadId, task.size);
  const { uploadId: _id, size: _size, ...options } = task;
  return asData(inspect(source, options));
}

/**
 * Inspects a text file while the server stores it.
 * @throws Error if the file is aborted
 */
export function inspectArriving(
  scope: OrganizationScope,
  { uploadId, head, encoding }: ArrivingTask,
  arrival: Arrival,
): Promise<Inspected> {
  return asData(inspectText(arrivingBytes(scope, uploadId, arrival), head, encoding));
}

async function asData(inspection: Promise<Inspection>): Promise<Inspected> {
  try {
    return { ok: true, found: await inspection };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
