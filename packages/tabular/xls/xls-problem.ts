import { FileProblem } from '../source/file-problem.ts';

/** Creates the error for an XLS workbook without its end. */
export function truncatedXls(): FileProblem {
  return new FileProblem('truncated', 'The workbook is cut short. Save or upload it again.');
}

/** Creates the error for an XLS workbook with inconsistent tables or records. */
export function damagedXls(): FileProblem {
  return new FileProblem('broken', 'The workbook is damaged and cannot be read.');
}
