import {
  CALLING_CODE_TARGET,
  customTarget,
  IMPORT_FIELDS,
  type ImportField,
  importField,
  LEAD_FIELDS,
  REPORT_COLUMNS,
} from '#contract/lead-fields.ts';
import { canonicalCountry } from '../countries/canonical-country.ts';
import { isCallingCode, isSignedCallingCode } from '../phones/calling-code.ts';
import { statusOfWord } from '../values/status-words.ts';
import { beats, type ColumnClaim, STRENGTH } from './claim.ts';
import { consentFieldNamed } from './consent-names.ts';
import { exactNames } from './field-names.ts';
import { headerWords, squash, withoutRemark } from './header-words.ts';
import { keywordClaim } from './keyword-claim.ts';
import { keywordSurroundings } from './keyword-words.ts';
import { type KnownHeader, knownHeader } from './known-headers.ts';
import { holdsEmails, holdsPhones } from './map-by-content.ts';

/** Returns the first cells of a column. */
type ColumnSamples = (column: string) => readonly string[];

/** Mean a field only if the column's values do. */
const UNCERTAIN = {
  /** `CC` may also be a copy or a card, and an id a number. */
  country: ['cc', 'country id', 'id country', 'land id', 'pays id', 'pais id', 'paese id'],
  /** Stages of a lead, and names that mean a province as well. */
  status: ['stage', 'state', 'estado', 'stato', 'etat', 'phase', 'fase', 'etap', 'asama', 'стадия', 'этап'],
} as const;

/** Longer cells are texts, and folding them takes time. */
const MAX_STATUS_CHARACTERS = 100;

/** All countries, or at least one status. */
const CONFIRMED = {
  country: (cells: readonly string[]) => cells.every((cell) => canonicalCountry(cell).iso !== null),
  status: (cells: readonly string[]) => cells.some(isStatusWord),
};

function isStatusWord(cell: string): boolean {
  return cell.length <= MAX_STATUS_CHARACTERS && statusOfWord(cell) !== null;
}

/** The claim of a column whose first cells settle what its name leaves open. */
function claimByValues(column: string, samples: ColumnSamples): ColumnClaim | null {
  const name = ` ${headerWords(column).join(' ')}`;
  for (const target of ['country', 'status'] as const) {
    const isNamed = UNCERTAIN[target].some((one) =>
      one.includes(' ') ? name.endsWith(` ${one}`) : name === ` ${one}`,
    );
    if (!isNamed) continue;
    const cells = samples(column).filter((cell) => cell.trim() !== '');
    if (cells.length === 0 || !CONFIRMED[target](cells)) continue;
    return weakClaim(target);
  }
  return null;
}

function weakClaim(target: string): ColumnClaim {
  return { target, slot: target, strength: STRENGTH.keyword, end: 0, length: 0, doubts: 1, ordinal: 1 };
}

/** Names of calling codes in ten languages; those of `COUNTRY_NAMES` may hold countries. */
const CALLING_CODE_NAMES = new Set(
  (
    'dialcode dialingcode diallingcode callingcode phonecountrycode phonecode telephonecode mobilecountrycode telcode countrycallingcode ' +
    'countrydialcode countryphonecode internationalcode intlcode isdcode idd phoneprefix countryprefix prefix cc ' +
    'landesvorwahl landervorwahl internationalevorwahl indicatif indicatifpays indicatiftelephonique prefijo prefijointernacional ' +
    'codigotelefonico prefissointernazionale prefisso prefixo ddi landnummer internationaalnummer kierunkowykraju prefiks ' +
    'ulketelefonkodu телефонныикод кодтелефона'
  ).split(' '),
);
const COUNTRY_NAMES = /country|land|pays|pais|paese|kraj|ulke|стран/;

/** A column of calling codes: by its name and values, or by signed values alone. */
function callingCodeClaim(column: string, samples: ColumnSamples): ColumnClaim | null {
  const cells = samples(column).filter((cell) => cell.trim() !== '');
  const name = squash(column);
  const isNamed = CALLING_CODE_NAMES.has(name);
  const areCodes = cells.length > 0 && cells.every(isCallingCode);
  const areCountries = cells.length > 0 && CONFIRMED.country(cells);
  const isCode = areCodes && (isNamed || COUNTRY_NAMES.test(name) || cells.every(isSignedCallingCode));
  const isOfPhone = isNamed && /phone|tel|dial|calling|mobile/.test(name);
  return isCode || (isOfPhone && (cells.length === 0 || areCountries))
    ? weakClaim(CALLING_CODE_TARGET)
    : null;
}

const BARRED = {
  email: keywordSurroundings({ key: 'email' }).before.flat(),
  phone: keywordSurroundings({ key: 'phone' }).before.flat(),
};
const CONTENT = {
  email: { holds: holdsEmails, named: /(?:^| )(?:e ?)?mail/ },
  phone: { holds: holdsPhones, named: /(?:^| )(?:phone|mob|tel|whatsapp|handphone|hp|ph|cell|e 164)/ },
} as const;

/** The column whose values are e-mails or phones; one named so comes first. */
function columnOfContent(
  target: 'email' | 'phone',
  columns: readonly string[],
  best: ReadonlyMap<string, Holder>,
  samples: ColumnSamples,
): string | undefined {
  const { holds, named } = CONTENT[target];
  const claimed = new Set([...best.values()].map(({ column }) => column));
  const free = columns.filter((column) => {
    const words = headerWords(column);
    return (
      !claimed.has(column) &&
      !NEVER.has(squash(column)) &&
      !BARRED[target].some((word) => words.includes(word))
    );
  });
  const fitting = free.filter((column) => holds(samples(column)));
  return fitting.find((column) => named.test(headerWords(column).join(' '))) ?? fitting[0];
}

function isBlankColumn(column: string, samples: ColumnSamples): boolean {
  const cells = samples(column);
  return cells.length > 0 && cells.every((cell) => cell.trim() === '');
}

/** Proposed mapping of a file's columns. */
export interface AutoMapping {
  /** Target by column name. A column that is not imported is missing. */
  mapping: Record<string, string>;
  /** If no first or last name column has values. */
  nameColumn: string | null;
}

const NEVER = new Set([
  ...LEAD_FIELDS.filter((one) => !one.importable).flatMap((one) => exactNames(one)),
  ...REPORT_COLUMNS.map(squash),
]);
const EXACT = new Set([...LEAD_FIELDS, ...IMPORT_FIELDS].flatMap((one) => exactNames(one)));

/** Regardless of custom fields. */
export function isLeadFieldName(name: string): boolean {
  return EXACT.has(squash(name));
}

/**
 * Proposes a target for each column of a file.
 * Rule: an exact name of a field wins, then the lists of ten languages, then keywords among the words of the name, ignoring case and
 * separators. One column feeds one field: a plain name beats a doubtful word, a lower number a higher one, an earlier column a later one,
 * and a column with values one without. Names such as `CC` or `Estado` mean what the first cells hold. Without a name for email or phone, a
 * column of such values is it. Calling codes (`+44`) are read with the phone and are no country. Columns that only an export has
 * stay unmapped, as does the Lead ID unless `options.mode` is `update`. `Name` next to last names holds first names.
 * `nameColumn` is a column of full names in a file without first and last names; the caller checks that values contain a space.
 * @param options.samples first cells of a column; without them, only names count
 */
export function autoMap(
  columns: readonly string[],
  customFields: readonly { name: string; label?: string }[],
  options: { mode?: 'create' | 'update'; samples?: ColumnSamples } = {},
): AutoMapping {
  const samples = options.samples ?? (() => []);
  const fields = IMPORT_FIELDS.filter((field) => !field.updateOnly || options.mode === 'update');
  const best = new Map<string, Holder>();
  const names: NameColumn[] = [];
  for (const column of columns) {
    const consent = consentFieldNamed(column);
    const claim =
      (consent && weakClaim(consent)) ??
      callingCodeClaim(column, samples) ??
      claimOf(column, fields, customFields) ??
      claimByValues(column, samples);
    if (claim === null) continue;
    const isBlank = isBlankColumn(column, samples);
    if ('isHalfName' in claim) {
      names.push({ column, isBlank, ...claim });
      continue;
    }
    const held = best.get(claim.slot);
    if (!held || takesOver({ claim, isBlank }, held)) best.set(claim.slot, { column, claim, isBlank });
  }
  for (const target of ['email', 'phone'] as const) {
    if (best.has(target)) continue;
    const column = columnOfContent(target, columns, best, samples);
    if (column !== undefined) best.set(target, { column, claim: weakClaim(target), isBlank: false });
  }
  if (!best.has('phone')) best.delete(CALLING_CODE_TARGET);
  const taken = new Map([...best.values()].map(({ column, claim }) => [column, claim.target]));
  const nameColumn = names.length === 0 ? null : settleNames(names, best, taken);
  // In file order, regardless of the order of claims.
  const mapping = Object.fromEntries(
    columns.flatMap((column) => {
      const target = taken.get(column);
      return target === undefined ? [] : [[column, target]];
    }),
  );
  return { mapping, nameColumn };
}

/** The column that holds a field so far. */
interface Holder {
  column: string;
  claim: ColumnClaim;
  isBlank: boolean;
}

interface NameColumn extends KnownHeader {
  column: string;
  isBlank: boolean;
}

function takesOver({ claim, isBlank }: Omit<Holder, 'column'>, held: Holder): boolean {
  return isBlank === held.isBlank ? beats(claim, held.claim) : held.isBlank;
}

/** Gives a half name the half that the file lacks; returns the column of full names. */
function settleNames(
  names: readonly NameColumn[],
  best: ReadonlyMap<string, Holder>,
  taken: Map<string, string>,
): string | null {
  const [hasFirst, hasLast] = [best.has('firstName'), best.has('lastName')];
  const full = fewestDoubts(names);
  const areBlank = ['firstName', 'lastName'].every((half) => best.get(half)?.isBlank !== false);
  if ((!hasFirst && !hasLast) || (areBlank && full?.isBlank === false)) return full?.column ?? null;
  const half = fewestDoubts(names.filter(({ isHalfName }) => isHalfName));
  if (half && hasFirst !== hasLast) taken.set(half.column, hasFirst ? 'lastName' : 'firstName');
  return null;
}

function fewestDoubts(names: readonly NameColumn[]): NameColumn | undefined {
  return [...names].sort((a, b) => Number(a.isBlank) - Number(b.isBlank) || a.doubts - b.doubts)[0];
}

function claimOf(
  column: string,
  fields: readonly ImportField[],
  customFields: readonly { name: string; label?: string }[],
): ColumnClaim | KnownHeader | null {
  const name = squash(column);
  if (name === '' || NEVER.has(name)) return null;
  const plain = withoutRemark(column);
  return (
    exactClaim(name, column, fields, customFields) ??
    knownClaim(column) ??
    keywordClaim(plain, fields) ??
    keywordClaim(column, fields) ??
    knownClaim(plain)
  );
}

function exactClaim(
  name: string,
  column: string,
  fields: readonly ImportField[],
  customFields: readonly { name: string; label?: string }[],
): ColumnClaim | null {
  const base = { strength: STRENGTH.exact, end: 0, length: name.length, doubts: 0, ordinal: 0 };
  const field = fields.find((one) => exactNames(one).includes(name));
  if (field) return { ...base, target: field.key, slot: field.storedIn };
  const custom =
    customFields.find(({ name: key, label = key }) =>
      [label, key].some((one) => one.trim() === column.trim()),
    ) ?? customFields.find(({ name: key, label = key }) => [label, key].some((one) => squash(one) === name));
  if (!custom) return null;
  const target = customTarget(custom.name);
  return { ...base, target, slot: target };
}

/** A claim from the lists of languages, or the known header itself for a full name. */
function knownClaim(column: string): ColumnClaim | KnownHeader | null {
  const known = knownHeader(column);
  if (known === null || known.target === 'name') return known;
  const { target, isWhole, doubts, ordinal } = known;
  const strength = isWhole ? STRENGTH.name : STRENGTH.keyword;
  return {
    target,
    slot: importField(target)?.storedIn ?? target,
    strength,
    end: 0,
    length: 0,
    doubts,
    ordinal,
  };
}
