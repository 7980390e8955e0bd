import type { PhoneChange } from '#contract/phones.ts';
import type { OutcomeCounts, StatusUpdateAction } from '../../lead/operations/status-update.ts';
import type { Actor } from '../../platform/audit/writes.ts';
import type { Origin } from '../../platform/security/sessions.ts';

// Data exchanged with worker threads: plain objects only.

/** A stored file to read an update's rows from. */
export interface StatusUpdateFile {
  uploadId: string;
  filename: string;
  /** Bytes. */
  size: number;
}

/** A status update about to start. */
export interface NewStatusUpdate {
  action: StatusUpdateAction;
  /** The file's name, or MANUAL_ENTRY for typed identifiers. */
  detail: string;
  editor: { actor: Actor & { id: string }; origin: Origin };
}

/** Counts of outcomes, and the first changes and conflicts. */
export interface PhonePreview {
  outcomes: OutcomeCounts;
  rows: PhoneChange[];
}

/** File problems are data: error classes don't survive structured cloning. */
export type FromFile<T> =
  | { ok: true; value: T }
  | { ok: false; error: 'invalid_input' | 'unreadable_file'; message: string };
