import { byKey, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { formatDate } from '../../../lib/format.ts';
import { FILTER_PARAMS } from '../filter-params.ts';
import { DUE_NAMES } from './value-names.ts';

/** Active filter in words, and the change that removes it. */
export interface FilterTerm {
  id: string;
  label: string;
  value: string;
  without: Partial<LeadFilter>;
}

type Key = keyof LeadFilter;

const LABEL: Record<Exclude<Key, 'bin' | 'custom' | 'where'>, string> = {
  ...byKey(FILTERED_FIELDS, ({ label }) => label),
  search: 'Search',
  owner: 'Owner',
  due: 'Next Step',
  hlrStatus: 'HLR Status',
  whatsappHlr: 'WhatsApp HLR',
  isSold: 'Sold',
  tags: 'Tag',
  depositDateFrom: 'Deposited from',
  depositDateTo: 'Deposited to',
  depositAmount: 'Deposit Amount',
  phoneValid: 'Phone',
  hasEmail: 'Email',
  import: 'Import',
  customer: 'Sold to',
};

const CHECKED = { qualified: 'Qualified', unqualified: 'Unqualified', unchecked: 'Unchecked' };

/** Option labels by filter. */
export const CHOICES = {
  due: DUE_NAMES,
  hlrStatus: CHECKED,
  whatsappHlr: CHECKED,
  isSold: { true: 'Sold', false: 'Available' },
  phoneValid: { valid: 'Valid', invalid: 'Invalid' },
  hasEmail: { true: 'Present', false: 'Missing' },
} as const;

/** Splits tags at commas; drops blank tags. */
export function parseTagFilter(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** Parses custom-field filters by name; malformed JSON means none. */
export function parseCustomFilter(text: string | undefined): Record<string, string> {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return {};
    return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}

/** Sets a custom-field filter in the JSON text; '' removes it, undefined if none is left. */
export function withCustom(text: string | undefined, name: string, value: string): string | undefined {
  const { [name]: _before, ...others } = parseCustomFilter(text);
  const next = value === '' ? others : { ...others, [name]: value };
  return Object.keys(next).length === 0 ? undefined : JSON.stringify(next);
}

/** Lists active filters, one per tag and custom field, without trash and conditions. */
export function termsOf(filter: LeadFilter, nameOf: (field: string, value: string) => string): FilterTerm[] {
  return FILTER_PARAMS.flatMap((key) => termsOfKey(filter, key, nameOf));
}

function termsOfKey(
  filter: LeadFilter,
  key: Key,
  nameOf: (field: string, value: string) => string,
): FilterTerm[] {
  const set = filter[key];
  if (set === undefined || key === 'bin' || key === 'where') return [];
  if (key === 'tags') return tagTerms(set);
  if (key === 'custom') return customTerms(set);
  const value = termValue(key, nameOf(key, set));
  return [{ id: key, label: LABEL[key], value, without: { [key]: undefined } }];
}

function tagTerms(text: string): FilterTerm[] {
  const tags = parseTagFilter(text);
  return tags.map((tag) => {
    const left = tags.filter((other) => other !== tag).join(',');
    return { id: `tag:${tag}`, label: LABEL.tags, value: tag, without: { tags: left || undefined } };
  });
}

function customTerms(text: string): FilterTerm[] {
  return Object.entries(parseCustomFilter(text)).map(([name, value]) => ({
    id: `custom:${name}`,
    label: name,
    value: value === 'true' ? 'Yes' : value === 'false' ? 'No' : value,
    without: { custom: withCustom(text, name, '') },
  }));
}

function termValue(key: Key, value: string): string {
  if (key in CHOICES) {
    const names: Record<string, string> = CHOICES[key as keyof typeof CHOICES];
    return names[value] ?? value;
  }
  if (key === 'depositDateFrom' || key === 'depositDateTo') return formatDate(value);
  if (key === 'depositAmount') return value.includes('-') ? value.replace('-', ' to ') : `at least ${value}`;
  return value;
}
