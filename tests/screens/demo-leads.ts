/** Columns of the demo files and the lead fields that they feed. */
export const DEMO_MAPPING: Readonly<Record<string, string>> = {
  'First Name': 'firstName',
  'Last Name': 'lastName',
  'E-mail': 'email',
  Mobile: 'phone',
  Country: 'country',
  City: 'city',
  Brand: 'brand',
  Source: 'source',
  Status: 'status',
  HLR: 'hlr',
  Tags: 'tags',
  'Deposit Amount': 'depositAmount',
  Currency: 'currency',
  'Deposit Date': 'depositDate',
};

interface Country {
  name: string;
  currency: string;
  cities: readonly string[];
  first: readonly string[];
  last: readonly string[];
  /** Returns a valid number, which no other `n` below 10,000 has. */
  phone: (n: number) => string;
}

const digits = (n: number, length: number) => String(n).padStart(length, '0');

/** Countries of the leads, the most frequent ones first. */
const COUNTRIES: readonly Country[] = [
  {
    name: 'Germany',
    currency: 'EUR',
    cities: ['Berlin', 'Hamburg', 'München', 'Köln'],
    first: ['Anna', 'Lukas', 'Marie', 'Jonas', 'Lena', 'Felix'],
    last: ['Müller', 'Schneider', 'Fischer', 'Weber', 'Wagner'],
    phone: (n) => `+49 1512 34${digits(n, 5)}`,
  },
  {
    name: 'United Kingdom',
    currency: 'GBP',
    cities: ['London', 'Leeds', 'Bristol', 'Glasgow'],
    first: ['Oliver', 'Amelia', 'Harry', 'Isla', 'George', 'Freya'],
    last: ['Taylor', 'Davies', 'Evans', 'Walker', 'Hughes'],
    phone: (n) => `+44 7400 ${digits(n + 100_000, 6)}`,
  },
  {
    name: 'France',
    currency: 'EUR',
    cities: ['Paris', 'Lyon', 'Nantes', 'Lille'],
    first: ['Camille', 'Louis', 'Élodie', 'Hugo', 'Chloé'],
    last: ['Martin', 'Bernard', 'Petit', 'Durand', 'Moreau'],
    phone: (n) => `+33 6 12 ${digits(n, 6)}`,
  },
  {
    name: 'United States',
    currency: 'USD',
    cities: ['Austin', 'Denver', 'Chicago', 'Portland'],
    first: ['Emma', 'Noah', 'Ava', 'Liam', 'Grace'],
    last: ['Johnson', 'Brown', 'Miller', 'Garcia', 'Clark'],
    phone: (n) => `+1 201 555 ${digits(n, 4)}`,
  },
  {
    name: 'Brazil',
    currency: 'BRL',
    cities: ['São Paulo', 'Curitiba', 'Recife'],
    first: ['João', 'Beatriz', 'Rafael', 'Larissa'],
    last: ['Silva', 'Souza', 'Oliveira', 'Almeida'],
    phone: (n) => `+55 11 9${digits(81_000_000 + n, 8)}`,
  },
  {
    name: 'Spain',
    currency: 'EUR',
    cities: ['Madrid', 'Valencia', 'Sevilla'],
    first: ['Lucía', 'Mateo', 'Carmen', 'Diego'],
    last: ['García', 'López', 'Navarro', 'Romero'],
    phone: (n) => `+34 612 ${digits(n, 6)}`,
  },
  {
    name: 'Italy',
    currency: 'EUR',
    cities: ['Milano', 'Torino', 'Bologna'],
    first: ['Giulia', 'Marco', 'Chiara', 'Matteo'],
    last: ['Rossi', 'Ferrari', 'Conti', 'Greco'],
    phone: (n) => `+39 312 ${digits(n, 7)}`,
  },
  {
    name: 'Poland',
    currency: 'PLN',
    cities: ['Warszawa', 'Kraków', 'Gdańsk'],
    first: ['Zofia', 'Jakub', 'Hanna', 'Antoni'],
    last: ['Nowak', 'Kowalski', 'Zieliński'],
    phone: (n) => `+48 512 ${digits(n, 6)}`,
  },
];

const WEIGHTS = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7];
const BRANDS = ['Nordlicht', 'Nordlicht', 'Acme Energy', 'Acme Energy', 'Blue Harbor', 'Solaris'];
const SOURCES = ['facebook', 'google', 'google', 'newsletter', 'partner', 'webinar'];
const STATUSES = ['new', 'new', 'new', 'contacted', 'qualified', 'qualified', 'unqualified'];
const HLR = ['active', 'active', 'active', 'inactive', ''];
const TAGS = ['vip', 'spring', 'spring, webinar', 'callback', '', '', 'vip, referral'];

// Steps that share no divisor with the lengths of the lists, so that the values mix.
const pick = (list: readonly string[], n: number, step: number): string =>
  list[(n * step) % list.length] ?? '';

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();

/** Returns the columns of a lead, in the order of `DEMO_MAPPING`; every `n` below 10,000 is another person. */
function demoLead(n: number): string[] {
  const country = COUNTRIES[WEIGHTS[(n * 7) % WEIGHTS.length] ?? 0] as Country;
  const [first, last] = [pick(country.first, n, 11), pick(country.last, n, 13)];
  const deposit = n % 3 === 0 ? String(100 + ((n * 37) % 60) * 25) : '';
  return [
    first,
    last,
    n % 19 === 0 ? '' : `${plain(first)}.${plain(last)}${n}@mail.example`,
    n % 23 === 7 ? '12' : country.phone(n),
    country.name,
    pick(country.cities, n, 5),
    pick(BRANDS, n, 7),
    pick(SOURCES, n, 5),
    pick(STATUSES, n, 5),
    pick(HLR, n, 3),
    pick(TAGS, n, 3),
    deposit,
    deposit && country.currency,
    deposit && `2026-0${1 + (n % 2)}-${digits(1 + (n % 28), 2)}`,
  ];
}

/** Returns the rows of a file with these leads, the header first. */
export function demoRows(from: number, count: number): string[][] {
  return [Object.keys(DEMO_MAPPING), ...Array.from({ length: count }, (_, n) => demoLead(from + n))];
}
