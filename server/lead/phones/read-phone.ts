import { withoutInvisible } from '../values/normalise-text.ts';
import { FAULTS } from '../values/problems.ts';
import { hasLabels, numbersAnyhow, numbersIn, plainPhone, withoutLabels } from './phone-cell.ts';
import { type PhoneReading, repairedNumber } from './repair-number.ts';

export type { PhoneReading } from './repair-number.ts';

/**
 * Reads a phone: the one rule of imports, forms, the public API, list updates and phone fixes.
 * Rule: characters without a width are dropped, digits of all scripts count. Of several numbers the first valid one is used, and the others
 * are a fault. Labels, quotes and a formula guard around it go. Text that is no valid number stays as typed.
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
  const reading = readPart(typed, region);
  if (reading.valid) return reading;
  return firstValid(numbersAnyhow(typed), region) ?? reading;
}

function readPart(part: string, region: string | null): PhoneReading {
  const reading = repairedNumber(part, region);
  if (reading.valid || !hasLabels(part)) return reading;
  const bare = repairedNumber(withoutLabels(part), region);
  return bare.valid ? bare : reading;
}

function firstValid(parts: readonly string[], region: string | null): PhoneReading | null {
  const readings = parts.map((part) => readPart(part, region));
  const first = readings.find((reading) => reading.valid);
  if (first === undefined) return null;
  const areSame = readings.every((reading) => reading.phone === first.phone);
  return areSame ? first : { ...first, fault: FAULTS.otherPhones };
}

function unread(phone: string): PhoneReading {
  return { phone, valid: false, region: null, fault: null };
}
