import { getCountryCallingCode } from 'libphonenumber-js/max';
import { canonicalCountry, countryName } from '../countries/canonical-country.ts';
import type { Fault } from '../values/problems.ts';
import { isNumberOf } from './plain-number.ts';
import { callingRegion, readSingleNumber } from './read-number.ts';

/** Calling codes that states share. Any other code is one state's, with its islands and dependencies. */
const SHARED_CODES: ReadonlySet<string> = new Set(['1', '7']);
const UNITED_STATES: ReadonlySet<string> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);

/** Phone and country of a lead; the phone is in E.164 when valid. */
interface PhoneOfLead {
  phone: string | null;
  valid: boolean;
  country: string | null;
}

/**
 * Returns the fault of a lead whose valid phone belongs to another country than the lead's own, or null. The
 * number may be right, but 00151 23456 with Germany is American, and probably a German 0151 23456 mistyped.
 */
export function foreignPhone({ phone, valid, country }: PhoneOfLead): Fault | null {
  if (phone === null || !valid || country === null) return null;
  const { region } = readSingleNumber(phone, null);
  const own = canonicalCountry(country);
  if (region === null || isOfCountry(phone, region, own.iso)) return null;
  return {
    code: 'phone_country',
    message: `The number's country is ${countryName(region) ?? region}, but the lead's country is ${own.name}; check which is right`,
  };
}

/** Returns whether a number of `region` counts as one of the country `iso`; one without numbers has no own. */
function isOfCountry(phone: string, region: string, iso: string | null): boolean {
  const [from, to] = [callingRegion(region), callingRegion(iso)];
  if (from === null || to === null || from === to) return true;
  const code = getCountryCallingCode(to);
  if (getCountryCallingCode(from) !== code) return false;
  if (!SHARED_CODES.has(code) || (UNITED_STATES.has(from) && UNITED_STATES.has(to))) return true;
  return isNumberOf(phone.slice(code.length + 1), to);
}
