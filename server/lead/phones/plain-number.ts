import { type NumberingPlan, planOfRegion, plansOfCallingCode } from './numbering-plans.ts';

/** A valid number in E.164 and its region (alpha-2). */
export interface PlainNumber {
  number: string;
  region: string;
}

const MAX_CALLING_CODE_DIGITS = 3;
// Digits of a number: no plan has fewer, and no plan that lists its kinds has more.
const [MIN_DIGITS, MAX_DIGITS] = [6, 20];

/**
 * Reads a number that is valid beyond doubt: ASCII digits, blanks, brackets, dots and hyphens, with at most a
 * + before them. Returns null for any other: an invalid number, or one that needs more than removing a trunk
 * prefix. The result equals that of libphonenumber-js in a fraction of the time; the library handles the
 * rest.
 */
export function readPlainNumber(text: string, region: string | null): PlainNumber | null {
  const isInternational = text.charCodeAt(0) === PLUS;
  const digits = digitsOf(text, isInternational ? 1 : 0);
  if (digits === null) return null;
  if (isInternational) return internationalNumber(digits);
  const plan = region === null ? null : planOfRegion(region);
  if (plan === null || digits.startsWith(plan.callingCode) || plan.exitCode.test(digits)) return null;
  return numberInPlan(digits, plan);
}

/**
 * Returns whether a text that `readPlainNumber` doesn't read has more digits than any number that it could be. The library
 * takes about 20 µs to say so.
 */
export function hasTooManyDigits(text: string, region: string | null): boolean {
  const isInternational = text.charCodeAt(0) === PLUS;
  const digits = digitsOf(text, isInternational ? 1 : 0);
  if (digits === null) return false;
  if (isInternational) {
    const code = callingCodeOf(digits);
    return code !== null && isTooLong(digits.slice(code.length), code);
  }
  const plan = region === null ? null : planOfRegion(region);
  if (plan === null || digits.startsWith(plan.callingCode) || plan.exitCode.test(digits)) return false;
  return isTooLong(digits, plan.callingCode);
}

function isTooLong(digits: string, callingCode: string): boolean {
  const plans = plansOfCallingCode(callingCode);
  return (
    plans.length > 0 && plans.every((plan) => digits.length - trunkPrefixLength(digits, plan) > plan.longest)
  );
}

/** Returns the digits that a trunk prefix takes, or all where they may become another number. */
function trunkPrefixLength(digits: string, { trunkPrefix }: NumberingPlan): number {
  const prefix = trunkPrefix?.exec(digits);
  if (!prefix) return 0;
  return prefix.length > 1 ? digits.length : prefix[0].length;
}

/** Returns whether digits after the calling code are a number of a region, which may share numbers with others. */
export function isNumberOf(national: string, region: string): boolean {
  const plan = planOfRegion(region);
  return plan !== null && isValid(national, plan);
}

const [PLUS, ZERO, NINE] = [43, 48, 57];
const PUNCTUATION = new Set([...' ().-'].map((sign) => sign.charCodeAt(0)));

/**
 * Returns the digits of a text from `start` on, or null if it contains anything but punctuation between them,
 * or too few or too many.
 */
function digitsOf(text: string, start: number): string | null {
  if (text.length > 2 * MAX_DIGITS) return null;
  let digits = '';
  let from = start;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) continue;
    if (!PUNCTUATION.has(code)) return null;
    digits += text.slice(from, at);
    from = at + 1;
  }
  digits += text.slice(from);
  return digits.length < MIN_DIGITS || digits.length > MAX_DIGITS ? null : digits;
}

function internationalNumber(digits: string): PlainNumber | null {
  const code = callingCodeOf(digits);
  const [main] = code === null ? [] : plansOfCallingCode(code);
  return code === null || main === undefined ? null : numberInPlan(digits.slice(code.length), main);
}

/** Returns the calling code at the start of an international number, or null if no region's plan has it. */
function callingCodeOf(digits: string): string | null {
  for (let length = 1; length <= MAX_CALLING_CODE_DIGITS; length += 1) {
    const code = digits.slice(0, length);
    if (plansOfCallingCode(code).length > 0) return code;
  }
  return null;
}

/**
 * Returns the valid number of digits after the calling code of a plan, with or without the plan's trunk
 * prefix.
 */
function numberInPlan(digits: string, plan: NumberingPlan): PlainNumber | null {
  const national = withoutTrunkPrefix(digits, plan);
  if (national === null) return null;
  const owner = planOfNumber(national, plan);
  if (owner === null || !isValid(national, owner)) return null;
  return { number: `+${plan.callingCode}${national}`, region: owner.region };
}

/**
 * Removes the trunk prefix. Returns null if the prefix is unclear: it contains a carrier code, or the number
 * itself may begin with it.
 */
function withoutTrunkPrefix(digits: string, { trunkPrefix, general }: NumberingPlan): string | null {
  const prefix = trunkPrefix?.exec(digits);
  if (!prefix) return digits;
  if (prefix.length > 1) return null;
  const national = digits.slice(prefix[0].length);
  return general.test(digits) && !general.test(national) ? null : national;
}

/** Returns the region of a number: the first of its calling code whose leading digits or kinds match. */
function planOfNumber(national: string, { callingCode }: NumberingPlan): NumberingPlan | null {
  const plans = plansOfCallingCode(callingCode);
  if (plans.length === 1) return plans[0] ?? null;
  for (const plan of plans) {
    if (plan.leadingDigits === null ? isValid(national, plan) : plan.leadingDigits.test(national))
      return plan;
  }
  return null;
}

function isValid(national: string, { general, kinds }: NumberingPlan): boolean {
  if (!general.test(national)) return false;
  for (const { pattern, lengths } of kinds) {
    if (lengths.includes(national.length) && pattern.test(national)) return true;
  }
  return false;
}
