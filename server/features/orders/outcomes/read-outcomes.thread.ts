import { FileProblem } from '#packages/tabular/tabular.ts';
import { HttpError } from '../../../platform/errors.ts';
import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import { uploadSource } from '../../../platform/uploads/reads.ts';
import type { FormFile } from '../../../platform/uploads/uploaded-file.ts';
import { type OutcomeLine, readOutcomes } from './read-outcomes.ts';

/** Reads a stored file of outcomes. */
export default async function run(
  environment: ThreadEnvironment,
  { uploadId, filename, size }: FormFile,
): Promise<OutcomeLine[]> {
  const { scope } = await environment.database();
  try {
    return await readOutcomes(uploadSource(scope, uploadId, size), filename);
  } catch (error) {
    throw error instanceof FileProblem ? new HttpError('unreadable_file', error.message) : error;
  }
}
