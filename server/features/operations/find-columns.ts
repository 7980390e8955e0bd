import type { HlrType } from '#contract/phone-checks.ts';
import type { IdentifierType } from '#contract/sales.ts';
import { nameColumns } from '#packages/tabular/tabular.ts';
import { canonicalCountry } from '../../lead/countries/canonical-country.ts';
import { autoMap } from '../../lead/mapping/auto-map.ts';
import { squash } from '../../lead/mapping/header-words.ts';
import { isOtherNumber } from '../../lead/mapping/map-by-content.ts';
import type { ListAction } from '../../lead/operations/operation.ts';
import { dialled } from '../../lead/phones/read-number.ts';
import { readPhone } from '../../lead/phones/read-phone.ts';
import { readEmail } from '../../lead/values/normalise-email.ts';
import { HttpError } from '../../platform/errors.ts';

const ORDINARY = /^\+?[\d\s().\-/]+$/;
const DIGITS = { least: 7, most: 17 } as const;

/**
 * How much a cell looks like a phone, unlike dates, amounts or accounts.
 * @returns 3 for a valid number, international or of `iso`; 2 with + or 0 in front; 1 if its digits fit; else 0
 */
function phoneLikeness(text: string, iso: string | null): number {
  const number = dialled(text);
  const digits = number.replace(/\D/g, '').length;
  if (digits < DIGITS.least || digits > DIGITS.most) return 0;
  if (!ORDINARY.test(number)) return readPhone(text, iso).valid ? 3 : 0;
  if (isOtherNumber(number)) return 0;
  if (readPhone(text, iso).valid) return 3;
  return /^[+0]/.test(number) ? 2 : 1;
}

/** Column indexes; null where the file has none. */
export interface ListColumns {
  identifier: number;
  value: number | null;
  country: number | null;
  /** Whether the first row is a header. */
  hasHeader: boolean;
  /** Whether rows without an identifier count as rows. */
  keepsBlank: boolean;
}

type FirstRows = readonly (readonly string[])[];

const LEAD_ID_NAMES = ['leadid', 'id'];
const PHONE_NAMES = ['phone', 'phonenumber'];
const STATUS_NAMES: Record<HlrType, readonly string[]> = {
  phone: ['hlr', 'hlrstatus', 'hlrresult', 'numberhlrstatus', 'numberstatus', 'phonestatus'],
  whatsapp: ['whatsappstatus', 'whatsapphlr', 'whatsappresult', 'whatsapp', 'haswhatsapp'],
};
const ANY_STATUS_NAMES = ['status', 'result', 'statusvalue'];
/** Least share of filled cells that look like identifiers, so that no column of phones is taken for statuses. */
const MIN_ALIKE_SHARE = 0.5;

/**
 * By name, else phones or emails by content; the first row is then data if it contains one.
 * @throws HttpError invalid_input naming the missing column
 */
export function findColumns(action: ListAction, rows: FirstRows): ListColumns {
  if (action.type === 'updatePhones') return phoneColumns(rows[0] ?? []);
  const type = action.type === 'updateHlr' ? 'phone' : action.identifierType;
  const [header = []] = rows;
  const names = nameColumns(header, header.length);
  const at = placesByName(names);
  const country = at('country');
  const named = at(type);
  const identifier = named ?? columnHolding(type, rows, country);
  const hasHeader = named !== null || likeness(type, header[identifier] ?? '', null) === 0;
  const columns = { identifier, hasHeader, keepsBlank: false };
  if (!hasHeader) return { ...columns, value: null, country: null };
  const value = action.type === 'updateHlr' ? statusColumn(action.hlrType, rows, identifier) : null;
  return { ...columns, value, country };
}

/** Where names in ten languages put a field, or null. */
function placesByName(names: readonly string[]): (target: string) => number | null {
  const { mapping } = autoMap(names, []);
  return (target) => {
    const index = names.findIndex((name) => mapping[name] === target);
    return index === -1 ? null : index;
  };
}

function phoneColumns(header: readonly string[]): ListColumns {
  const names = header.map(squash);
  const first = (wanted: readonly string[]): number | null =>
    wanted.map((name) => names.indexOf(name)).find((index) => index !== -1) ?? null;
  const identifier = first(LEAD_ID_NAMES);
  const value = first(PHONE_NAMES) ?? placesByName(nameColumns(header, header.length))('phone');
  if (identifier !== null && value !== null) {
    return { identifier, value, country: null, hasHeader: true, keepsBlank: true };
  }
  const missing = [
    ...(identifier === null ? ['Lead ID column (lead_id, leadId, LeadID, ID or id)'] : []),
    ...(value === null ? ['Phone column (phone, Phone Number, phone_number or PhoneNumber)'] : []),
  ];
  throw new HttpError('invalid_input', `The file has no ${missing.join(' and no ')}`, { field: 'file' });
}

/** Cells most like the identifiers, among columns where most are. */
function columnHolding(type: IdentifierType, rows: FirstRows, country: number | null): number {
  const width = Math.max(0, ...rows.map((row) => row.length));
  let best = { index: -1, weight: 0 };
  for (let index = 0; index < width; index++) {
    const weight = weightOf(type, rows, index, country);
    if (weight > best.weight) best = { index, weight };
  }
  if (best.index !== -1) return best.index;
  const what = type === 'phone' ? 'phone numbers' : 'emails';
  throw new HttpError('invalid_input', `The file has no column of ${what}`, { field: 'file' });
}

function weightOf(type: IdentifierType, rows: FirstRows, index: number, country: number | null): number {
  let [filled, alike, weight] = [0, 0, 0];
  for (const [number, row] of rows.entries()) {
    const text = (row[index] ?? '').trim();
    if (text === '') continue;
    const iso = country === null ? null : canonicalCountry(row[country] ?? '').iso;
    const like = likeness(type, text, iso);
    // It may be a header.
    if (number === 0 && like === 0) continue;
    filled += 1;
    alike += like > 0 ? 1 : 0;
    weight += like;
  }
  return alike > filled * MIN_ALIKE_SHARE ? weight : 0;
}

function likeness(type: IdentifierType, text: string, iso: string | null): number {
  if (type === 'phone') return phoneLikeness(text, iso);
  return readEmail(text) === null ? 0 : 1;
}

function statusColumn(type: HlrType, rows: FirstRows, identifier: number): number | null {
  const names = (rows[0] ?? []).map(squash);
  const wanted = [...STATUS_NAMES[type], ...ANY_STATUS_NAMES];
  const index = wanted
    .map((name) => names.indexOf(name))
    .find((at) => at !== -1 && at !== identifier && weightOf('phone', rows.slice(1), at, null) === 0);
  return index ?? null;
}
