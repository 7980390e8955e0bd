import { LEAD_STATUSES_MAX, type LeadStatusColor } from '#contract/lead-status-colors.ts';
import { beginBulk } from '../../lead/operations/start.ts';
import { statsOf } from '../../lead/stats/stat-reads.ts';
import { isFixedStatus, type LeadStatus } from '../../lead/statuses/lead-statuses.ts';
import { readLeadStatuses } from '../../lead/statuses/reads.ts';
import { foldText } from '../../lead/values/fold-text.ts';
import { readText } from '../../lead/values/normalise-text.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import type { Editor } from '../../platform/http/actor.ts';
import { countText } from '../../platform/message-text.ts';
import {
  changeStatus,
  hideStatus,
  insertStatus,
  lockStatuses,
  orderStatuses,
  reviveStatus,
} from './writes.ts';

export interface StatusInput {
  name: string;
  color: LeadStatusColor;
}

/**
 * Adds a status, or revives a deleted one, at the end.
 * @throws HttpError conflict if the name is taken or the maximum is reached
 */
export async function addStatus(
  tx: TenantTransaction,
  given: StatusInput,
  editor: Editor,
): Promise<LeadStatus> {
  await lockStatuses(tx);
  const all = await readLeadStatuses(tx);
  const look = { ...given, name: shownName(given.name) };
  refuseTaken(all, look.name);
  if (offered(all).length >= LEAD_STATUSES_MAX) {
    throw new HttpError('conflict', `You have ${LEAD_STATUSES_MAX} statuses, which is the maximum`);
  }
  const gone = all.find(({ name, deleted }) => deleted && isSame(name, look.name));
  if (gone !== undefined) await reviveStatus(tx, gone.id, look);
  else {
    const isKeyFree = !all.some(({ key }) => isSame(key, look.name));
    await insertStatus(tx, { ...look, isKeyFree });
  }
  await writeAudit(tx, {
    action: 'create_status',
    ...editor,
    resource: look.name,
    details: { color: look.color },
  });
  await notifyChanges(tx, { type: 'fields' });
  return byName(await readLeadStatuses(tx), look.name);
}

/**
 * Renames or recolors a status for all its leads.
 * @throws HttpError not_found, or conflict if the name is taken
 */
export async function editStatus(
  tx: TenantTransaction,
  id: string,
  given: { name?: string | undefined; color?: LeadStatusColor | undefined },
  editor: Editor,
): Promise<LeadStatus> {
  await lockStatuses(tx);
  const all = await readLeadStatuses(tx);
  const before = offeredById(all, id);
  const look = { name: shownName(given.name ?? before.name), color: given.color ?? before.color };
  if (look.name === before.name && look.color === before.color) return before;
  refuseTaken(
    all.filter((one) => one.id !== id),
    look.name,
  );
  await changeStatus(tx, before, look);
  await writeAudit(tx, {
    action: 'update_status',
    ...editor,
    resource: before.name,
    details: {
      ...(look.name !== before.name && { name: look.name }),
      ...(look.color !== before.color && { color: look.color }),
    },
  });
  await notifyChanges(tx, { type: 'fields' });
  return byName(await readLeadStatuses(tx), look.name);
}

/**
 * @param ids every status once
 * @throws HttpError conflict for other ids
 */
export async function reorderStatuses(
  tx: TenantTransaction,
  ids: readonly string[],
  editor: Editor,
): Promise<LeadStatus[]> {
  await lockStatuses(tx);
  const now = offered(await readLeadStatuses(tx));
  const wanted = new Set(ids);
  if (wanted.size !== ids.length || wanted.size !== now.length || !now.every(({ id }) => wanted.has(id))) {
    throw new HttpError('conflict', 'The statuses have changed. Reload and try again.', { field: 'ids' });
  }
  if (now.every(({ id }, place) => id === ids[place])) return now;
  await orderStatuses(tx, ids);
  const after = offered(await readLeadStatuses(tx));
  const details = { order: after.map(({ name }) => name).join(', ') };
  await writeAudit(tx, { action: 'order_statuses', ...editor, details });
  await notifyChanges(tx, { type: 'fields' });
  return after;
}

/**
 * Hides a status; a bulk operation gives its leads the replacement.
 * @throws HttpError not_found, invalid_input for a bad replacement, conflict for a fixed status or a missing
 * replacement
 */
export async function deleteStatus(
  tx: TenantTransaction,
  { id, replacement }: { id: string; replacement: string | undefined },
  editor: Editor,
): Promise<{ leads: number; operation: string | null }> {
  await lockStatuses(tx);
  const all = await readLeadStatuses(tx);
  const status = offeredById(all, id);
  if (isFixedStatus(status)) {
    throw new HttpError('conflict', `The status ${status.name} can't be deleted, but you can rename it`);
  }
  const next = replacement === undefined ? null : replacementOf(all, status, replacement);
  const leads = await countHolders(tx, status);
  if (leads > 0 && next === null) {
    const holders = `${countText(leads, 'lead')} ${leads === 1 ? 'has' : 'have'}`;
    throw new HttpError('conflict', `${holders} this status. Choose a status to give them instead.`, {
      field: 'replacement',
    });
  }
  const operation =
    leads === 0 || next === null
      ? null
      : await beginBulk(tx, { filter: { status: id } }, { type: 'status', status: next.key }, editor);
  await hideStatus(tx, id);
  await writeAudit(tx, {
    action: 'delete_status',
    ...editor,
    resource: status.name,
    details: { leads, ...(operation !== null && next !== null && { replacement: next.name }) },
  });
  await notifyChanges(tx, { type: 'fields' });
  return { leads, operation: operation?.id ?? null };
}

/** Excludes the trash. */
async function countHolders(tx: TenantTransaction, { key }: LeadStatus): Promise<number> {
  const held = (await statsOf(tx, 'status')).filter(({ value }) => isSame(value, key));
  return held.reduce((sum, { total }) => sum + total, 0);
}

function replacementOf(all: readonly LeadStatus[], status: LeadStatus, id: string): LeadStatus {
  const next = offered(all).find((one) => one.id === id);
  if (next === undefined || next === status) {
    throw new HttpError('invalid_input', 'Choose another of your statuses as the replacement', {
      field: 'replacement',
    });
  }
  return next;
}

function refuseTaken(all: readonly LeadStatus[], name: string): void {
  if (!offered(all).some((one) => isSame(one.name, name))) return;
  throw new HttpError('conflict', `A status named ${name} already exists`, { field: 'name' });
}

/** @throws HttpError invalid_input for an invisible name */
function shownName(name: string): string {
  const text = readText(name);
  if (foldText(text).trim() === '') throw new HttpError('invalid_input', 'Enter a name', { field: 'name' });
  return text;
}

function offered(all: readonly LeadStatus[]): LeadStatus[] {
  return all.filter(({ deleted }) => !deleted);
}

function offeredById(all: readonly LeadStatus[], id: string): LeadStatus {
  const status = offered(all).find((one) => one.id === id);
  if (status === undefined) throw new HttpError('not_found', 'Status not found. It may have been deleted.');
  return status;
}

function byName(all: readonly LeadStatus[], name: string): LeadStatus {
  const status = offered(all).find((one) => one.name === name);
  if (status === undefined) throw new Error(`The status ${name} is missing after its change`);
  return status;
}

function isSame(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}
