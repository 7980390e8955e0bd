/** Length of a country's postcodes, and the maximum number of leading zeros. */
type PostcodeForm = readonly [digits: number, zeros: number];

/**
 * Countries whose postcodes are all digits, all of one length, and may begin with zeros. Lengths come from
 * Google's Address Data Service (the patterns under `zip`, successors of CLDR's postalCodeData), zeros from
 * codes in use: 00501 New York, 00144 Rome, 00550 Helsinki, 0025 Oslo, 0083 Pretoria, 00100 Nairobi and
 * Colombo. The table omits countries with shorter codes as well (Denmark with the Faroes, Lithuania with its
 * former codes) or without leading zeros.
 */
const FORMS: Readonly<Record<string, PostcodeForm>> = {
  ...{ US: [5, 2], PR: [5, 2], VI: [5, 2], MX: [5, 1], GT: [5, 1], PE: [5, 1], CO: [6, 1], EC: [6, 1] },
  ...{ BR: [8, 1], DE: [5, 1], FR: [5, 1], ES: [5, 1], IT: [5, 2], VA: [5, 2], FI: [5, 2], NO: [4, 2] },
  ...{ SK: [5, 1], RO: [6, 1], UA: [5, 1], TR: [5, 1], GE: [4, 1], KZ: [6, 1], DZ: [5, 1], KE: [5, 2] },
  ...{ ZA: [4, 2], LK: [5, 2], LA: [5, 1], MY: [5, 1], SG: [6, 1], CN: [6, 1], JP: [7, 1], KR: [5, 1] },
  ...{ AU: [4, 1], NZ: [4, 1] },
};

/**
 * Restores the leading zeros that a spreadsheet dropped from a postcode of the country `iso` (alpha-2).
 * Returns any other text unchanged.
 *
 * Rule: only digits, shorter than the country's postcodes by no more zeros than these begin with. Such a code
 * is never valid as it stands and has only one possible original.
 */
export function repairPostcode(postcode: string, iso: string): string {
  const form = Object.hasOwn(FORMS, iso) ? FORMS[iso] : undefined;
  if (form === undefined) return postcode;
  const [digits, zeros] = form;
  const missing = digits - postcode.length;
  if (missing < 1 || missing > zeros || !/^[1-9]\d*$/.test(postcode)) return postcode;
  return postcode.padStart(digits, '0');
}
