import type { z } from 'zod';
import { formatNumber } from '../../../lib/format.ts';

/** How a list is given: typed or pasted, or as a file. */
export type Way = 'manual' | 'csv';

/** What a form lacks: the toast that says so, and the control at fault. */
export interface Problem {
  title: string;
  description: string;
  at: 'list' | 'value';
}

/** A CSV that was not chosen. */
export const NO_FILE: Problem = {
  title: 'No File Selected',
  description: 'Please select a CSV file to upload',
  at: 'list',
};

/**
 * What the contract refuses about the list of a body that it would take otherwise: too many entries, or one that is
 * too long; null when it takes it. `noun` is what is counted, in the plural.
 */
export function sizeProblem(schema: z.ZodType, body: object, noun: string): Problem | null {
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
