import type { z } from 'zod';
import { formatNumber } from '../../../lib/format.ts';

/** Input mode of a list: typed or pasted, or a file. */
export type InputMode = 'manual' | 'csv';

/** A validation error: its toast, and the control concerned. */
export interface DraftProblem {
  title: string;
  description: string;
  at: 'list' | 'value';
}

/** The error of a missing CSV file. */
export const NO_FILE: DraftProblem = {
  title: 'No File Selected',
  description: 'Please select a CSV file to upload',
  at: 'list',
};

/**
 * Returns the size limit of the contract that a list exceeds: too many entries, or an entry that is too long;
 * null if the list fits. `noun` is the counted noun, in the plural.
 */
export function sizeProblem(schema: z.ZodType, body: object, noun: string): DraftProblem | null {
  const issue = schema.safeParse(body).error?.issues.find(({ code }) => code === 'too_big');
  if (issue?.code !== 'too_big') return null;
  const most = formatNumber(Number(issue.maximum));
  const [, index] = issue.path;
  return typeof index === 'number'
    ? {
        title: 'Entry Too Long',
        description: `Entry ${formatNumber(index + 1)} is longer than ${most} characters`,
        at: 'list',
      }
    : {
        title: 'List Too Long',
        description: `At most ${most} ${noun} at once; upload a CSV file for more`,
        at: 'list',
      };
}
