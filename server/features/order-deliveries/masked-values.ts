import type { Lead } from '#contract/leads.ts';
import type { MappedField } from '#contract/order-delivery.ts';
import type { SentValue } from '../../lead/order-deliveries/sent-values.ts';
import { escaped } from '../../lead/persons/spellings.ts';

/** Fields that name or reach a person. */
const PERSONAL = ['firstName', 'lastName', 'email', 'phone'] as const;
const IS_PERSONAL: ReadonlySet<string> = new Set(PERSONAL);
/** Shorter texts stand in answers by chance. */
const FOUND_LEAST = 3;

/** Masks an email as `j…@example.com`, a number as `+49…81` and other texts as `J…`. */
function maskText(text: string): string {
  const at = text.lastIndexOf('@');
  if (at > 0) return `${[...text][0] ?? ''}…${text.slice(at)}`;
  if (/^\+?[\d\s()/.-]{6,}$/.test(text)) return `${text.slice(0, 3)}…${text.slice(-2)}`;
  return `${[...text][0] ?? ''}…`;
}

/** Returns a lead with names, email and phone masked. */
export function maskedLead(lead: Lead): Lead {
  const masked = PERSONAL.map((key) => [key, lead[key] === null ? null : maskText(lead[key])]);
  return { ...lead, ...Object.fromEntries(masked) };
}

/** Returns the values of a mapping with names, emails and phones masked. */
export function maskedValues(fields: readonly MappedField[], values: readonly SentValue[]): SentValue[] {
  return values.map(({ to, value }, at) => {
    const field = fields[at];
    const isPersonal = field !== undefined && 'from' in field && IS_PERSONAL.has(field.from);
    return { to, value: isPersonal && value !== null ? maskText(String(value)) : value };
  });
}

/** Masks a person's values in an answer, as the lead and as the request have them. */
export function maskAnswer(
  body: string,
  lead: Lead,
  fields: readonly MappedField[],
  values: readonly SentValue[],
): string {
  const sent = values.flatMap(({ value }, at) => {
    const field = fields[at];
    return field !== undefined && 'from' in field && IS_PERSONAL.has(field.from) ? [String(value ?? '')] : [];
  });
  const own = PERSONAL.map((key) => lead[key] ?? '');
  const texts = [...new Set([...own, ...sent])].filter((text) => text.length >= FOUND_LEAST);
  const pattern = texts
    .sort((one, other) => other.length - one.length)
    .map(escaped)
    .join('|');
  return pattern === '' ? body : body.replace(new RegExp(pattern, 'giu'), maskText);
}
