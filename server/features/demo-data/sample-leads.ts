import { SAMPLE_LEADS } from '#contract/demo-data.ts';
import type { GivenLead } from '../../lead/edits/edit-lead.ts';
import { samplePerson } from './sample-people.ts';

export interface SampleLead {
  input: GivenLead;
  /** In days. */
  age: number;
  note: string | null;
  /** `customer`: index in `SAMPLE_CUSTOMERS`; `age` in days. */
  sale: { customer: number; age: number } | null;
}

export interface SampleCustomer {
  number: string;
  name: string;
  price: string;
  currency: string;
  returnDays: number | null;
}

export const SAMPLE_CUSTOMERS: readonly SampleCustomer[] = [
  { number: 'SAMPLE-1', name: 'Northwind Energy', price: '4.50', currency: 'EUR', returnDays: 14 },
  { number: 'SAMPLE-2', name: 'Harbor & Hill', price: '6.20', currency: 'EUR', returnDays: 7 },
  { number: 'SAMPLE-3', name: 'Tall Pines Insurance', price: '3.80', currency: 'USD', returnDays: null },
];

const DAYS = 60;
const NOTES = [
  'Asked to be called back next week.',
  'Prefers email. Speaks English.',
  'Not at home, try after 6 pm.',
  'Interested in the annual plan.',
];
const NO_NUMBERS = ['12', '+49 15', '99', '1234567890123456789', '0'];

/** Variants of a number such as `+49 1512 3456789`. */
const SPELLINGS: readonly ((phone: string) => string)[] = [
  (phone) => phone,
  (phone) => phone.replaceAll(' ', ''),
  (phone) => phone.replace('+', '00'),
  (phone) => phone.replaceAll(' ', '-'),
  (phone) => phone.replace(/ (\d+) /, ' ($1) '),
  // German, British and French national numbers begin with 0.
  (phone) => phone.replace(/^\+(\d+) /, (_, prefix: string) => (/^(?:49|44|33)$/.test(prefix) ? '0' : '')),
];

/**
 * Always the same leads.
 * @param statuses available statuses in order
 */
export function sampleLeads(statuses: readonly string[]): SampleLead[] {
  return Array.from({ length: SAMPLE_LEADS }, (_, n) => sampleLead(n, statuses));
}

function sampleLead(n: number, statuses: readonly string[]): SampleLead {
  const { status: _status, tags, phone, ...person } = samplePerson(n);
  const isValid = phone.startsWith('+');
  // Squaring favors recent days.
  const age = DAYS * spread(n, 7_919) ** 2;
  const isSold = isValid && n % 11 === 3;
  return {
    input: {
      ...person,
      phone: isValid ? (SPELLINGS[(n * 5) % 17] ?? SPELLINGS[0])?.(phone) : NO_NUMBERS[n % NO_NUMBERS.length],
      tags: tags === '' ? [] : tags.split(', '),
      status: statuses[Math.floor(statuses.length * spread(n, 104_729) ** 2)] ?? '',
      whatsapp: ['yes', '', '', 'no'][n % 4] ?? '',
    },
    age,
    note: n % 37 === 5 ? (NOTES[n % NOTES.length] ?? null) : null,
    sale: isSold ? { customer: Math.floor(3 * spread(n, 1_301) ** 2), age: age * spread(n, 613) } : null,
  };
}

/** Pseudorandom number from 0 to 1 for `n`. */
function spread(n: number, step: number): number {
  return ((n * step) % 9_973) / 9_973;
}
