import type { CountryCode } from 'libphonenumber-js/max';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { canonicalCountry } from '../countries/canonical-country.ts';
import { couldBeE164, type DiallingPlan, dialledFrom, diallingPlan } from './dialling-plan.ts';
import { holdersOfDigits, holdersOfPhones, leadCountryNames, type PhoneHolder } from './lead-number-reads.ts';
import { numbersAnyhow, numbersIn, plainPhone, withoutLabels } from './phone-cell.ts';
import { callingRegion, dialled } from './read-number.ts';
import { readPhone } from './read-phone.ts';

/** A phone number as typed by a user. */
export interface TypedNumber {
  text: string;
  /** Country to dial it in, as people write it; null if unknown. */
  country: string | null;
}

/** Lead that a typed number refers to. */
export interface NumberMatch {
  outcome: 'found' | 'not_found' | 'invalid' | 'ambiguous';
  /** Id of the lead; null unless found. */
  leadId: string | null;
  /** Stored phone of the lead; null unless found. */
  held: string | null;
  /** Equal for two spellings of one number, as far as that can be told. */
  key: string;
}

/** A number with the E.164 forms that it may stand for. */
export interface NumberSearch {
  text: string;
  /** Dialled form, with a + if it is international. */
  dialled: string;
  digits: string;
  /** Country of its row. */
  region: CountryCode | null;
  /** Possible E.164 forms. */
  candidates: string[];
}

type PhoneOwner = { phone: string | null; country: string | null };

const ORDINARY = /^\+?[\d\s().\-/]+$/;

/**
 * Finds the leads outside the trash that typed numbers refer to, in their order, in a fixed number of statements.
 * Rule: an international number refers to the lead with that valid phone. Any other is read with its own country if known, else each lead's,
 * and as international without its +. What matches no lead is compared digit by digit with invalid phones. The first number of a text
 * counts. `ambiguous`: several leads. `invalid`: no lead, and no number of any country in question.
 */
export async function findLeadsByNumbers(
  tx: TenantTransaction,
  numbers: readonly TypedNumber[],
): Promise<NumberMatch[]> {
  const parts = numbers.map(partsOf);
  const matches = await findByParts(tx, parts.flat());
  return parts.map((own) => {
    const found = matches.splice(0, own.length);
    return found.find(({ outcome }) => outcome !== 'invalid') ?? (found[0] as NumberMatch);
  });
}

/** Likeliest first; at least one. */
export function searchesFor(number: TypedNumber, plans: readonly DiallingPlan[]): NumberSearch[] {
  return partsOf(number).map((part) => searchFor(part, plans));
}

/** Likeliest first; at least one. */
function partsOf({ text, country }: TypedNumber): TypedNumber[] {
  const typed = plainPhone(text);
  const several = numbersIn(typed);
  const parts = several.length > 1 ? [...several, typed] : [typed, ...numbersAnyhow(typed)];
  return distinct(parts.map(withoutLabels)).map((part) => ({ text: part, country }));
}

async function findByParts(tx: TenantTransaction, numbers: readonly TypedNumber[]): Promise<NumberMatch[]> {
  const plans = await leadPlans(tx);
  const searches = numbers.map((number) => searchFor(number, plans));
  const holders = await holdersOfPhones(tx, distinct(searches.flatMap((search) => search.candidates)));
  const found = searches.map((search) => meantBy(search, (phone) => holders.get(phone)));
  await readAgain(tx, searches, found);
  const open = searches.filter((_, index) => found[index]?.length === 0);
  const typed = await holdersOfDigits(tx, distinct(open.map(({ digits }) => digits).filter(Boolean)));
  return searches.map((search, index) => {
    const leads = found[index]?.length ? found[index] : (typed.get(search.digits) ?? []);
    return toNumberMatch(search, leads, plans);
  });
}

/** Plans of the countries that leads have, and of further ones. */
export async function leadPlans(
  tx: TenantTransaction,
  others: Iterable<string> = [],
): Promise<DiallingPlan[]> {
  return diallingPlansOf([...(await leadCountryNames(tx)), ...others]);
}

function diallingPlansOf(countries: readonly string[]): DiallingPlan[] {
  const regions = new Set(countries.map((name) => callingRegion(canonicalCountry(name).iso)));
  regions.delete(null);
  return [...regions].flatMap((region) => (region === null ? [] : [diallingPlan(region)]));
}

function searchFor({ text, country }: TypedNumber, plans: readonly DiallingPlan[]): NumberSearch {
  const number = dialled(text);
  const digits = number.replace(/\D/g, '');
  const region = country === null ? null : callingRegion(canonicalCountry(country).iso);
  const search: NumberSearch = { text, dialled: number, digits, region, candidates: [] };
  const bare = couldBeE164(digits) ? [`+${digits}`] : [];
  if (number.startsWith('+')) search.candidates = bare;
  else if (region !== null) search.candidates = [...validForms(text, [region]), ...bare];
  else if (!ORDINARY.test(number)) search.candidates = validForms(text, regionsOf(plans));
  else search.candidates = [...bare, ...plans.flatMap((plan) => dialledAnyhow(plan, digits))];
  return search;
}

/** Also if a spreadsheet dropped a zero before them. */
function dialledAnyhow(plan: DiallingPlan, digits: string): string[] {
  const numbers = dialledFrom(plan, digits);
  return digits.startsWith('0') ? numbers : [...numbers, ...dialledFrom(plan, `0${digits}`)];
}

/** Leads that hold a candidate which their own country confirms. */
export function meantBy<H extends PhoneOwner>(
  search: NumberSearch,
  holderOf: (phone: string) => H | undefined,
): H[] {
  return distinct(search.candidates).flatMap((candidate) => {
    const holder = holderOf(candidate);
    return holder !== undefined && means(search, holder) ? [holder] : [];
  });
}

function means(
  { text, dialled: number, digits, region }: NumberSearch,
  { phone, country }: PhoneOwner,
): boolean {
  if (phone === `+${digits}` || number.startsWith('+')) return true;
  const iso = region ?? (country === null ? null : canonicalCountry(country).iso);
  const reading = readPhone(text, iso);
  return reading.valid && reading.phone === phone;
}

/** Retries numbers with extra characters, such as `+49 (0) 30` or an extension. */
async function readAgain(
  tx: TenantTransaction,
  searches: readonly NumberSearch[],
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
    if (found[index]?.length === 0) found[index] = meantBy(search, (phone) => holders.get(phone));
  }
}

function toNumberMatch(
  search: NumberSearch,
  leads: readonly PhoneHolder[],
  plans: readonly DiallingPlan[],
): NumberMatch {
  const [lead, ...others] = leads;
  if (lead !== undefined && others.length === 0) {
    return { outcome: 'found', leadId: lead.id, held: lead.phone, key: lead.id };
  }
  const noLead = { leadId: null, held: null };
  if (lead !== undefined) return { outcome: 'ambiguous', ...noLead, key: search.digits };
  const number = unheldNumber(search, plans);
  if (number !== null) return { outcome: 'not_found', ...noLead, key: number };
  return { outcome: 'invalid', ...noLead, key: search.text.trim().toLowerCase() };
}

/** E.164 form in the first country where it is valid, or null. */
function unheldNumber(search: NumberSearch, plans: readonly DiallingPlan[]): string | null {
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

function regionsOf(plans: readonly DiallingPlan[]): CountryCode[] {
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
