import { isDateLike } from '../values/date-like.ts';
import { withoutInvisible } from '../values/normalise-text.ts';
import { FAULTS } from '../values/problems.ts';
import { numberTraits } from './number-traits.ts';
import {
  firstOfRange,
  hasLabels,
  isInternational,
  numbersAnyhow,
  numbersIn,
  numbersWithin,
  plainPhone,
  withoutExtension,
  withoutLabels,
} from './phone-cell.ts';
import { type PhoneReading, repairedNumber } from './repair-number.ts';

export type { PhoneReading } from './repair-number.ts';

/**
 * Reads a phone: the one rule of imports, forms, the public API, list updates and phone fixes.
 * Rule: characters without a width are dropped, digits of all scripts count. Of several numbers the first valid one is used, and the others
 * are a fault, as is other text. Labels, quotes and a formula guard around it go. Text without a valid number stays as typed.
 */
export function readPhone(text: string, region: string | null): PhoneReading {
  const typed = plainPhone(text);
  const reading = readWhole(typed, region);
  // A changed invalid number, as 4.1E+15, has its own text.
  if (reading.valid || reading.phone !== typed) return reading;
  return { ...reading, phone: withoutInvisible(text).trim() };
}

function readWhole(typed: string, region: string | null): PhoneReading {
  const several = numbersIn(typed);
  if (several.length > 1) return firstValid(several, region) ?? unread(typed);
  const range = firstOfRange(typed);
  const first = range === null ? null : readPart(range, region);
  if (first?.valid) return { ...first, fault: FAULTS.otherPhones };
  const reading = readPart(typed, region);
  if (reading.valid) return reading;
  return firstValid(numbersAnyhow(typed), region) ?? firstWithin(typed, region) ?? reading;
}

/** Only an international number, or one as people of the country write it: other digits may mean anything. */
function firstWithin(typed: string, region: string | null): PhoneReading | null {
  const parts = numbersWithin(typed).filter((part) => part !== typed && !isDateLike(part));
  const readings = parts.map((part) => ({ part, reading: readPart(part, region) }));
  const isSure = (part: string, phone: string) => isInternational(part) || numberTraits(part, phone).isNative;
  const valid = readings.filter(({ part, reading }) => reading.valid && isSure(part, reading.phone));
  const first = valid[0]?.reading;
  if (first === undefined) return null;
  return { ...first, fault: parts.length > 1 ? FAULTS.otherPhones : FAULTS.phoneText };
}

function readPart(part: string, region: string | null): PhoneReading {
  const reading = repairedNumber(part, region);
  if (reading.valid || !hasLabels(part)) return reading;
  const bare = repairedNumber(withoutLabels(part), region);
  if (bare.valid) return bare;
  const main = withoutLabels(withoutExtension(part));
  const number = main === part ? bare : repairedNumber(main, region);
  return number.valid ? { ...number, fault: FAULTS.phoneExtension } : reading;
}

function firstValid(parts: readonly string[], region: string | null): PhoneReading | null {
  const readings = parts.map((part) => {
    const reading = readPart(part, region);
    return reading.valid ? reading : (firstWithin(part, region) ?? reading);
  });
  const first = readings.find((reading) => reading.valid);
  if (first === undefined) return null;
  const areSame = readings.every((reading) => reading.phone === first.phone);
  return areSame ? first : { ...first, fault: FAULTS.otherPhones };
}

function unread(phone: string): PhoneReading {
  return { phone, valid: false, region: null, fault: null };
}
