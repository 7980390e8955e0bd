import { isDay } from '#contract/filter-values.ts';
import type {
  Condition,
  ConditionField,
  ConditionKind,
  ConditionOperator,
  WherePart,
} from '#contract/lead-conditions.ts';
import { formatCount, formatDate, formatNumber } from '../../../lib/format.ts';
import { type CustomFields, knownField } from './filter-state.ts';
import { DUE_NAMES } from './value-names.ts';

const OPERATOR: Record<ConditionOperator, string> = {
  is: 'is',
  isNot: 'is not',
  anyOf: 'is any of',
  noneOf: 'is none of',
  contains: 'contains',
  startsWith: 'starts with',
  between: 'is between',
  lastDays: 'is in the last',
  isEmpty: 'is empty',
  isNotEmpty: 'is not empty',
};

export function operatorName(operator: ConditionOperator, kind: ConditionKind): string {
  if (kind === 'tags' && operator === 'anyOf') return 'has any of';
  if (kind === 'tags' && operator === 'noneOf') return 'has none of';
  return OPERATOR[operator];
}

/** Condition in words, such as `City contains` and `Ber`. */
export interface ConditionWords {
  lead: string;
  /** '' for operators without a value. */
  value: string;
}

/** Describes a condition; `nameOf` names a status, an owner or an import. */
export function wordsOf(
  { operator, values }: Condition,
  { field, label, kind }: ConditionField,
  nameOf: (field: string, value: string) => string,
): ConditionWords {
  const said = values.map((value) => valueWords(nameOf(field, value), kind));
  const [from = '', to = ''] = said;
  if (operator === 'lastDays')
    return { lead: `${label} is in the last`, value: formatCount(Number(values[0]), 'day') };
  if (operator !== 'between') {
    return { lead: `${label} ${operatorName(operator, kind)}`, value: said.join(', ') };
  }
  if (from !== '' && to !== '') return { lead: `${label} is between`, value: `${from} and ${to}` };
  const isTime = kind === 'date' || kind === 'time' || kind === 'due';
  if (from !== '') return { lead: `${label} is ${isTime ? 'on or after' : 'at least'}`, value: from };
  return { lead: `${label} is ${isTime ? 'on or before' : 'at most'}`, value: to };
}

function valueWords(value: string, kind: ConditionKind): string {
  if (value === '') return '';
  if (kind === 'yesNo' || kind === 'maybe') return value === 'true' ? 'Yes' : 'No';
  if (kind === 'due' && !isDay(value)) return DUE_NAMES[value as 'today'].toLowerCase();
  if (kind === 'date' || kind === 'time' || kind === 'due') return formatDate(value);
  if (kind === 'number') return formatNumber(Number(value));
  return value;
}

/** Describes a part of `where`; lists of conditions as `Any of: City is Bonn, or Brand is Acme and Sold is No`. */
export function conditionWords(
  part: WherePart,
  customFields: CustomFields,
  nameOf: (field: string, value: string) => string,
): ConditionWords {
  if ('any' in part) {
    const said = part.any.map((list) =>
      list.map((one) => inOneText(conditionWords(one, customFields, nameOf))).join(' and '),
    );
    return { lead: 'Any of:', value: said.join(', or ') };
  }
  const known = knownField(part.field, customFields);
  return known === undefined ? { lead: part.field, value: '' } : wordsOf(part, known, nameOf);
}

export function inOneText({ lead, value }: ConditionWords): string {
  return `${lead} ${value}`.trim();
}

export interface KnownCondition {
  condition: Condition;
  known: ConditionField;
}
