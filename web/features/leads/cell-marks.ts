import type { Conflict } from './drawer/use-field-save.ts';
import type { FieldValue } from './fields/editable-fields.ts';

/** A cell by its lead and field. */
export interface CellName {
  lead: string;
  field: string;
}

/** Outcome of a value that a user wrote into a cell, if it wasn't simply saved. */
export interface CellProblem {
  /** `caution` for a value that was saved nevertheless. */
  tone: 'negative' | 'caution';
  message: string;
  /** Value that the user wrote. */
  wanted: FieldValue;
  existingLeadId?: string | undefined;
  conflict?: Conflict | undefined;
}

/** Problems by cell. */
export type CellProblems = ReadonlyMap<string, CellProblem>;

/** Returns the key of a cell. */
export function cellKey({ lead, field }: CellName): string {
  return `${lead} ${field}`;
}
