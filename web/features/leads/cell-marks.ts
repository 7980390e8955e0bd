import type { Conflict } from './drawer/use-field-save.ts';
import type { FieldValue } from './fields/editable-fields.ts';

export interface CellName {
  lead: string;
  field: string;
}

/** Problem or warning about a cell's new value. */
export interface CellProblem {
  /** `caution`: saved nevertheless. */
  tone: 'negative' | 'caution';
  message: string;
  /** Rejected or doubtful value. */
  wanted: FieldValue;
  existingLeadId?: string | undefined;
  conflict?: Conflict | undefined;
}

/** By `cellKey`. */
export type CellProblems = ReadonlyMap<string, CellProblem>;

export function cellKey({ lead, field }: CellName): string {
  return `${lead} ${field}`;
}
