import { type Condition, type ConditionField, consentConditionChannel } from '#contract/lead-conditions.ts';
import { storedIn } from '#contract/lead-value.ts';
import type { LeadDetail } from '#contract/leads.ts';
import { foldText } from '#server/lead/values/fold-text.ts';

// Conditions as plainly as they can be written, over leads as the API returns them.

const DAY = 86_400_000;

/** The lead as conditions know it, with the imports that made or changed it. */
export interface PlainLead extends LeadDetail {
  imports: string[];
}

/** Returns whether a lead meets a condition. */
export function meets(lead: PlainLead, condition: Condition, known: ConditionField): boolean {
  const { kind } = known;
  const { field, operator, values } = condition;
  const channel = consentConditionChannel(field);
  if (channel !== null) return (lead.consent[channel] ?? 'missing') === values[0];
  const held = heldBy(lead, field);
  const isEmpty = held === null || held === '' || (Array.isArray(held) && held.length === 0);
  if (operator === 'isEmpty') return isEmpty;
  if (operator === 'isNotEmpty') return !isEmpty;
  if (operator === 'isNot') return !meets(lead, { ...condition, operator: 'is' }, known);
  if (operator === 'noneOf') return !meets(lead, { ...condition, operator: 'anyOf' }, known);
  if (isEmpty) return false;
  if (kind === 'import') return lead.imports.includes(values[0] ?? '');
  if (kind === 'number') return meetsNumber(Number(held), condition);
  if (kind === 'due') return meetsDue(String(held), condition);
  if (kind === 'date') return meetsDay(String(held), condition);
  if (kind === 'time') return meetsTime(Date.parse(String(held)), condition);
  const folded = (Array.isArray(held) ? held : [held]).map((text) => textOf(field, String(text)));
  const asked = values.map((text) => textOf(field, text));
  if (operator === 'contains') return folded.some((text) => text.includes(asked[0] ?? ''));
  if (operator === 'startsWith') return folded.some((text) => text.startsWith(asked[0] ?? ''));
  return folded.some((text) => asked.includes(text));
}

function textOf(field: string, text: string): string {
  const folded = foldText(text);
  return field === 'phone' ? folded.replaceAll(/[ ()./-]/g, '') : folded;
}

function heldBy(lead: PlainLead, field: string): unknown {
  if (field === 'import') return lead.importId;
  if (field === 'soldAt') {
    const sale = lead.sales.find(({ returnedAt }) => returnedAt === null);
    return lead.isSold ? (sale?.soldAt ?? null) : null;
  }
  if (field === 'updatedAt') return lead.updatedAt;
  return field === 'ownerId' ? (lead.owner?.id ?? null) : (storedIn(lead, field) ?? null);
}

function meetsNumber(held: number, { operator, values: [from = '', to = ''] }: Condition): boolean {
  if (operator === 'is') return held === Number(from);
  return (from === '' || held >= Number(from)) && (to === '' || held <= Number(to));
}

function meetsDue(held: string, condition: Condition): boolean {
  const today = new Date().toISOString().slice(0, 10);
  const [state] = condition.values;
  if (condition.operator !== 'is') return meetsDay(held, condition);
  if (state === 'today') return held <= today;
  if (state === 'overdue') return held < today;
  return state === 'upcoming' ? held > today : held === state;
}

function meetsDay(held: string, { operator, values: [from = '', to = ''] }: Condition): boolean {
  if (operator === 'is') return held === from;
  if (operator === 'lastDays') {
    const today = new Date().toISOString().slice(0, 10);
    return held <= today && Date.parse(held) > Date.parse(today) - Number(from) * DAY;
  }
  return (from === '' || held >= from) && (to === '' || held <= to);
}

function meetsTime(held: number, condition: Condition): boolean {
  if (condition.operator === 'lastDays') return held >= Date.now() - Number(condition.values[0]) * DAY;
  return meetsDay(new Date(held).toISOString().slice(0, 10), condition);
}
