import { FileProblem } from '../source/file-problem.ts';

/** The problem of an XLS workbook whose end is missing. */
export function truncatedXls(): FileProblem {
  return new FileProblem('truncated', 'The workbook is cut short. Save or upload it again.');
}

/** The problem of an XLS workbook whose tables or records contradict themselves. */
export function damagedXls(): FileProblem {
  return new FileProblem('broken', 'The workbook is damaged and cannot be read.');
}
