/** How long the postcodes of a country are, and how many zeros they begin with at most. */
type PostcodeForm = readonly [digits: number, zeros: number];

/**
 * The countries whose postcodes are of digits alone, all of one length, and may begin with zeros. Lengths are those of
 * Google's Address Data Service (the patterns under `zip`, successors of CLDR's postalCodeData); zeros are those of
 * the codes in use: 00501 New York, 00144 Rome, 00550 Helsinki, 0025 Oslo, 0083 Pretoria, 00100 Nairobi and Colombo.
 * Left out is who also has shorter codes (Denmark with the Faroes, Lithuania with its former ones) or none with a zero.
 */
const FORMS: Readonly<Record<string, PostcodeForm>> = {
  ...{ US: [5, 2], PR: [5, 2], VI: [5, 2], MX: [5, 1], GT: [5, 1], PE: [5, 1], CO: [6, 1], EC: [6, 1] },
  ...{ BR: [8, 1], DE: [5, 1], FR: [5, 1], ES: [5, 1], IT: [5, 2], VA: [5, 2], FI: [5, 2], NO: [4, 2] },
  ...{ SK: [5, 1], RO: [6, 1], UA: [5, 1], TR: [5, 1], GE: [4, 1], KZ: [6, 1], DZ: [5, 1], KE: [5, 2] },
  ...{ ZA: [4, 2], LK: [5, 2], LA: [5, 1], MY: [5, 1], SG: [6, 1], CN: [6, 1], JP: [7, 1], KR: [5, 1] },
  ...{ AU: [4, 1], NZ: [4, 1] },
};

/**
 * A postcode of the country `iso` (alpha-2) with the zeros in front that a spreadsheet dropped; any other as it is.
 *
 * Rule: digits alone, shorter than the country's postcodes by no more zeros than those begin with. No such code is a
 * valid one as it stands, and there is only one that it can have been.
 */
export function mendPostcode(postcode: string, iso: string): string {
  const form = Object.hasOwn(FORMS, iso) ? FORMS[iso] : undefined;
  if (form === undefined) return postcode;
  const [digits, zeros] = form;
  const missing = digits - postcode.length;
  if (missing < 1 || missing > zeros || !/^[1-9]\d*$/.test(postcode)) return postcode;
  return postcode.padStart(digits, '0');
}
