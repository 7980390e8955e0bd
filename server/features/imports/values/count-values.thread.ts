import type { ThreadEnvironment } from '../../../platform/jobs/threads.ts';
import { countValues, type ValuesOutcome, type ValuesTask } from './count-values.ts';

/** Counts the values of columns of an upload. */
export default async function run({ database }: ThreadEnvironment, task: ValuesTask): Promise<ValuesOutcome> {
  const { scope } = await database();
  return countValues(scope, task);
}
