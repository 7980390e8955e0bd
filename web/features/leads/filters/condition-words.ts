import { isDay } from '#contract/filter-values.ts';
import {
  type Condition,
  type ConditionField,
  type ConditionKind,
  type ConditionOperator,
  conditionFields,
  parseWhere,
} from '#contract/lead-conditions.ts';
import type { CustomFieldType } from '#contract/lead-fields.ts';
import { formatCount, formatDate, formatNumber } from '../../../lib/format.ts';
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

/** Describes a condition; `importName` names the import, `nameOf` a status or an owner. */
export function wordsOf(
  { operator, values }: Condition,
  { field, label, kind }: ConditionField,
  nameOf: (field: string, value: string) => string,
  importName = 'one file',
): ConditionWords {
  const said = values.map((value) => valueWords(nameOf(field, value), kind, importName));
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

function valueWords(value: string, kind: ConditionKind, importName: string): string {
  if (value === '') return '';
  if (kind === 'yesNo' || kind === 'maybe') return value === 'true' ? 'Yes' : 'No';
  if (kind === 'due' && !isDay(value)) return DUE_NAMES[value as 'today'].toLowerCase();
  if (kind === 'date' || kind === 'time' || kind === 'due') return formatDate(value);
  if (kind === 'number') return formatNumber(Number(value));
  return kind === 'import' ? importName : value;
}

/** Condition with its field. */
export interface KnownCondition {
  condition: Condition;
  known: ConditionField;
}

/** Parses `where`; null if unreadable, such as after a custom field was deleted. */
export function conditionsIn(
  where: string | undefined,
  customFields: readonly { name: string; type: CustomFieldType }[],
): KnownCondition[] | null {
  const fields = conditionFields(customFields);
  const read = parseWhere(where ?? '[]', fields);
  if ('problem' in read) return null;
  return read.conditions.flatMap((condition) => {
    const known = fields.find(({ field }) => field === condition.field);
    return known ? [{ condition, known }] : [];
  });
}
