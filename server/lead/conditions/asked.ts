import type { LeadCondition } from '../rows/lead-condition.ts';

/** The values that a lead has one of; null for any value at all. With `not`, it has none of them. */
export interface HeldValues {
  anyOf: string[] | null;
  not?: true;
}

/** Conditions of a filter, by what may answer them. */
export interface AskedConditions {
  /** By the columns of fields that leads are filtered by. */
  columns: ({ column: string } & HeldValues)[];
  values: ({ dimension: 'tag' | 'sold' | 'number' | 'email' | 'owner' | 'due' } & HeldValues)[];
  /** Inclusive bounds of days and of amounts that aren't negative. */
  ranges: { dimension: 'deposit_date' | 'due_on' | 'amount'; least: string | null; most: string | null }[];
  custom: LeadCondition[];
}
