import type { CountryCode } from 'libphonenumber-js/max';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { canonicalCountry } from '../countries/canonical-country.ts';
import { holdersOfDigits, holdersOfPhones, leadCountryNames, type PhoneHolder } from './lead-number-reads.ts';
import { couldBeE164, dialledFrom, type NumberingPlan, numberingPlan } from './numbering-plan.ts';
import { callingRegion, dialled, readPhone } from './read-phone.ts';

/** A telephone number that somebody typed. */
export interface TypedNumber {
  text: string;
  /** The country it is to be dialled in, as people write it; null when nothing is said of it. */
  country: string | null;
}

/** Which lead a typed number means. */
export interface NumberMatch {
  outcome: 'found' | 'not_found' | 'invalid' | 'ambiguous';
  /** Null unless found. */
  leadId: string | null;
  /** The lead's phone as it is stored; null unless found. */
  held: string | null;
  /** Of two spellings of one number the same, as far as that can be told. */
  key: string;
}

interface Search {
  text: string;
  /** With + in front where it is international. */
  dialled: string;
  digits: string;
  /** The country of its row. */
  region: CountryCode | null;
  /** E.164 forms it may have. */
  candidates: string[];
}

const ORDINARY = /^\+?[\d\s().\-/]+$/;

/**
 * Finds the leads outside the bin that typed numbers mean, in the order of the numbers; with few statements,
 * however many they are.
 *
 * Rule: an international number, with + or 00, means the lead with that valid phone. Any other is read as a
 * national number of its own country where that is known, otherwise as one of each lead's own country; and as an
 * international one that lacks the +. What finds no lead so is compared, digit by digit, with the phones that are
 * stored as typed. `ambiguous`: it means several leads. `invalid`: nobody has it and it is no telephone number
 * of any country that could be meant.
 */
export async function findLeadsByNumbers(
  tx: TenantTransaction,
  numbers: readonly TypedNumber[],
): Promise<NumberMatch[]> {
  const plans = plansOf(await leadCountryNames(tx));
  const searches = numbers.map((number) => searchFor(number, plans));
  const holders = await holdersOfPhones(tx, distinct(searches.flatMap((search) => search.candidates)));
  const found = searches.map((search) => meantBy(search, holders));
  await readAgain(tx, searches, found);
  const open = searches.filter((_, index) => found[index]?.length === 0);
  const typed = await holdersOfDigits(tx, distinct(open.map(({ digits }) => digits).filter(Boolean)));
  return searches.map((search, index) => {
    const leads = found[index]?.length ? found[index] : (typed.get(search.digits) ?? []);
    return matchOf(search, leads, plans);
  });
}

function plansOf(countries: readonly string[]): NumberingPlan[] {
  const regions = new Set(countries.map((name) => callingRegion(canonicalCountry(name).iso)));
  regions.delete(null);
  return [...regions].flatMap((region) => (region === null ? [] : [numberingPlan(region)]));
}

function searchFor({ text, country }: TypedNumber, plans: readonly NumberingPlan[]): Search {
  const number = dialled(text);
  const digits = number.replace(/\D/g, '');
  const region = country === null ? null : callingRegion(canonicalCountry(country).iso);
  const search: Search = { text, dialled: number, digits, region, candidates: [] };
  const bare = couldBeE164(digits) ? [`+${digits}`] : [];
  if (number.startsWith('+')) search.candidates = bare;
  else if (region !== null) search.candidates = [...validForms(text, [region]), ...bare];
  else if (!ORDINARY.test(number)) search.candidates = validForms(text, regionsOf(plans));
  else search.candidates = [...bare, ...plans.flatMap((plan) => dialledFrom(plan, digits))];
  return search;
}

/** The leads that hold a candidate, and by their own country mean the number. */
function meantBy(search: Search, holders: ReadonlyMap<string, PhoneHolder>): PhoneHolder[] {
  return distinct(search.candidates).flatMap((candidate) => {
    const holder = holders.get(candidate);
    return holder !== undefined && means(search, holder) ? [holder] : [];
  });
}

function means({ text, dialled: number, digits, region }: Search, { phone, country }: PhoneHolder): boolean {
  if (phone === `+${digits}` || number.startsWith('+')) return true;
  const iso = region ?? (country === null ? null : canonicalCountry(country).iso);
  const reading = readPhone(text, iso);
  return reading.valid && reading.phone === phone;
}

/** International numbers with something between their digits that is none of them: `+49 (0) 30`, an extension. */
async function readAgain(
  tx: TenantTransaction,
  searches: readonly Search[],
  found: PhoneHolder[][],
): Promise<void> {
  for (const [index, search] of searches.entries()) {
    if (found[index]?.length === 0 && search.dialled.startsWith('+')) {
      search.candidates = validForms(search.text, [null]);
    }
  }
  const again = searches.filter(({ dialled: number, digits, candidates }) => {
    return number.startsWith('+') && candidates.some((candidate) => candidate !== `+${digits}`);
  });
  if (again.length === 0) return;
  const holders = await holdersOfPhones(tx, distinct(again.flatMap(({ candidates }) => candidates)));
  for (const [index, search] of searches.entries()) {
    if (found[index]?.length === 0) found[index] = meantBy(search, holders);
  }
}

function matchOf(
  search: Search,
  leads: readonly PhoneHolder[],
  plans: readonly NumberingPlan[],
): NumberMatch {
  const [lead, ...others] = leads;
  if (lead !== undefined && others.length === 0) {
    return { outcome: 'found', leadId: lead.id, held: lead.phone, key: lead.id };
  }
  const nobody = { leadId: null, held: null };
  if (lead !== undefined) return { outcome: 'ambiguous', ...nobody, key: search.digits };
  const number = numberOf(search, plans);
  if (number !== null) return { outcome: 'not_found', ...nobody, key: number };
  return { outcome: 'invalid', ...nobody, key: search.text.trim().toLowerCase() };
}

/** The E.164 form of a number that nobody has, by the first country that it could be of; null when it is no number. */
function numberOf(search: Search, plans: readonly NumberingPlan[]): string | null {
  const { text, dialled: number, digits, region, candidates } = search;
  if (number.startsWith('+')) return candidates[0] ?? null;
  const ordinary = ORDINARY.test(number);
  const possible = plans.filter((plan) => !ordinary || dialledFrom(plan, digits).length > 0);
  for (const one of region === null ? regionsOf(possible) : [region]) {
    const [form] = validForms(text, [one]);
    if (form !== undefined) return form;
  }
  return (ordinary && validForms(`+${digits}`, [null])[0]) || null;
}

function regionsOf(plans: readonly NumberingPlan[]): CountryCode[] {
  return plans.map((plan) => plan.region);
}

function validForms(text: string, regions: readonly (CountryCode | null)[]): string[] {
  return regions.flatMap((region) => {
    const { phone, valid } = readPhone(text, region);
    return valid ? [phone] : [];
  });
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
