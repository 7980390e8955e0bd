import { FILTER_TEXT_MAX } from '#contract/filter-values.ts';
import {
  type Condition,
  type ConditionField,
  conditionFieldOf,
  conditionProblem,
  OPERATORS,
} from '#contract/lead-conditions.ts';
import { storedIn } from '#contract/lead-value.ts';
import type { Lead } from '#contract/leads.ts';
import type { KnownCondition } from './condition-words.ts';
import { type CustomFields, knownField } from './filter-state.ts';

/**
 * Returns the condition that matches a lead's value in a column, such as `city` or `custom:Plan`,
 * or null.
 */
export function conditionOfValue(
  lead: Lead,
  column: string,
  customFields: CustomFields,
): KnownCondition | null {
  const known = knownField(conditionFieldOf(column), customFields);
  if (known === undefined) return null;
  const condition = asked(known, known.kind === 'user' ? lead.owner?.id : storedIn(lead, column));
  return conditionProblem(condition, known) === null ? { condition, known } : null;
}

function asked({ field, kind }: ConditionField, held: unknown): Condition {
  const values = (Array.isArray(held) ? held : [held ?? '']).map(String).filter((value) => value !== '');
  if (values.length === 0) return { field, operator: 'isEmpty', values: [] };
  if (kind === 'tags') return { field, operator: 'anyOf', values };
  if (kind === 'time') return { field, operator: 'is', values: values.map((value) => value.slice(0, 10)) };
  return { field, operator: 'is', values: values.map((value) => value.slice(0, FILTER_TEXT_MAX + 1)) };
}

/** Returns a condition's opposite; null if its field has none. */
export function oppositeOf({ condition, known }: KnownCondition): KnownCondition | null {
  const operator = ({ is: 'isNot', anyOf: 'noneOf', isEmpty: 'isNotEmpty' } as const)[
    condition.operator as 'is'
  ];
  const operators: readonly string[] = OPERATORS[known.kind];
  return operators.includes(operator) ? { condition: { ...condition, operator }, known } : null;
}
