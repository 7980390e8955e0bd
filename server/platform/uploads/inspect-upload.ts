import type { KnownEncoding } from '#packages/tabular/tabular.ts';
import {
  FileProblem,
  type FileProblemCode,
  type Inspection,
  inspect,
  inspectText,
} from '#packages/tabular/tabular.ts';
import type { OrganizationScope } from '../db/scope.ts';
import type { Arrival, Teller } from './arrival.ts';
import { arrivingBytes, uploadSource } from './reads.ts';

/** The upload to read, the sheet of a workbook when it is not the first, and what is known of a text's encoding. */
export interface InspectTask {
  uploadId: string;
  filename: string;
  /** Bytes. */
  size: number;
  sheet?: string;
  encoding?: KnownEncoding;
}

/** A text to read while it arrives, its first bytes (`HEAD_BYTES`), and what its encoding is taken for. */
export interface ArrivingTask {
  uploadId: string;
  head: Uint8Array;
  encoding: KnownEncoding;
}

/** A file problem crosses threads as data: an error class does not survive the way. */
export type Inspected =
  | { ok: true; found: Inspection }
  | { ok: false; code: FileProblemCode; message: string };

/** A text that is being read while it is stored. */
export interface ArrivingReading {
  /** To be called as more of the file is stored, and once it is whole or broken off. */
  tell: Teller['tell'];
  /** Rejects when the file is broken off. */
  result: Promise<Inspected>;
}

/** Reads a stored file to its end: what it is, its columns, its first rows, how many rows. */
export function inspectUpload(scope: OrganizationScope, task: InspectTask): Promise<Inspected> {
  const source = uploadSource(scope, task.uploadId, task.size);
  const { uploadId: _id, size: _size, ...options } = task;
  return asData(inspect(source, options));
}

/**
 * The same for a text that is still being stored.
 * @throws Error when the file is broken off
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
