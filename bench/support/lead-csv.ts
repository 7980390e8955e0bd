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

const COLUMNS = [
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
 * Country, calling code, first digits of a mobile number, and the initial value of the next digit; six more
 * digits make it valid.
 */
const COUNTRIES = [
  ['Germany', '+49', '1512', 3],
  ['United Kingdom', '+44', '740', 0],
  ['France', '+33', '61', 2],
  ['Italy', '+39', '347', 1],
  ['Spain', '+34', '61', 2],
] as const;
const MILLION = 1_000_000;

/**
 * Yields leads as CSV in chunks of about 64 kB: 19 columns, 200 bytes a row, unique e-mails and (up to ten
 * million rows) phones, 3 in 100 phones invalid. Another seed gives other e-mails; another revision gives the
 * same leads other cities, agents and amounts.
 */
export function* leadCsv(
  rows: number,
  { seed = 1, revision = 1 }: { seed?: number; revision?: number } = {},
): Generator<string> {
  const random = seeded(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  yield `${COLUMNS.join(',')}\n`;
  let text = '';
  for (let row = 0; row < rows; row++) {
    const [country, code, begin, digit] = pick(COUNTRIES);
    const million = (digit + Math.floor(row / MILLION)) % 10;
    const six = String(row % MILLION).padStart(6, '0');
    const phone = random() < 0.03 ? '12345' : `${code}${begin}${million}${six}`;
    const first = pick(FIRST);
    const last = pick(LAST);
    const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
    const ip = `10.${row % 256}.${(row >> 8) % 256}.${1 + (row % 250)}`;
    text += `${first},${last},${first.toLowerCase()}.${last.toLowerCase()}.${seed}x${row}@mail.test,${phone},Tel ${row % 9},${country},`;
    text += `C${revision}${row % 4000},"${1 + (row % 300)} Main St, ${row % 20}",${10_000 + (row % 80_000)},${ip},${pick(BRANDS)},EUR,`;
    text += `${(random() * 5000 + revision).toFixed(2)},2026-0${1 + (row % 9)}-${day},camp-${row % 40},aff-${row % 200},`;
    text += `https://go.test/${row % 60},A${revision}${row % 50},"${pick(TAGS)}, ${pick(TAGS)}"\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}
