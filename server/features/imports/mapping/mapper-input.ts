import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import type { ColumnStyles } from '../../../lead/values/column-types.ts';
import type { LeadDraft, Problem } from '../../../lead/values/draft.ts';

/** All that decides how the rows of one import become leads. Plain JSON, so that it can go to a worker. */
export interface MapperInput {
  /** The file's columns in order. */
  columns: readonly string[];
  /** Target by column name; see `validateMapping`. */
  mapping: Readonly<Record<string, string>>;
  customFields: readonly CustomFieldSpec[];
  /** The column of full names to split, if any. */
  nameSplit?: { column: string } | null;
  mode: 'create' | 'update';
  /** In update mode, what leads are found by. */
  matchField?: 'email' | 'phone' | 'id';
  options: {
    /** Alpha-2 code or name of the country of rows without one. */
    defaultCountry: string | null;
    countryFromPhone: boolean;
  };
  manualTags: readonly string[];
  survey: Readonly<ColumnStyles>;
  /** Whether the file is a workbook that counts its days from 1904; false when left out. */
  date1904?: boolean;
}

/** Where a value stands. */
export interface Place {
  index: number;
  column: string;
}

/** Does its part of the work on one row: reads cells, fills the draft, reports problems. */
export type Step = (cells: readonly string[], draft: LeadDraft, problems: Problem[]) => void;
