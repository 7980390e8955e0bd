import { LEAD_TEXT_MAX, NOTE_MAX, TAG_MAX, TAGS_MAX } from '#contract/limits.ts';
import { AMOUNT_TEXT_MAX, type PublicLeadInput, publicLeadInput } from '#contract/public-lead.ts';

type Check = (value: unknown) => boolean;

const OWN_CHECKS: ReadonlyMap<string, Check> = new Map([
  ['depositAmount', isAmount],
  ['tags', areTags],
  ['customData', areCustomValues],
  ['consentText', isLongText],
]);
const CHECKS: ReadonlyMap<string, Check> = new Map(
  Object.keys(publicLeadInput.shape).map((key) => [key, OWN_CHECKS.get(key) ?? isLeadText]),
);

/**
 * Returns true only if the schema accepts the lead unchanged, at a fraction of its cost; otherwise the schema
 * must decide.
 * @param given parsed JSON
 */
export function isPlainLead(given: unknown): given is PublicLeadInput {
  if (!isRecord(given)) return false;
  for (const key in given) {
    const check = CHECKS.get(key);
    if (check === undefined || !check(given[key])) return false;
  }
  return true;
}

function isLeadText(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= LEAD_TEXT_MAX : value === null;
}

function isLongText(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= NOTE_MAX : value === null;
}

function isAmount(value: unknown): boolean {
  return typeof value === 'string'
    ? value.length <= AMOUNT_TEXT_MAX
    : value === null || Number.isFinite(value);
}

function areTags(value: unknown): boolean {
  return Array.isArray(value) && value.length <= TAGS_MAX && value.every(isTag);
}

function isTag(value: unknown): boolean {
  return typeof value === 'string' && value.length <= TAG_MAX;
}

function areCustomValues(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isCustomValue);
}

function isCustomValue(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
