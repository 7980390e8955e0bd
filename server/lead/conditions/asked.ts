import type { ConsentChannel } from '#contract/consent-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { LeadCondition } from '../rows/lead-condition.ts';

/** A filter for leads that also have consent on all of these channels. */
export type ConsentedFilter = LeadFilter & { consentedOn?: readonly ConsentChannel[] };

/** The time since which nothing of this kind has happened. */
export interface RetainedAge {
  of: 'created' | 'lastActivity' | 'sold';
  /** ISO 8601. */
  before: string;
}

/** A filter of a retention rule. */
export type RetainedFilter = LeadFilter & {
  retained?: {
    age: RetainedAge;
    /** Leads that one of these operations changed stay. */
    except: readonly string[];
    /** Leaves out leads that are anonymous, all or the sold ones. */
    anonymous: 'all' | 'named' | 'unsold';
  };
};

/** The values that a lead has one of; null for any value at all. With `not`, it has none of them. */
export interface HeldValues {
  anyOf: string[] | null;
  not?: true;
}

/** Conditions of a filter, by what may answer them; all must hold. */
export interface AskedConditions {
  /** By the columns of fields that leads are filtered by. */
  columns: ({ column: string } & HeldValues)[];
  values: ({ dimension: Dimension } & HeldValues)[];
  /** Inclusive bounds of days and of amounts that aren't negative. */
  ranges: { dimension: 'deposit_date' | 'due_on' | 'amount'; least: string | null; most: string | null }[];
  custom: LeadCondition[];
  /** One of each group must hold. */
  groups: AskedConditions[][];
}

type Dimension = 'tag' | 'hlr' | 'whatsapp' | 'sold' | 'number' | 'email' | 'owner' | 'due';
