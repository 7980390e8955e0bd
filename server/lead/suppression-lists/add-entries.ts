import { writeAudit } from '../../platform/audit/writes.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { type ReadEntry, readEntry } from '../suppression/entry.ts';
import { defaultCountryOf } from '../suppression/suppression-reads.ts';
import { findList } from './entry-reads.ts';
import { type EntryTerms, insertEntries } from './entry-writes.ts';
import type { ListEditor } from './list-editor.ts';
import { listNotFound } from './list-writes.ts';
import { leadsOfEntries, leadsScannedFor, markInTransaction } from './mark-writes.ts';

export interface GivenEntries {
  listId?: string | undefined;
  entries: readonly string[];
  reason?: string | null | undefined;
  expiresAt?: string | null | undefined;
  source?: string | null;
}

export interface AddedEntries {
  added: number;
  existing: number;
  invalid: { entry: string; message: string }[];
  /** Stored leads that the entries meet. */
  leads: number;
}

/** @throws HttpError invalid_input for a time that isn't ahead */
export function refusePast(expiresAt: string | null | undefined): void {
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) {
    throw new HttpError('invalid_input', 'expiresAt: Enter a time that is still ahead', {
      field: 'expiresAt',
    });
  }
}

/**
 * Adds entries to a list and marks the leads that they meet.
 * @param check of the reply, before anything is committed
 * @throws HttpError not_found for the list, or invalid_input
 */
export async function addEntries(
  scope: OrganizationScope,
  given: GivenEntries,
  editor: ListEditor,
  check: (added: AddedEntries) => void = () => undefined,
): Promise<AddedEntries> {
  refusePast(given.expiresAt);
  const defaultCountry = await scope.transaction(defaultCountryOf);
  const entries: ReadEntry[] = [];
  const invalid: AddedEntries['invalid'] = [];
  for (const text of given.entries) {
    const entry = readEntry(text, defaultCountry);
    if ('problem' in entry) invalid.push({ entry: text, message: entry.problem });
    else entries.push(entry);
  }
  // Before the lists are locked, which holds up everyone who writes leads.
  const scanned = await leadsScannedFor(scope, entries);
  return scope.transaction(async (tx) => {
    const list = await findList(tx, given.listId);
    if (list === undefined) throw listNotFound();
    const added = await insertEntries(tx, entries, entryTerms(list.id, given, editor));
    const met = [...scanned.union(await leadsOfEntries(tx, entries))];
    if (list.customerNumber === null) await markInTransaction(tx, met);
    await writeAudit(tx, {
      action: 'add_suppressions',
      ...editor,
      resource: list.name,
      details: { added, ...(given.reason && { reason: given.reason }) },
    });
    const reply = { added, existing: entries.length - added, invalid, leads: met.length };
    check(reply);
    return reply;
  });
}

export function entryTerms(
  listId: string,
  { reason, expiresAt, source }: Pick<GivenEntries, 'reason' | 'expiresAt' | 'source'>,
  { actor }: ListEditor,
): EntryTerms {
  return {
    listId,
    reason: reason || null,
    source: source ?? null,
    expiresAt: expiresAt || null,
    createdBy: actor.username,
  };
}
