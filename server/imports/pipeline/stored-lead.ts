import type { StagedColumn } from './write-batch-staging.ts';

/** A lead as it is stored, in the columns imports write, and whether it is sold, by which it is counted. */
export interface StoredLead
  extends Record<Exclude<StagedColumn, 'number_valid' | 'tags' | 'custom_data'>, string | null> {
  id: string;
  status: string;
  number_valid: boolean;
  is_sold: boolean;
  tags: string[];
  custom_data: Record<string, string | number | boolean>;
}

/** A lead before and after the rows of a batch. */
export interface ChangedLead {
  before: StoredLead;
  after: StoredLead;
}
