import {
  customTarget,
  IMPORT_FIELDS,
  type ImportField,
  LEAD_FIELDS,
  REPORT_COLUMNS,
} from '#contract/lead-fields.ts';
import { NOT_BESIDE, SECOND_CHOICE } from './auto-map-exceptions.ts';
import { headerWords, squash, withoutRemark } from './header-words.ts';

/** Proposed mapping of a file's columns. */
export interface AutoMapping {
  /** Target by column name. A column that is not imported is missing. */
  mapping: Record<string, string>;
  /** Column of full names, if there is no first or last name column. */
  nameColumn: string | null;
}

/** Strength of a match; larger is better. */
const STRENGTH = { keyword: 1, name: 2, exact: 3 } as const;

interface Claim {
  target: string;
  /** Lead field that stores the value. Two targets of one field exclude each other. */
  slot: string;
  strength: number;
  /** Position of the last matched word: the last noun of a name says what it is (`IP Country`). */
  end: number;
  /** Letters matched: `ip address` is more specific than `address`. */
  length: number;
  /** Number of words that make another column the better choice for the field. */
  doubts: number;
  /** Number at the end of the name, 0 and 1 being equal: phone1 comes before phone2. */
  ordinal: number;
}

const FULL_NAMES = new Set(['name', 'fullname', 'contactname', 'leadname', 'customername']);
const NEVER = new Set([
  ...LEAD_FIELDS.filter((one) => !one.importable).flatMap((one) => exactNames(one)),
  ...REPORT_COLUMNS.map(squash),
]);
const KEYWORDS = IMPORT_FIELDS.flatMap((field) =>
  field.keywords.map((keyword) => ({ field, words: keyword.split(' '), squashed: squash(keyword) })),
);

const EXACT = new Set([...LEAD_FIELDS, ...IMPORT_FIELDS].flatMap((one) => exactNames(one)));

/**
 * Returns whether auto-map takes a column of this name for a built-in lead field, regardless of custom
 * fields.
 */
export function isLeadFieldName(name: string): boolean {
  return EXACT.has(squash(name));
}

function exactNames(field: { key: string; label: string }): string[] {
  return [squash(field.key), squash(field.label)];
}

/**
 * Proposes a target for each column of a file.
 *
 * Rule: a column named exactly like a lead field or a custom field maps to it; otherwise the field's keywords
 * are matched against the words of the name, ignoring case, underscores, spaces and hyphens. One column feeds
 * one field and one field takes one column: an exact name beats a keyword, a plain name one with a doubtful
 * word, a lower number a higher one, an earlier column a later one. Columns that only an export contains
 * (validity, sale, time) stay unmapped, and so does the Lead ID unless `options.mode` is `update`.
 *
 * `nameColumn` is a column called name, full name, contact name, lead name or customer name. The caller
 * checks whether its values contain a space, so that splitting makes sense.
 */
export function autoMap(
  columns: readonly string[],
  customFields: readonly { name: string }[],
  options: { mode?: 'create' | 'update' } = {},
): AutoMapping {
  const fields = IMPORT_FIELDS.filter((field) => !field.updateOnly || options.mode === 'update');
  const best = new Map<string, { column: string; claim: Claim }>();
  for (const column of columns) {
    const claim = claimOf(column, fields, customFields);
    const held = claim && best.get(claim.slot);
    if (claim && (!held || beats(claim, held.claim))) best.set(claim.slot, { column, claim });
  }
  const taken = new Map([...best.values()].map(({ column, claim }) => [column, claim.target]));
  // In file order, regardless of the order of claims.
  const mapping = Object.fromEntries(
    columns.flatMap((column) => {
      const target = taken.get(column);
      return target === undefined ? [] : [[column, target]];
    }),
  );
  const named = best.has('firstName') || best.has('lastName');
  const nameColumn = columns.find((column) => FULL_NAMES.has(squash(column)) && !taken.has(column)) ?? null;
  return { mapping, nameColumn: named ? null : nameColumn };
}

function beats(claim: Claim, held: Claim): boolean {
  if (claim.strength !== held.strength) return claim.strength > held.strength;
  if (claim.doubts !== held.doubts) return claim.doubts < held.doubts;
  return claim.ordinal < held.ordinal;
}

function claimOf(
  column: string,
  fields: readonly ImportField[],
  customFields: readonly { name: string }[],
): Claim | null {
  const name = squash(column);
  if (name === '' || NEVER.has(name)) return null;
  const exact = exactClaim(name, column, fields, customFields);
  if (exact || FULL_NAMES.has(name)) return exact;
  return keywordClaim(withoutRemark(column), fields) ?? keywordClaim(column, fields);
}

function exactClaim(
  name: string,
  column: string,
  fields: readonly ImportField[],
  customFields: readonly { name: string }[],
): Claim | null {
  const base = { strength: STRENGTH.exact, end: 0, length: name.length, doubts: 0, ordinal: 0 };
  const field = fields.find((one) => exactNames(one).includes(name));
  if (field) return { ...base, target: field.key, slot: field.storedIn };
  const custom =
    customFields.find((one) => one.name.trim() === column.trim()) ??
    customFields.find((one) => squash(one.name) === name);
  if (!custom) return null;
  const target = customTarget(custom.name);
  return { ...base, target, slot: target };
}

function keywordClaim(column: string, fields: readonly ImportField[]): Claim | null {
  const words = headerWords(column);
  const last = words.at(-1) ?? '';
  const number = /^\p{N}+$/u.test(last) ? Number(last) : 0;
  if (number > 0) words.pop();
  const ordinal = Math.max(number, 1);
  let best: Claim | null = null;
  for (const field of fields) {
    const claim = claimByName(field, words, ordinal) ?? claimByKeyword(field, words, ordinal);
    if (claim && (!best || moreTelling(claim, best))) best = claim;
  }
  return best;
}

function moreTelling(claim: Claim, other: Claim): boolean {
  if (claim.strength !== other.strength) return claim.strength > other.strength;
  if (claim.end !== other.end) return claim.end > other.end;
  return claim.length > other.length;
}

function claimByName(field: ImportField, words: readonly string[], ordinal: number): Claim | null {
  const whole = words.join('');
  const names = [...exactNames(field), ...field.aliases.map(squash), ...field.keywords.map(squash)];
  if (!names.includes(whole)) return null;
  const { key: target, storedIn: slot } = field;
  const doubts = words.filter((word) => SECOND_CHOICE.has(word) && !field.keywords.includes(word)).length;
  return { target, slot, strength: STRENGTH.name, end: 0, length: whole.length, doubts, ordinal };
}

function claimByKeyword(field: ImportField, words: readonly string[], ordinal: number): Claim | null {
  const barred = NOT_BESIDE[field.key] ?? [];
  if (barred.some((entry) => entry.split(' ').every((word) => words.includes(word)))) return null;
  let best: Claim | null = null;
  for (const keyword of KEYWORDS) {
    if (keyword.field.key !== field.key) continue;
    const found = findKeyword(keyword, words);
    if (found.size === 0) continue;
    const doubts = words.filter((word, at) => !found.has(at) && SECOND_CHOICE.has(word)).length;
    const { key: target, storedIn: slot } = field;
    const end = Math.max(...found);
    const length = keyword.squashed.length;
    const claim = { target, slot, strength: STRENGTH.keyword, end, length, doubts, ordinal };
    if (!best || moreTelling(claim, best)) best = claim;
  }
  return best;
}

/**
 * Returns the positions of the words that make up the keyword: adjacent words that spell it, or its words in
 * any order.
 */
function findKeyword(keyword: { words: string[]; squashed: string }, words: readonly string[]): Set<number> {
  for (let from = 0; from < words.length; from++) {
    let spelled = '';
    for (let to = from; to < words.length && spelled.length < keyword.squashed.length; to++) {
      spelled += words[to];
      if (spelled === keyword.squashed) return new Set(range(from, to));
    }
  }
  const positions = keyword.words.map((word) => words.indexOf(word));
  return positions.includes(-1) || keyword.words.length === 1 ? new Set() : new Set(positions);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}
