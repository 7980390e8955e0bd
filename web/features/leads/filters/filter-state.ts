import { AMOUNT_RANGE, DUE_STATES, FILTER_TEXT_MAX, isUuid } from '#contract/filter-values.ts';
import {
  type Condition,
  type ConditionField,
  conditionFields,
  conditionsOf,
  parseWhere,
  type WherePart,
  whereOf,
} from '#contract/lead-conditions.ts';
import {
  type CustomFieldType,
  customFieldName,
  customTarget,
  FILTERED_FIELDS,
  type FilteredField,
} from '#contract/lead-fields.ts';
import type { LeadFilter } from '#contract/lead-filter.ts';

// A filter of the panel and the condition that says the same are one: what a parameter of the address can say stands there, all
// else in `where`.

export type CustomFields = readonly { name: string; label?: string; type: CustomFieldType }[];
type Key = keyof LeadFilter;

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

/** Parses `where`; null if unreadable, such as after a custom field was deleted. */
export function partsIn(where: string | undefined, customFields: CustomFields): WherePart[] | null {
  const read = parseWhere(where ?? '[]', conditionFields(customFields));
  return 'problem' in read ? null : read.parts;
}

export function knownField(field: string, customFields: CustomFields): ConditionField | undefined {
  return conditionFields(customFields).find((known) => known.field === field);
}

/** Returns the condition that says the same as a parameter, or null. */
export function conditionOfParam(filter: LeadFilter, key: Key): Condition | null {
  const value = filter[key];
  if (value === undefined) return null;
  const is = (field: string, operator: Condition['operator'] = 'is', values: string[] = [value]) => ({
    ...{ field, operator, values },
  });
  if (key === 'owner') {
    if (value.includes(',')) return null;
    return value === 'none' ? is('ownerId', 'isEmpty', []) : is('ownerId');
  }
  if (key === 'due') return value === 'none' ? is('dueOn', 'isEmpty', []) : is('dueOn');
  if (key === 'hasEmail') return is('email', value === 'true' ? 'isNotEmpty' : 'isEmpty', []);
  if (key === 'tags') return is('tags', 'anyOf', parseTagFilter(value));
  if (key === 'depositDateFrom' || key === 'depositDateTo') {
    return is('depositDate', 'between', [filter.depositDateFrom ?? '', filter.depositDateTo ?? '']);
  }
  if (key === 'depositAmount') {
    const [least = '', most = ''] = value.split('-');
    return is('depositAmount', 'between', [least, most]);
  }
  if (key === 'isSold' || key === 'suppressed' || key === 'import') return is(key);
  return FILTERED_FIELDS.some((field) => field.key === key) ? is(key) : null;
}

/** Returns the condition that says the same as a custom field's filter. */
export function conditionOfCustom(name: string, value: string): Condition {
  return { field: customTarget(name), operator: 'is', values: [value] };
}

/** Returns the parameters that say the same as a condition and aren't set yet, or null. */
function paramsOf(condition: Condition, filter: LeadFilter): Partial<LeadFilter> | null {
  const { field, operator, values } = condition;
  const [first = '', second = ''] = values;
  const custom = customFieldName(field);
  if (custom !== null) {
    const isFree =
      operator === 'is' && first !== 'all' && parseCustomFilter(filter.custom)[custom] === undefined;
    return isFree ? { custom: withCustom(filter.custom, custom, first) } : null;
  }
  const change = ((): Partial<LeadFilter> | null => {
    if (operator === 'isEmpty' || operator === 'isNotEmpty') {
      if (field === 'email') return { hasEmail: operator === 'isEmpty' ? 'false' : 'true' };
      if (operator === 'isNotEmpty') return null;
      return field === 'ownerId' ? { owner: 'none' } : field === 'dueOn' ? { due: 'none' } : null;
    }
    if (field === 'tags' && operator === 'anyOf') {
      return values.some((tag) => tag.includes(',')) ? null : { tags: values.join(',') };
    }
    if (operator === 'between') {
      if (field === 'depositDate') {
        return { depositDateFrom: first || undefined, depositDateTo: second || undefined };
      }
      const amount = second === '' ? first : `${first}-${second}`;
      return field === 'depositAmount' && AMOUNT_RANGE.test(amount) ? { depositAmount: amount } : null;
    }
    if (operator !== 'is') return null;
    if (field === 'ownerId') return { owner: first };
    if (field === 'dueOn') {
      const due = DUE_STATES.find((state) => state === first);
      return due === undefined ? null : { due };
    }
    if (field === 'isSold' || field === 'suppressed') {
      return first === 'true' || first === 'false' ? { [field]: first } : null;
    }
    if (field === 'import') return isUuid(first) ? { import: first } : null;
    return FILTERED_FIELDS.some(({ key }) => key === field) && first !== 'all' ? { [field]: first } : null;
  })();
  const keys = Object.keys(change ?? {}) as Key[];
  const isFree = keys.every((key) => filter[key] === undefined);
  const isShort = Object.values(change ?? {}).every((value) => (value ?? '').length <= FILTER_TEXT_MAX);
  return isFree && isShort ? change : null;
}

/** Adds a part; `replaced` removes another one first. */
export function withPart(
  filter: LeadFilter,
  part: WherePart,
  customFields: CustomFields,
  replaced: Partial<LeadFilter> = {},
): Partial<LeadFilter> {
  const rest = { ...filter, ...replaced };
  const text = whereOf([part]);
  const isSet = partsSet(rest, customFields).some((set) => whereOf([set.part]) === text);
  if (isSet) return replaced;
  const params = 'any' in part ? null : paramsOf(part, rest);
  if (params !== null) return { ...replaced, ...params };
  return { ...replaced, where: whereOf([...(partsIn(rest.where, customFields) ?? []), part]) };
}

/** A set filter and the change that removes it. */
export interface SetPart {
  part: WherePart;
  /** The parameter that says it; null: `where`. */
  key: Key | null;
  without: Partial<LeadFilter>;
}

/** Lists all that is set and that a condition can say. */
export function partsSet(filter: LeadFilter, customFields: CustomFields): SetPart[] {
  const keys = (Object.keys(filter) as Key[]).filter(
    (key) => key !== 'depositDateTo' || filter.depositDateFrom === undefined,
  );
  const params = keys.flatMap((key): SetPart[] => {
    const part = conditionOfParam(filter, key);
    if (part === null) return [];
    const isRange = key === 'depositDateFrom' || key === 'depositDateTo';
    const without = isRange ? { depositDateFrom: undefined, depositDateTo: undefined } : { [key]: undefined };
    return [{ part, key, without }];
  });
  const custom = Object.entries(parseCustomFilter(filter.custom)).map(
    ([name, value]): SetPart => ({
      part: conditionOfCustom(name, value),
      key: 'custom',
      without: { custom: withCustom(filter.custom, name, '') },
    }),
  );
  const parts = partsIn(filter.where, customFields) ?? [];
  const listed = parts.map(
    (part, place): SetPart => ({ part, key: null, without: { where: whereOf(parts.toSpliced(place, 1)) } }),
  );
  return [...params, ...custom, ...listed];
}

/** Counts the conditions of `where`. */
export function conditionsUsed(filter: LeadFilter, customFields: CustomFields): number {
  return conditionsOf(partsIn(filter.where, customFields) ?? []).length;
}

function isChoice(part: WherePart, field: string): part is Condition {
  return !('any' in part) && part.field === field && (part.operator === 'is' || part.operator === 'anyOf');
}

/** Returns the values that a filtered field may have. */
export function chosenValues(
  filter: LeadFilter,
  { key }: FilteredField,
  customFields: CustomFields,
): string[] {
  return partsSet(filter, customFields).flatMap(({ part }) => (isChoice(part, key) ? part.values : []));
}

/** Sets the values that a filtered field may have; none removes the filter. */
export function withValues(
  filter: LeadFilter,
  { key }: FilteredField,
  values: string[],
  customFields: CustomFields,
): Partial<LeadFilter> {
  const parts = (partsIn(filter.where, customFields) ?? []).filter((part) => !isChoice(part, key));
  const cleared: Partial<LeadFilter> = { [key]: undefined, where: whereOf(parts) };
  const [first, ...more] = values;
  if (first === undefined) return cleared;
  const operator = more.length === 0 ? 'is' : 'anyOf';
  return withPart({ ...filter, ...cleared }, { field: key, operator, values }, customFields, cleared);
}
