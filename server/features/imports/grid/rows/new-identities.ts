import type { StoredRow } from '../../record/stored-row-writes.ts';
import type { EvaluatedRow } from './evaluate-row.ts';
import { type GridRowState, OUTCOME } from './grid-row.ts';

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
