import type { CustomFieldSpec } from '#contract/lead-fields.ts';
import { ownersByName } from '../../../lead/owners/owner-reads.ts';
import type { LeadStatuses } from '../../../lead/statuses/lead-statuses.ts';
import { loadLeadStatuses } from '../../../lead/statuses/reads.ts';
import type { ColumnStyles } from '../../../lead/values/column-types.ts';
import type { LeadDraft, Problem } from '../../../lead/values/draft.ts';
import type { TenantTransaction } from '../../../platform/db/scope.ts';

/**
 * Everything that determines how the rows of an import become leads.
 */
export interface MapperInput extends Partial<HeldNames> {
  /** The file's columns in order. */
  columns: readonly string[];
  /** Target by column name; see `validateMapping`. */
  mapping: Readonly<Record<string, string>>;
  customFields: readonly CustomFieldSpec[];
  /** The column of full names to split, if any. */
  nameSplit?: { column: string } | null;
  mode: 'create' | 'update';
  /** The field by which update mode finds leads. */
  matchField?: 'email' | 'phone' | 'id';
  options: {
    /** Alpha-2 code or name of the country for rows without one. */
    defaultCountry: string | null;
    countryFromPhone: boolean;
    dropInvalidEmails?: boolean;
  };
  manualTags: readonly string[];
  columnTypes: Readonly<ColumnStyles>;
  /** Workbook with the 1904 date system. */
  date1904?: boolean;
  /** Columns from which column tools make others; none by default. */
  toolColumns?: readonly string[];
  /** The row's email or phone may be in unmapped columns, so none is missed. */
  isPart?: boolean;
}

/** Position of a value in a row. */
export interface Place {
  index: number;
  column: string;
}

export type Step = (cells: readonly string[], draft: LeadDraft, problems: Problem[]) => void;

/** Names that stand for something of the organization. */
export interface HeldNames {
  statuses: LeadStatuses;
  /** Ids of users by their folded names. */
  owners: ReadonlyMap<string, string>;
}

export async function loadHeldNames(tx: TenantTransaction): Promise<HeldNames> {
  return { statuses: await loadLeadStatuses(tx), owners: await ownersByName(tx) };
}
