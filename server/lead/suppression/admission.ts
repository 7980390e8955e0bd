import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Contact } from './keys.ts';
import { askLists, type Hit, isHit, listsOf, NO_HIT } from './suppression-reads.ts';

/** A lead as far as lists concern it. */
export interface HeldContact {
  email: string | null;
  phone: string | null;
  number_valid: boolean;
}

/** A lead before and after a change; null before for a lead that enters the list. */
export interface ContactChange {
  before: HeldContact | null;
  after: HeldContact;
}

declare const admitted: unique symbol;

/** Shows that the lists were asked about leads that are to be inserted. */
export interface Admission {
  readonly [admitted]: true;
}

/** Returns the email and the valid phone of a lead. */
export function contactOf({ email, phone, number_valid }: HeldContact): Contact {
  return { email, phone: number_valid ? phone : null };
}

/** Asks the lists about new leads; those on one must not be inserted. */
export async function admitLeads(
  tx: TenantTransaction,
  contacts: readonly Contact[],
): Promise<{ hits: Hit[]; admission: Admission }> {
  return { hits: await askLists(tx, contacts), admission: {} as Admission };
}

/** Returns the email and the valid phone that a change gives a lead. */
export function gainedContact({ before, after }: ContactChange): Contact {
  const [was, is] = [before === null ? null : contactOf(before), contactOf(after)];
  return {
    email: is.email === was?.email ? null : is.email,
    phone: is.phone === was?.phone ? null : is.phone,
  };
}

/** Returns, for each change, the lists that an email or phone which the lead gets is on. */
export async function hitsOfChanges(
  tx: TenantTransaction,
  changes: readonly ContactChange[],
): Promise<Hit[]> {
  const gets = changes.map(gainedContact);
  const isNew = ({ email, phone }: Contact): boolean => email !== null || phone !== null;
  const asked = await askLists(tx, gets.filter(isNew));
  let at = 0;
  return gets.map((one) => (isNew(one) ? (asked[at++] ?? NO_HIT) : NO_HIT));
}

/** @throws HttpError suppressed if the lead gets an email or phone that is on a list */
export async function refuseSuppressed(tx: TenantTransaction, change: ContactChange): Promise<void> {
  const [hit] = await hitsOfChanges(tx, [change]);
  if (hit !== undefined && isHit(hit)) throw suppressedError(hit);
}

/** Creates the error for a lead that would be somebody on a list. */
export function suppressedError(hit: Hit): HttpError {
  return new HttpError('suppressed', suppressedMessage(hit), {
    field: hit.email.length > 0 ? 'email' : 'phone',
    lists: listsOf(hit),
  });
}

/** Returns which of email and phone is on which lists, in words. */
export function suppressedMessage(hit: Hit): string {
  const lists = listsOf(hit);
  const what = hit.email.length === 0 ? 'phone' : hit.phone.length === 0 ? 'email' : 'email and phone';
  const named = lists.length === 1 ? `list ${lists[0]}` : `lists ${lists.join(', ')}`;
  return `This ${what} ${what === 'email and phone' ? 'are' : 'is'} on the suppression ${named}`;
}
