import type { PlanFields } from '#tests/support/imports.ts';
import { seeded } from '../lead-csv.ts';

/**
 * Expected result of an import after its first rows: the number of each outcome, the reported rows, and the
 * leads.
 */
export interface Expected {
  counts: { imported: number; updated: number; duplicates: number; skipped: number; errors: number };
  /** Rows of the report by outcome, numbered as in the file. */
  reported: { error: number[]; duplicate: number[]; skipped: number[] };
  /** Each lead as `e-mail|phone|city`, the phone only where it is valid; sorted. */
  leads: string[];
}

/** A random file with repetitions, errors and invalid phones, and its expected result. */
export interface FaultFile {
  mode: 'create' | 'update';
  rows: number;
  /** File that creates the leads for an update import, imported beforehand; null in create mode. */
  base: string | null;
  text: string;
  /** Fields of the import request; `base` is imported with the mapping for new leads. */
  plan: PlanFields;
  /** Returns the expected result after the first `processed` rows (all by default). */
  expected(processed?: number): Expected;
}

interface FaultRow {
  email: string;
  phone: string;
  city: string;
}

/** The header is row 1. */
const FIRST_ROW = 2;
const BATCH_ROWS = 5_000;
const INVALID_PHONE = '12345';
const BROKEN_EMAIL = 'broken';
/** Calling codes with the first digits that six more digits make a valid mobile number. */
const PHONES = ['+4915123', '+447400', '+33612'];
/** Mapping of a file of new leads. */
export const NEW_LEADS: Record<string, string> = {
  'First Name': 'firstName',
  'Last Name': 'lastName',
  Email: 'email',
  Phone: 'phone',
  City: 'city',
  Address: 'address',
  Postcode: 'postcode',
  Brand: 'brand',
  Currency: 'currency',
  Source: 'source',
  Affiliate: 'affiliate',
  'Landing Page': 'landingPage',
  Tags: 'tags',
};
const CHANGES: PlanFields = {
  fieldMapping: { Email: 'email', City: 'city' },
  importMode: { mode: 'update', matchField: 'email' },
};
const FILLING = 'Example Street 1,10115,Northwind,EUR,camp-1,aff-2,https://go.test/landing,"vip, spring"';

/**
 * Generates a file. Every second file repeats rows from anywhere in it, which prevents batches from being
 * written in parallel; the others repeat only nearby rows.
 */
export function faultFile(rows: number, seed: number, mode: 'create' | 'update'): FaultFile {
  const random = seeded(seed);
  const made = createdRows(rows, random);
  const before = new Map<string, FaultRow>();
  if (mode === 'create') {
    const plan = { fieldMapping: NEW_LEADS };
    const expected = (processed?: number) => created(made, processed);
    return { mode, rows, base: null, text: fullCsv(made), plan, expected };
  }
  for (const lead of leadsOf(made)) before.set(lead.email || lead.phone, lead);
  const changes = changedRows(made, random);
  const text = `Email,City\n${changes.map(({ email, city }) => `${email},${city}\n`).join('')}`;
  const expected = (processed?: number) => updated(before, changes, processed);
  return { mode, rows, base: fullCsv(made), text, plan: CHANGES, expected };
}

function leadText(lead: FaultRow): string {
  return `${lead.email}|${lead.phone === INVALID_PHONE ? '' : lead.phone}|${lead.city}`;
}

function createdRows(count: number, random: () => number): FaultRow[] {
  const far = random() < 0.5;
  const rows: FaultRow[] = [];
  for (let n = 0; n < count; n++) {
    const row = { email: `lead${n}@mail.test`, phone: phoneOf(n), city: `C${n % 4000}` };
    const least = far ? 0 : n - (n % BATCH_ROWS);
    const earlier = rows[least + Math.floor(random() * (n - least))];
    rows.push(disturbed(row, earlier, random()));
  }
  return rows;
}

/** Disturbs one row in six: an error, a repeated email or phone, or a missing email or phone. */
function disturbed(row: FaultRow, earlier: FaultRow | undefined, dice: number): FaultRow {
  if (dice < 0.02) return { ...row, email: BROKEN_EMAIL };
  if (dice < 0.03) return { ...row, email: '', phone: '' };
  if (dice < 0.06) return { ...row, phone: INVALID_PHONE };
  if (dice < 0.08) return { ...row, phone: '' };
  if (dice < 0.12) return { ...row, email: earlier?.email ?? row.email };
  if (dice < 0.16) return { ...row, phone: earlier?.phone ?? row.phone };
  return row;
}

function phoneOf(n: number): string {
  return `${PHONES[n % PHONES.length]}${String(n).padStart(6, '0')}`;
}

/**
 * Returns new cities for the leads of a file: some leads twice, some emails unknown, some emails unusable.
 */
function changedRows(made: readonly FaultRow[], random: () => number): FaultRow[] {
  return made.map((_, n) => {
    const target = random() < 0.06 ? Math.floor(random() * made.length) : n;
    const dice = random();
    const known = made[target]?.email ?? '';
    const email = dice < 0.02 || known === '' ? BROKEN_EMAIL : dice < 0.06 ? `nobody${n}@mail.test` : known;
    return { email, phone: '', city: `U${n}` };
  });
}

function fullCsv(rows: readonly FaultRow[]): string {
  const header =
    'First Name,Last Name,Email,Phone,City,Address,Postcode,Brand,Currency,Source,Affiliate,Landing Page,Tags';
  const lines = rows.map(
    ({ email, phone, city }, n) => `Anna${n % 90},Lee,${email},${phone},${city},${FILLING}\n`,
  );
  return `${header}\n${lines.join('')}`;
}

function nothingYet(): Expected {
  return {
    counts: { imported: 0, updated: 0, duplicates: 0, skipped: 0, errors: 0 },
    reported: { error: [], duplicate: [], skipped: [] },
    leads: [],
  };
}

function leadsOf(rows: readonly FaultRow[], expected = nothingYet()): FaultRow[] {
  const taken = new Set<string>();
  const leads: FaultRow[] = [];
  rows.forEach(({ email, phone, city }, n) => {
    if (email === BROKEN_EMAIL || (email === '' && phone === '')) {
      expected.counts.errors++;
      expected.reported.error.push(n + FIRST_ROW);
      return;
    }
    const identities = [email, phone === INVALID_PHONE ? '' : phone].filter((identity) => identity !== '');
    if (identities.some((identity) => taken.has(identity))) {
      expected.counts.duplicates++;
      expected.reported.duplicate.push(n + FIRST_ROW);
      return;
    }
    for (const identity of identities) taken.add(identity);
    expected.counts.imported++;
    leads.push({ email, phone, city });
  });
  return leads;
}

function created(rows: readonly FaultRow[], processed = rows.length): Expected {
  const expected = nothingYet();
  expected.leads = leadsOf(rows.slice(0, processed), expected).map(leadText).sort();
  return expected;
}

function updated(
  before: ReadonlyMap<string, FaultRow>,
  rows: readonly FaultRow[],
  processed = rows.length,
): Expected {
  const expected = nothingYet();
  const leads = new Map([...before].map(([email, lead]) => [email, { ...lead }]));
  rows.slice(0, processed).forEach(({ email, city }, n) => {
    const lead = leads.get(email);
    if (email === BROKEN_EMAIL) {
      expected.counts.errors++;
      expected.reported.error.push(n + FIRST_ROW);
    } else if (lead === undefined) {
      expected.counts.skipped++;
      expected.reported.skipped.push(n + FIRST_ROW);
    } else {
      expected.counts.updated++;
      lead.city = city;
    }
  });
  expected.leads = [...leads.values()].map(leadText).sort();
  return expected;
}
