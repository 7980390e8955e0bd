/** As a file may spell it; empty if unknown. */
export interface SamplePerson {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  country: string;
  city: string;
  brand: string;
  source: string;
  status: string;
  hlr: string;
  tags: string;
  depositAmount: string;
  currency: string;
  depositDate: string;
}

interface Country {
  name: string;
  currency: string;
  cities: readonly string[];
  first: readonly string[];
  last: readonly string[];
  /** Valid and distinct for every `n` below 10,000. */
  phone: (n: number) => string;
}

const digits = (n: number, length: number) => String(n).padStart(length, '0');

/** Most frequent first. */
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
const STATUSES = ['new', 'new', 'new', 'contacted', 'qualified', 'qualified', 'converted'];
const HLR = ['active', 'active', 'active', 'inactive', ''];
const TAGS = ['vip', 'spring', 'spring, webinar', 'callback', '', '', 'vip, referral'];

// Steps share no divisor with the list lengths, so values mix.
const pick = (list: readonly string[], n: number, step: number): string =>
  list[(n * step) % list.length] ?? '';

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();

/** Every `n` below 10,000 yields another person. The email domain is unowned. */
export function samplePerson(n: number): SamplePerson {
  const country = COUNTRIES[WEIGHTS[(n * 7) % WEIGHTS.length] ?? 0] as Country;
  const [firstName, lastName] = [pick(country.first, n, 11), pick(country.last, n, 13)];
  const depositAmount = n % 3 === 0 ? String(100 + ((n * 37) % 60) * 25) : '';
  return {
    firstName,
    lastName,
    email: n % 19 === 0 ? '' : `${plain(firstName)}.${plain(lastName)}${n}@mail.example`,
    phone: n % 23 === 7 ? '12' : country.phone(n),
    country: country.name,
    city: pick(country.cities, n, 5),
    brand: pick(BRANDS, n, 7),
    source: pick(SOURCES, n, 5),
    status: pick(STATUSES, n, 5),
    hlr: pick(HLR, n, 3),
    tags: pick(TAGS, n, 3),
    depositAmount,
    currency: depositAmount && country.currency,
    depositDate: depositAmount && `2026-0${1 + (n % 2)}-${digits(1 + (n % 28), 2)}`,
  };
}
