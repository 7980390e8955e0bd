import type { ErrorName } from '#contract/errors.ts';
import type { GridChange, GridFilter } from '#contract/import-fixing.ts';

/** New value of a cell. */
export interface CellEdit {
  row: number;
  column: string;
  value: string;
}

/** Replacement of a value in a column. */
export interface CellReplacement {
  column: string;
  match: 'cell' | 'part';
  find: string;
  replacement: string;
  filter: GridFilter;
}

/** Change of a grid that a user asked for. */
export type GridAction =
  | { kind: 'edit'; edits: readonly CellEdit[] }
  | ({ kind: 'replace' } & CellReplacement)
  | { kind: 'drop'; dropped: boolean; rows: readonly number[] | null; filter: GridFilter | null }
  | { kind: 'undo' };

/** Plain data, sent to a worker thread. */
export interface GridTask {
  uploadId: string;
  user: { id: string; username: string };
  action: GridAction;
}

/** Failures are data: error classes don't survive structured cloning. */
export type GridTaskResult =
  | { ok: true; change: GridChange; rows: number[] }
  | { ok: false; failure: GridFailure };

/** Reason why a grid can't be changed. */
export interface GridFailure {
  error: Extract<ErrorName, 'not_found' | 'conflict' | 'invalid_input'>;
  message: string;
  field?: string;
}

/** Ends a change without effect. */
export class RefusedChange extends Error {
  readonly failure: GridFailure;

  constructor(failure: GridFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

export function unknownColumn(column: string): RefusedChange {
  return new RefusedChange({
    error: 'invalid_input',
    message: `The file has no column "${column.slice(0, 100)}"`,
    field: 'column',
  });
}

export type GridWork = { kind: 'change'; task: GridTask } | { kind: 'recount'; uploadId: string };
