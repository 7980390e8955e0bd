import { FileProblem } from '../source/file-problem.ts';

export function truncatedXls(): FileProblem {
  return new FileProblem('truncated', 'The file looks incomplete. Save it again and retry.');
}

export function damagedXls(): FileProblem {
  return new FileProblem(
    'broken',
    "The workbook is damaged and can't be read. Open it in Excel or LibreOffice, save it as .xlsx and upload it again.",
  );
}
