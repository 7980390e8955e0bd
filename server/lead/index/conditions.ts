import { FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { canonicalCountry } from '../countries/canonical-country.ts';
import { type CustomCondition, readCustomFilter } from '../custom-fields/custom-filter.ts';
import { type ImportCondition, importCondition } from '../imports/import-reads.ts';
import { CHECK_CLASS } from '../stats/check-class.ts';
import { spellingsOf } from '../stats/stat-reads.ts';
import { foldText } from '../values/fold-text.ts';
import {
  cents,
  dayNumber,
  isValueDimension,
  type NumberDimension,
  type ValueDimension,
} from './dimensions.ts';

/** A filter in terms of stored values; a lead matches when all of them hold. */
export interface Conditions {
  /** Whether the leads in the trash are asked for, instead of those that are listed. */
  trash: boolean;
  search: SearchTerm | null;
  /** The lead has one of the values; none match an empty list. */
  values: { dimension: ValueDimension; anyOf: string[] }[];
  /** The number of the lead is between both, inclusive; null: no bound. */
  ranges: { dimension: NumberDimension; least: number | null; most: number | null }[];
  /** Conditions that the index knows nothing of, so that rows are read. */
  custom: (CustomCondition | ColumnCondition | ImportCondition)[];
}

/** The column of a field that leads are filtered by, but not indexed by, has one of the values. */
export interface ColumnCondition {
  column: string;
  anyOf: string[];
}

/** A folded search term; `digits` if it looks like a phone number, whose stored form has digits only. */
export interface SearchTerm {
  text: string;
  digits: string | null;
}

const PHONE_LIKE = /^[\d\s()+./-]+$/;

/**
 * Reads a filter. Names are resolved to the spellings that leads of the organization have.
 * @throws HttpError invalid_input for a custom field that does not exist, or a number field with another value
 */
export async function readFilter(tx: TenantTransaction, filter: LeadFilter): Promise<Conditions> {
  const { search, hlrStatus, whatsappHlr, isSold, phoneValid, hasEmail, depositAmount } = filter;
  const values: Conditions['values'] = [];
  const custom: Conditions['custom'] = filter.custom ? await readCustomFilter(tx, filter.custom) : [];
  if (filter.import) custom.push(await importCondition(tx, filter.import));
  for (const { key, column, kind } of FILTERED_FIELDS) {
    const name = filter[key];
    if (!name) continue;
    // A country may also be given by its code or another of its names.
    const names = kind === 'country' ? [name, canonicalCountry(name).name] : [name];
    const anyOf = await spellingsOf(tx, key, names);
    if (isValueDimension(column)) values.push({ dimension: column, anyOf });
    else custom.push({ column, anyOf });
  }
  const tags = (filter.tags ?? '').split(',').flatMap((tag) => tag.trim() || []);
  if (tags.length > 0) values.push({ dimension: 'tag', anyOf: await spellingsOf(tx, 'tag', tags) });
  if (hlrStatus) values.push({ dimension: 'hlr', anyOf: [String(CHECK_CLASS[hlrStatus])] });
  if (whatsappHlr) values.push({ dimension: 'whatsapp', anyOf: [String(CHECK_CLASS[whatsappHlr])] });
  if (isSold) values.push({ dimension: 'sold', anyOf: [isSold] });
  if (phoneValid) values.push({ dimension: 'number', anyOf: [phoneValid] });
  if (hasEmail) values.push({ dimension: 'email', anyOf: [hasEmail] });
  const [from, to] = [filter.depositDateFrom, filter.depositDateTo];
  const ranges: Conditions['ranges'] = [];
  if (from || to) {
    const [least, most] = [from ? dayNumber(from) : null, to ? dayNumber(to) : null];
    ranges.push({ dimension: 'deposit_date', least, most });
  }
  if (depositAmount) {
    const [least, most] = depositAmount.split('-').map(cents);
    ranges.push({ dimension: 'amount', least: least ?? null, most: most ?? null });
  }
  return {
    trash: filter.bin === 'true',
    search: search ? searchTerm(search) : null,
    values,
    ranges,
    custom,
  };
}

/** Returns the term of a search; null for one of invisible characters only, which any text contains. */
function searchTerm(term: string): SearchTerm | null {
  const text = foldText(term);
  // 00 in front of a country code stands for the + that is not stored.
  const digits = PHONE_LIKE.test(text) ? text.replace(/\D/g, '').replace(/^00/, '') : '';
  return text === '' ? null : { text, digits: digits === '' ? null : digits };
}
