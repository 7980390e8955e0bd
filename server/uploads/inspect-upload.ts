import { FileProblem, type FileProblemCode } from '../imports/pipeline/file-problem.ts';
import { inspect } from '../imports/pipeline/inspect.ts';
import type { KnownEncoding } from '../imports/pipeline/text-encoding.ts';
import type { OrganizationScope } from '../security/scope.ts';
import { uploadSource } from './reads.ts';
import type { Inspection } from './writes.ts';

/** The upload to read, the sheet of a workbook when it is not the first, and what is known of a text's encoding. */
export interface InspectTask {
  uploadId: string;
  filename: string;
  /** Bytes. */
  size: number;
  sheet?: string;
  encoding?: KnownEncoding;
}

/** A file problem crosses threads as data: an error class does not survive the way. */
export type Inspected =
  | { ok: true; found: Inspection }
  | { ok: false; code: FileProblemCode; message: string };

/** Reads a stored file to its end: what it is, its columns, its first rows, how many rows. */
export async function inspectUpload(scope: OrganizationScope, task: InspectTask): Promise<Inspected> {
  try {
    const source = uploadSource(scope, task.uploadId, task.size);
    const { uploadId: _id, size: _size, ...options } = task;
    return { ok: true, found: await inspect(source, options) };
  } catch (error) {
    if (error instanceof FileProblem) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
