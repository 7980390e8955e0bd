import type { FieldValue } from './fields/editable-fields.ts';

export interface CellName {
  lead: string;
  field: string;
}

/** Another user changed the field meanwhile. */
export interface Conflict {
  current: FieldValue;
  changedBy: string | undefined;
  /** Value this user wanted to save. */
  wanted: FieldValue;
}

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
