import type { PhoneChange } from '#contract/phones.ts';
import type { ListAction, OutcomeCounts } from '../../lead/operations/list-action.ts';
import type { Actor } from '../../platform/audit/writes.ts';
import type { Origin } from '../../platform/security/sessions.ts';

// What goes to a thread and comes back from it: plain data.

/** A stored file to read a list from. */
export interface ListFile {
  uploadId: string;
  filename: string;
  /** Bytes. */
  size: number;
}

/** A list that is about to be worked through. */
export interface NewList {
  action: ListAction;
  /** The name of the file, or that the list was typed. */
  detail: string;
  editor: { actor: Actor & { id: string }; origin: Origin };
}

/** What an update of phones would do: how often each outcome would come, and the first changes and conflicts. */
export interface PhonePreview {
  outcomes: OutcomeCounts;
  rows: PhoneChange[];
}

/** What is wrong with a file crosses threads as data: an error class does not survive the way. */
export type FromFile<T> =
  | { ok: true; value: T }
  | { ok: false; error: 'invalid_input' | 'unreadable_file'; message: string };
