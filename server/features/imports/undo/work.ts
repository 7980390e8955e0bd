import type { KeptLead } from '#contract/imports.ts';
import type { Lane } from '../../../lead/operations/operation.ts';

/** The undo of an import as whoever works on it sees it. */
export interface UndoWork {
  importId: string;
  filename: string;
  /** Whether the import made leads or changed them. */
  mode: 'create' | 'update';
  lanes: Lane[];
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** A lead that is left as it is. */
export interface Kept {
  leadId: string;
  reason: KeptLead['reason'];
  /** The lead that has its identity now. */
  holderId: string | null;
}

/** What became of the leads of a batch. */
export interface UndoneBatch {
  undone: number;
  kept: Kept[];
  /** How far down the lane is done. */
  cursor: string;
}
