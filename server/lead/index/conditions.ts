import type { LeadFilter } from '#contract/lead-filter.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import type { HeldValues } from '../conditions/asked.ts';
import { columnClause } from '../conditions/clause-reads.ts';
import { readConditions } from '../conditions/condition-reads.ts';
import type { LeadCondition } from '../rows/lead-condition.ts';
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

/** In terms of stored values; all must hold. */
export interface Conditions {
  /** Leads in the trash instead of those that are listed. */
  trash: boolean;
  search: SearchWord[] | null;
  values: ({ dimension: ValueDimension } & HeldValues)[];
  /** The number of the lead is between both, inclusive; null: no bound. */
  ranges: { dimension: NumberDimension; least: number | null; most: number | null }[];
  /** Conditions that the index knows nothing of, so that rows are read. */
  custom: LeadCondition[];
}

/** A part of a word that a lead must have; `digits` if it looks like a phone number. */
export interface SearchWord {
  text: string;
  digits: string | null;
}

/** Fewer digits behind 0 are in too many numbers; 8 is dialed in Russia and Kazakhstan, 80 in Belarus. */
const TRUNK_PREFIX = /^(?:0+(?=[1-9]\d{2})|80(?=\d{9}$)|8(?=[1-9]\d{9}$))/;
const PHONE_LIKE = /^[\d\s()+./·_\p{Pd}]+$/u;

/**
 * Resolves names to the spellings that leads have.
 * @throws HttpError invalid_input for conditions that can't be read (`readConditions`)
 */
export async function readFilter(tx: TenantTransaction, filter: LeadFilter): Promise<Conditions> {
  const { search, hlrStatus, whatsappHlr, isSold, phoneValid, hasEmail, depositAmount } = filter;
  const { columns, custom, ...asked } = await readConditions(tx, filter);
  const values: Conditions['values'] = [...asked.values];
  for (const { column, ...held } of columns) {
    if (isValueDimension(column)) values.push({ dimension: column, ...held });
    else custom.push({ clause: columnClause(column, held) });
  }
  const tags = (filter.tags ?? '').split(',').flatMap((tag) => tag.trim() || []);
  if (tags.length > 0) values.push({ dimension: 'tag', anyOf: await spellingsOf(tx, 'tag', tags) });
  if (hlrStatus) values.push({ dimension: 'hlr', anyOf: [String(CHECK_CLASS[hlrStatus])] });
  if (whatsappHlr) values.push({ dimension: 'whatsapp', anyOf: [String(CHECK_CLASS[whatsappHlr])] });
  if (isSold) values.push({ dimension: 'sold', anyOf: [isSold] });
  if (phoneValid) values.push({ dimension: 'number', anyOf: [phoneValid] });
  if (hasEmail) values.push({ dimension: 'email', anyOf: [hasEmail] });
  const bounds = [...asked.ranges];
  const [from, to] = [filter.depositDateFrom ?? null, filter.depositDateTo ?? null];
  if (from || to) bounds.push({ dimension: 'deposit_date', least: from, most: to });
  if (depositAmount) {
    const [least = null, most = null] = depositAmount.split('-');
    bounds.push({ dimension: 'amount', least, most });
  }
  const ranges = bounds.map(({ dimension, least, most }) => {
    const number = dimension === 'amount' ? cents : dayNumber;
    return {
      dimension,
      least: least === null ? null : number(least),
      most: most === null ? null : number(most),
    };
  });
  return {
    trash: filter.bin === 'true',
    search: search ? searchWords(search) : null,
    values,
    ranges,
    custom,
  };
}

/** In any order; digits that follow each other are one number. Null without a word. */
function searchWords(term: string): SearchWord[] | null {
  const parts = foldText(term).match(/[^\s,;]+/g) ?? [];
  const words = parts.filter((part) => /[^\p{P}+]/u.test(part));
  const found: string[] = [];
  for (const word of words.length > 0 ? words : parts) {
    const last = found.at(-1);
    if (last !== undefined && PHONE_LIKE.test(last + word)) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  const isPart = (word: string) => found.some((other) => other !== word && other.includes(word));
  const wanted = [...new Set(found)].filter((word) => !isPart(word)).map(searchWord);
  return wanted.length === 0 ? null : wanted;
}

function searchWord(text: string): SearchWord {
  // 00 before a country code stands for the +, which isn't stored.
  const number = PHONE_LIKE.test(text) ? text.replace(/^(\+|00)(.*)\(0\)/, '$1$2') : '';
  const digits = number.replace(/\D/g, '').replace(/^00/, '');
  // Nor is the trunk prefix: 0151 234 is a part of +49151234.
  const national = digits.replace(TRUNK_PREFIX, '');
  if (national !== digits && /^[\d\s]+$/.test(text)) return { text: national, digits: null };
  return { text, digits: digits === '' ? null : national };
}
