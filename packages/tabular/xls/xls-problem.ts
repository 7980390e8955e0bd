import { FileProblem } from '../source/file-problem.ts';

/** Creates the error for an XLS workbook without its end. */
export function truncatedXls(): FileProblem {
  return new FileProblem('truncated', 'The file looks incomplete. Save it again and retry.');
}

/** Creates the error for an XLS workbook with inconsistent tables or records. */
export function damagedXls(): FileProblem {
  return new FileProblem(
    'broken',
    "The workbook is damaged and can't be read. Open it in Excel or LibreOffice, save it as .xlsx and upload it again.",
  );
}
