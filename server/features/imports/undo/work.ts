import type { ImportMode, KeptLead } from '#contract/imports.ts';
import type { Lane } from '../../../lead/operations/operation.ts';

/** An import's undo as its worker needs it. */
export interface UndoWork {
  importId: string;
  filename: string;
  /** With both, the first lane has the created leads and the second the changes: only then are the changed leads' identities free. */
  mode: ImportMode['mode'];
  lanes: Lane[];
  /** Leads processed. */
  done: number;
  createdBy: string;
  createdByName: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** A lead that the undo doesn't change. */
export interface Kept {
  leadId: string;
  reason: KeptLead['reason'];
  /** The lead that now owns its identity. */
  holderId: string | null;
}

/** Outcome of the leads of a batch. */
export interface UndoneBatch {
  undone: number;
  kept: Kept[];
  /** Position up to which the lane is done. */
  cursor: string;
}
