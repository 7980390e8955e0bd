import type { LeadDraft, MappedRow } from '../../../../lead/values/draft.ts';
import { isSound } from '../../../../lead/values/problems.ts';
import { fingerprintOf } from '../../dry-run/identity-table.ts';
import { typedPhoneProblems } from '../../mapping/contact-steps.ts';
import type { StoredRow } from '../../record/stored-row-writes.ts';
import { isDropped } from '../../rows/row-edit.ts';
import { type GridRowState, OUTCOME, PHONE_STATE } from './grid-row.ts';
import { IN_DATABASE, IN_FILE, type ProblemList } from './problem-list.ts';

const words = new Int32Array(2);
const hash = new BigInt64Array(words.buffer);

/**
 * 64 bits of the SHA-256 of an email or a valid phone in E.164, as a decimal. Two of a million identities share one in a file of 40
 * million.
 */
function identityHash(identity: string): string {
  const fingerprint = fingerprintOf(identity);
  words[0] = fingerprint[0] ?? 0;
  words[1] = fingerprint[1] ?? 0;
  return String(hash[0]);
}

/** State of a row before the other rows are considered. */
export type OwnState = Omit<GridRowState, 'cells' | 'outcome' | 'fixed'>;

/** All that a row's outcome depends on apart from its own problems. */
export type RowContact = Pick<LeadDraft, 'email' | 'phone' | 'numberValid'>;

/** A row before a change, and its state after it, regardless of leads and other rows. */
export interface EvaluatedRow {
  before: GridRowState;
  contact: RowContact;
  state: OwnState;
  /** Cells after the change, encoded. */
  cells: string;
}

/**
 * State of a row regardless of the lead that it may update.
 * @param isTaken whether a lead has this email or phone
 */
export function evaluateRow(
  problems: ProblemList,
  row: MappedRow,
  isTaken: (identity: string) => boolean,
): OwnState {
  const { email, phone, numberValid } = row.draft;
  const validPhone = numberValid ? phone : undefined;
  const found = [...row.problems, ...typedPhoneProblems(row)];
  const tags = found.map((problem) => problems.placeOf(problem));
  const state = {
    row: row.number,
    own: isDropped(row) ? OUTCOME.dropped : isSound(row) ? OUTCOME.imported : OUTCOME.error,
    phone: phone === undefined ? PHONE_STATE.none : numberValid ? PHONE_STATE.valid : PHONE_STATE.invalid,
    warned: found.length > 0,
    emailHash: email === undefined ? null : identityHash(email),
    phoneHash: validPhone === undefined ? null : identityHash(validPhone),
    tags: tags.length === 0 ? null : tags.length === 1 ? tags : [...new Set(tags)],
  };
  return withLeads(state, row.draft, isTaken);
}

/** A duplicate if a lead has its email or valid phone. */
export function withLeads(
  state: OwnState,
  { email, phone, numberValid }: RowContact,
  isTaken: (identity: string) => boolean,
): OwnState {
  if (state.own !== OUTCOME.imported) return state;
  const identities = [email, numberValid ? phone : undefined];
  if (!identities.some((identity) => identity !== undefined && isTaken(identity))) return state;
  return { ...state, own: OUTCOME.duplicateInDatabase, tags: [...(state.tags ?? []), IN_DATABASE] };
}

/** Skipped if its person is on a suppression list, for this reason. */
export function withLists(state: OwnState, reason: string | null, problems: ProblemList): OwnState {
  if (reason === null || state.own === OUTCOME.dropped || state.own === OUTCOME.error) return state;
  const problem = {
    code: 'suppressed',
    message: reason,
    column: null,
    field: null,
    severity: 'error',
  } as const;
  const tags = (state.tags ?? []).filter((tag) => tag !== IN_DATABASE);
  return { ...state, own: OUTCOME.skipped, tags: [...tags, problems.placeOf(problem)] };
}

/** Tags of its own problems, and that it repeats an earlier row. */
export function tagsWithOutcome(tags: readonly number[] | null, outcome: number): number[] | null {
  if (tags === null && outcome !== OUTCOME.duplicateInFile) return null;
  const others = (tags ?? []).filter((tag) => tag !== IN_FILE);
  if (outcome === OUTCOME.duplicateInFile) others.push(IN_FILE);
  return others.length === 0 ? null : others;
}

/** Returns the problems that a row had before and hasn't any more. */
export function fixedTags(
  before: Pick<GridRowState, 'tags' | 'fixed'>,
  tags: readonly number[] | null,
): number[] | null {
  const fixed: number[] = [];
  for (const had of [before.fixed, before.tags]) {
    for (const tag of had ?? []) if (!tags?.includes(tag) && !fixed.includes(tag)) fixed.push(tag);
  }
  // A list that grew keeps room for more.
  return fixed.length === 0 ? null : fixed.slice();
}

type Link = Pick<GridRowState, 'own' | 'emailHash' | 'phoneHash'>;

export function hasKnownLeads(before: Link, after: Link): boolean {
  const isKnown = before.own === OUTCOME.imported || before.own === OUTCOME.duplicateInDatabase;
  return isKnown && before.emailHash === after.emailHash && before.phoneHash === after.phoneHash;
}

/** E-mails and phones of importable rows of which it isn't known if a lead has them. */
export function newIdentities(
  rows: readonly EvaluatedRow[],
  isKnown: readonly boolean[],
  stored: ReadonlyMap<number, StoredRow>,
): { emails: string[]; phones: string[] } {
  const emails = new Set<string>();
  const phones = new Set<string>();
  for (const [index, { before, contact, state }] of rows.entries()) {
    if (isKnown[index] || state.own !== OUTCOME.imported) continue;
    const { email, phone } = contact;
    // Which lead has a stored row's identities matters.
    const wasFree = before.own === OUTCOME.imported && !stored.has(before.row);
    if (email !== undefined && !(wasFree && before.emailHash === state.emailHash)) emails.add(email);
    if (phone === undefined || state.phoneHash === null) continue;
    if (!(wasFree && before.phoneHash === state.phoneHash)) phones.add(phone);
  }
  return { emails: [...emails], phones: [...phones] };
}

/** Returns whether a row takes part in the import with the same identities. */
export function isSameLink(one: Link, other: Link): boolean {
  return one.own === other.own && one.emailHash === other.emailHash && one.phoneHash === other.phoneHash;
}
