import type { Condition, WherePart } from '#contract/lead-conditions.ts';
import { byKey, FILTERED_FIELDS } from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';
import { formatDate } from '../../../lib/format.ts';
import { FILTER_PARAMS } from '../filter-params.ts';
import { conditionWords } from './condition-words.ts';
import {
  type CustomFields,
  conditionOfCustom,
  conditionOfParam,
  parseCustomFilter,
  parseTagFilter,
  partsSet,
  withCustom,
} from './filter-state.ts';
import { DUE_NAMES } from './value-names.ts';

/** Active filter in words, and the change that removes it. */
export interface FilterTerm {
  id: string;
  /** Such as `Country:` or `City contains`. */
  lead: string;
  value: string;
  without: Partial<LeadFilter>;
  /** As the builder changes it, in place of `replaced`; null if it can't. */
  part: WherePart | null;
  replaced: Partial<LeadFilter>;
}

type Key = keyof LeadFilter;
type NameOf = (field: string, value: string) => string;

const LABEL: Record<Exclude<Key, 'bin' | 'custom' | 'where'>, string> = {
  ...byKey(FILTERED_FIELDS, ({ label }) => label),
  search: 'Search',
  owner: 'Owner',
  due: 'Next Step',
  hlrStatus: 'HLR Status',
  whatsappHlr: 'WhatsApp HLR',
  isSold: 'Sold',
  suppressed: 'Suppression',
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

export const CHOICES = {
  due: DUE_NAMES,
  hlrStatus: CHECKED,
  whatsappHlr: CHECKED,
  isSold: { true: 'Sold', false: 'Available' },
  suppressed: { true: 'On a list', false: 'On no list' },
  phoneValid: { valid: 'Valid', invalid: 'Invalid' },
  hasEmail: { true: 'Present', false: 'Missing' },
} as const;

/** Lists active filters, one per tag, custom field and part of `where`, without the trash. */
export function termsOf(filter: LeadFilter, customFields: CustomFields, nameOf: NameOf): FilterTerm[] {
  const params = FILTER_PARAMS.flatMap((key) => termsOfKey(filter, key, nameOf, customFields));
  const parts = partsSet(filter, customFields).filter(({ key }) => key === null);
  return [
    ...params,
    ...parts.map(({ part, without }, place) => ({
      ...{ id: `where:${place}`, ...conditionWords(part, customFields, nameOf) },
      ...{ without, part, replaced: without },
    })),
  ];
}

function termsOfKey(filter: LeadFilter, key: Key, nameOf: NameOf, customFields: CustomFields): FilterTerm[] {
  const set = filter[key];
  if (set === undefined || key === 'bin' || key === 'where') return [];
  if (key === 'custom') return customTerms(set, customFields);
  const part = conditionOfParam(filter, key);
  const isRange = key === 'depositDateFrom' || key === 'depositDateTo';
  const replaced = isRange ? { depositDateFrom: undefined, depositDateTo: undefined } : { [key]: undefined };
  if (key === 'tags') return tagTerms(set, part);
  const value = termValue(key, nameOf(key, set));
  return [{ id: key, lead: `${LABEL[key]}:`, value, without: { [key]: undefined }, part, replaced }];
}

function tagTerms(text: string, part: Condition | null): FilterTerm[] {
  const tags = parseTagFilter(text);
  return tags.map((tag) => {
    const left = tags.filter((other) => other !== tag).join(',');
    return {
      ...{ id: `tag:${tag}`, lead: `${LABEL.tags}:`, value: tag, without: { tags: left || undefined } },
      ...{ part, replaced: { tags: undefined } },
    };
  });
}

function customTerms(text: string, customFields: CustomFields): FilterTerm[] {
  return Object.entries(parseCustomFilter(text)).map(([name, value]) => {
    const without = { custom: withCustom(text, name, '') };
    return {
      ...{
        id: `custom:${name}`,
        lead: `${customFields.find((field) => field.name === name)?.label ?? name}:`,
      },
      value: value === 'true' ? 'Yes' : value === 'false' ? 'No' : value,
      ...{ without, part: conditionOfCustom(name, value), replaced: without },
    };
  });
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
