import type { QueuedFile } from '#contract/import-queue.ts';
import type { CustomFieldSpec } from '#contract/lead-fields.ts';

export interface JobCardProps {
  /** ID of the user who owns the queue. */
  owner: string;
  file: QueuedFile;
  /** Bytes that this page has sent; null while the file waits for its turn, undefined if another page sends it. */
  sent: number | null | undefined;
  /** Files with values that nobody knows wait for an answer. */
  asks: boolean;
  customFields: readonly CustomFieldSpec[];
}
