/** Creates a seeded random generator (mulberry32), so that every machine gets the same file. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const LEAD_CSV_COLUMNS = [
  'First Name',
  'Last Name',
  'Email',
  'Phone',
  'Carrier',
  'Country',
  'City',
  'Address',
  'Postcode',
  'IP',
  'Brand',
  'Currency',
  'Deposit Amount',
  'Deposit Date',
  'Source',
  'Affiliate',
  'Landing Page',
  'Agent',
  'Tags',
] as const;

const FIRST = [
  'Anna',
  'Bruno',
  'Chiara',
  'Dmitri',
  'Elena',
  'François',
  'Gül',
  'Hans',
  'Ingrid',
  'José',
  'Katarzyna',
  'Luca',
];
const LAST = [
  'Andersson',
  'Bianchi',
  'Černý',
  'Dubois',
  'Eriksen',
  'Fernández',
  'García',
  'Hoffmann',
  'Ivanova',
  'Jansen',
];
const BRANDS = ['Northwind', 'Contoso', 'Globex', 'Initech', 'Umbrella', 'Stark'];
const TAGS = ['vip', 'spring', 'retarget', 'webinar', 'cold', 'hot', 'partner'];
/**
 * Country as a name and as a code, calling code, prefix of national numbers, first digits of a mobile number, and the
 * initial value of the next digit; six more digits make it valid.
 */
const COUNTRIES = [
  ['Germany', 'DE', '+49', '0', '1512', 3],
  ['United Kingdom', 'GB', '+44', '0', '740', 0],
  ['France', 'FR', '+33', '0', '61', 2],
  ['Italy', 'IT', '+39', '', '347', 1],
  ['Spain', 'ES', '+34', '', '61', 2],
] as const;
const MILLION = 1_000_000;
/** Steps from phone to phone within a million: shares no factor with it, so each number occurs once. */
const PHONE_STEP = 611_953;

/** Shares of the rows of a file, from 0 to 1. */
interface FileShape {
  /** Phones in ascending order, as a counter would give them. */
  hasOrderedPhones: boolean;
  national: number;
  spaced: number;
  /** Invalid phones, all different unless the phones are ordered. */
  invalid: number;
  /** Rows with the email and phone of an earlier row of the file. */
  repeated: number;
  /** Rows with the country as a code instead of its name. */
  coded: number;
}

/** The shape of lists that people import. */
const REALISTIC: FileShape = {
  hasOrderedPhones: false,
  national: 0.2,
  spaced: 0.15,
  invalid: 0.05,
  repeated: 0.05,
  coded: 0.4,
};
/** The best case: nothing repeats, and every phone is written as it is stored, or invalid in the same way. */
const CLEAN: FileShape = {
  hasOrderedPhones: true,
  national: 0,
  spaced: 0,
  invalid: 0.03,
  repeated: 0,
  coded: 0,
};

/** Contents of a file of leads. */
export interface LeadFile {
  /** `realistic` by default. */
  shape?: 'clean' | 'realistic';
  /** Differences from the realistic shape or the clean one. */
  but?: Partial<FileShape>;
  /** Another revision gives the same leads other cities, agents and amounts. */
  revision?: number;
  /** Number of the first lead of the file; leads of different numbers share neither email nor phone. */
  from?: number;
  /** Share of the rows that have the email and phone of a lead below `from`, which an earlier file had. */
  known?: number;
}

/**
 * Yields the rows of a file of leads, 19 columns each. E-mails and (up to ten million leads) valid phones are unique but for
 * the rows that repeat a lead. Phones of the realistic shape come in no order.
 */
export function* leadRows(
  rows: number,
  { shape = 'realistic', but = {}, revision = 1, from = 0, known = 0 }: LeadFile = {},
): Generator<string[]> {
  const file = { ...(shape === 'clean' ? CLEAN : REALISTIC), ...but };
  const random = seeded(from + 1);
  for (let row = 0; row < rows; row++) {
    yield leadCells(leadOf(row, from, { ...file, known }, random), file, revision, random);
  }
}

/** Yields a file of leads as CSV in chunks of about 64 kB, 200 bytes a row. */
export function* leadCsv(rows: number, file: LeadFile = {}): Generator<string> {
  yield `${LEAD_CSV_COLUMNS.join(',')}\n`;
  let text = '';
  for (const cells of leadRows(rows, file)) {
    text += `${cells.map(quoted).join(',')}\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

function quoted(cell: string): string {
  return cell.includes(',') ? `"${cell}"` : cell;
}

/** Returns the number of the lead in a row: the next new one, an earlier one of the file, or one of an earlier file. */
function leadOf(
  row: number,
  from: number,
  { repeated, known }: FileShape & { known: number },
  random: () => number,
): number {
  const draw = random();
  if (draw < repeated && row > 0) return from + Math.floor(random() * row);
  return draw < repeated + known && from > 0 ? Math.floor(random() * from) : from + row;
}

function leadCells(lead: number, file: FileShape, revision: number, random: () => number): string[] {
  // E-mail, phone and country depend on the lead alone, so that every row of a lead has the same.
  const own = seeded(lead);
  const pick = <T>(items: readonly T[], by = random): T => items[Math.floor(by() * items.length)] as T;
  const country = pick(COUNTRIES, own);
  const [first, last] = [pick(FIRST, own), pick(LAST, own)];
  const phone = phoneText(lead, country, file, own() < file.invalid, random);
  const email = `${first.toLowerCase()}.${last.toLowerCase()}.x${lead}@mail.test`;
  const ip = `10.${lead % 256}.${(lead >> 8) % 256}.${1 + (lead % 250)}`;
  const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
  return [
    ...[first, last, email, phone, `Tel ${lead % 9}`, country[random() < file.coded ? 1 : 0]],
    ...[
      `C${revision}${lead % 4000}`,
      `${1 + (lead % 300)} Main St, ${lead % 20}`,
      `${10_000 + (lead % 80_000)}`,
    ],
    ...[ip, pick(BRANDS), 'EUR', (random() * 5000 + revision).toFixed(2), `2026-0${1 + (lead % 9)}-${day}`],
    ...[`camp-${lead % 40}`, `aff-${lead % 200}`, `https://go.test/${lead % 60}`, `A${revision}${lead % 50}`],
    `${pick(TAGS)}, ${pick(TAGS)}`,
  ];
}

/** Returns a lead's phone as a person would write it; the same number for every row of the lead. */
function phoneText(
  lead: number,
  [, , code, trunk, begin, digit]: (typeof COUNTRIES)[number],
  { hasOrderedPhones, national, spaced }: FileShape,
  isInvalid: boolean,
  random: () => number,
): string {
  if (isInvalid && hasOrderedPhones) return '12345';
  const million = (digit + Math.floor(lead / MILLION)) % 10;
  const place = hasOrderedPhones ? lead % MILLION : ((lead % MILLION) * PHONE_STEP) % MILLION;
  const six = String(place).padStart(6, '0');
  // Four digits too many.
  if (isInvalid) return `${code}${begin}${million}${six}9999`;
  const style = random();
  if (style < national) return `${trunk}${begin}${million}${six}`;
  if (style < national + spaced) return `${code} ${begin} ${million}${six.slice(0, 3)} ${six.slice(3)}`;
  return `${code}${begin}${million}${six}`;
}
