import type { ImportMode, KeptLead } from '#contract/imports.ts';
import type { Lane } from '../../../lead/operations/operation.ts';

/** An import's undo as its worker needs it. */
export interface UndoWork {
  importId: string;
  filename: string;
  /**
   * Whether the import created leads or changed them. If it did both, the first lane holds the created leads and the
   * second the changes: only when the former have left do they give back the identities that changed leads had.
   */
  mode: ImportMode['mode'];
  lanes: Lane[];
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
