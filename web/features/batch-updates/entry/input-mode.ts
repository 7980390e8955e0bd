import type { z } from 'zod';
import { formatNumber } from '../../../lib/format.ts';

export type InputMode = 'manual' | 'csv';

/** Validation error: toast and control. */
export interface DraftProblem {
  title: string;
  description: string;
  at: 'list' | 'value';
}

export const NO_FILE: DraftProblem = {
  title: 'No File Selected',
  description: 'Please select a CSV file to upload',
  at: 'list',
};

/** Returns the contract's size limit that a list exceeds, or null; `noun` is plural. */
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
