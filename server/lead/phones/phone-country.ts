import { getCountryCallingCode } from 'libphonenumber-js/max';
import { canonicalCountry, countryName } from '../countries/canonical-country.ts';
import type { Fault } from '../values/problems.ts';
import { isNumberOf } from './plain-number.ts';
import { callingRegion, readSingleNumber } from './read-number.ts';

/** Any other code is one state's, with its islands and dependencies. */
const SHARED_CODES: ReadonlySet<string> = new Set(['1', '7']);
const UNITED_STATES: ReadonlySet<string> = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP']);

/** The phone is in E.164 when valid. */
interface PhoneOfLead {
  phone: string | null;
  valid: boolean;
  country: string | null;
}

/** Fault of a valid phone of another country than the lead's: 00151 23456 with Germany is probably a German 0151 23456 mistyped. */
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

function isOfCountry(phone: string, region: string, iso: string | null): boolean {
  const [from, to] = [callingRegion(region), callingRegion(iso)];
  if (from === null || to === null || from === to) return true;
  const code = getCountryCallingCode(to);
  if (getCountryCallingCode(from) !== code) return false;
  if (!SHARED_CODES.has(code) || (UNITED_STATES.has(from) && UNITED_STATES.has(to))) return true;
  return isNumberOf(phone.slice(code.length + 1), to);
}
