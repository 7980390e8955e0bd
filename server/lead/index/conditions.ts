import type { LeadFilter } from '#contract/lead-filter.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { Refusal } from '../../platform/errors.ts';
import { canonicalCountry } from '../countries/canonical-country.ts';
import { loadCustomFields } from '../custom-fields/reads.ts';
import { CHECK_CLASS } from '../stats/check-class.ts';
import { spellingsOf } from '../stats/stat-reads.ts';
import { type SearchTerm, weighTerm } from './search-term-reads.ts';

/** A filter in the terms of stored values: each member that is there must hold. An empty list matches nothing. */
export interface LeadConditions {
  bin: boolean;
  search?: SearchTerm & { digits: string | null };
  country?: string[];
  brand?: string[];
  source?: string[];
  status?: string[];
  hlr?: number;
  whatsapp?: number;
  sold?: boolean;
  phone?: 'valid' | 'invalid';
  email?: boolean;
  dates?: { from: string | null; to: string | null };
  amount?: { from: string; to: string | null };
  /** Any of these spellings, of as many tags as were asked for. */
  tags?: { asked: number; spellings: string[] };
  custom?: { name: string; type: string; value: string }[];
}

/** A search term of digits and what people write between them is also looked for in the phone's digits. */
const PHONE_LIKE = /^[\d\s()+./-]+$/;

/**
 * What a filter means for this organization: names are resolved to the spellings its leads have, so that an
 * index on the column serves a search in any case.
 * @throws Refusal invalid_input for a custom field that does not exist
 */
export async function conditionsOf(tx: TenantTransaction, filter: LeadFilter): Promise<LeadConditions> {
  const conditions: LeadConditions = { bin: filter.bin === 'true' };
  if (filter.search) conditions.search = await searchOf(tx, filter.search);
  for (const dimension of ['country', 'brand', 'source', 'status'] as const) {
    const value = filter[dimension];
    if (value) conditions[dimension] = await spellingsOf(tx, dimension, namesOf(dimension, value));
  }
  if (filter.hlrStatus) conditions.hlr = CHECK_CLASS[filter.hlrStatus];
  if (filter.whatsappHlr) conditions.whatsapp = CHECK_CLASS[filter.whatsappHlr];
  if (filter.isSold) conditions.sold = filter.isSold === 'true';
  if (filter.phoneValid) conditions.phone = filter.phoneValid;
  if (filter.hasEmail) conditions.email = filter.hasEmail === 'true';
  if (filter.depositDateFrom || filter.depositDateTo) {
    conditions.dates = { from: filter.depositDateFrom ?? null, to: filter.depositDateTo ?? null };
  }
  if (filter.depositAmount) conditions.amount = amountOf(filter.depositAmount);
  const tags = (filter.tags ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  if (tags.length > 0)
    conditions.tags = { asked: tags.length, spellings: await spellingsOf(tx, 'tag', tags) };
  if (filter.custom) conditions.custom = await customOf(tx, filter.custom);
  return conditions;
}

async function searchOf(tx: TenantTransaction, term: string): Promise<NonNullable<LeadConditions['search']>> {
  const digits = PHONE_LIKE.test(term) ? term.replace(/\D/g, '') : '';
  return { ...(await weighTerm(tx, term.toLowerCase())), digits: digits === '' ? null : digits };
}

/** A country may also be asked for by its code or another of its names. */
function namesOf(dimension: string, value: string): string[] {
  return dimension === 'country' ? [value, canonicalCountry(value).name] : [value];
}

function amountOf(text: string): { from: string; to: string | null } {
  const [from = '0', to] = text.split('-');
  return { from, to: to ?? null };
}

async function customOf(tx: TenantTransaction, text: string): Promise<NonNullable<LeadConditions['custom']>> {
  const fields = await loadCustomFields(tx);
  return Object.entries(parseObject(text))
    .filter(([, value]) => value !== '' && value !== 'all')
    .map(([name, value]) => {
      const field = fields.find((known) => known.name === name);
      if (field === undefined) {
        throw new Refusal('invalid_input', `There is no custom field named ${name.slice(0, 100)}`, {
          field: 'custom',
        });
      }
      return { name, type: field.type, value: String(value) };
    });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Told below, as for any other text.
  }
  throw new Refusal('invalid_input', 'custom is a JSON object of field names and values', {
    field: 'custom',
  });
}
