import type { FastifyInstance } from 'fastify';
import {
  addIpEntry,
  getIpStatus,
  getMyIp,
  type IpEntry,
  listIpEntries,
  removeIpEntry,
  updateIpEntry,
} from '#contract/ip-whitelist.ts';
import {
  findEntry,
  insertEntry,
  listEntries,
  lockList,
  removeEntry,
  setActive,
} from '../../platform/accounts/ip-whitelist-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve } from '../../platform/http/bind.ts';
import { activeEntries, allowsAddress, canonicalEntry } from '../../platform/security/allow-list.ts';

export function ipWhitelistRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, getMyIp, async (_input, { origin }) => ({ ip: origin.ipAddress }));

  serve(app, context, getIpStatus, async (_input, { scope, origin }) => {
    const entries = await scope.transaction(activeEntries);
    return {
      enabled: entries.length > 0,
      isWhitelisted: allowsAddress(entries, origin.ipAddress),
      activeEntries: entries.length,
    };
  });

  serve(app, context, listIpEntries, (_input, { scope }) => scope.transaction(listEntries));

  serve(app, context, addIpEntry, async ({ body }, caller) => addEntry(caller, body));

  serve(app, context, updateIpEntry, ({ params, body }, caller) =>
    updateEntry(caller, params.id, body.isActive),
  );

  serve(app, context, removeIpEntry, async ({ params }, caller) => {
    const ipAddress = await deleteEntry(caller, params.id);
    return { message: `${ipAddress} was removed` };
  });
}

/**
 * @throws HttpError invalid_input at `ipAddress`, conflict if already listed or the caller would be locked out
 */
function addEntry(
  caller: Caller,
  given: { ipAddress: string; description?: string | undefined },
): Promise<IpEntry> {
  const ipAddress = canonicalEntry(given.ipAddress);
  if (ipAddress === null) {
    throw new HttpError('invalid_input', 'Enter an IPv4 or IPv6 address, or a network such as 192.0.2.0/24', {
      field: 'ipAddress',
    });
  }
  const description = given.description === undefined || given.description === '' ? null : given.description;
  return change(caller, async (tx) => {
    const id = await insertEntry(tx, { ipAddress, description, createdBy: caller.account.id });
    if (id === null) {
      throw new HttpError('conflict', `${ipAddress} is already on the whitelist`, { field: 'ipAddress' });
    }
    await writeAudit(tx, { action: 'add_ip', ...editorOf(caller), resource: ipAddress });
    return requireEntry(tx, id);
  });
}

/** @throws HttpError not_found, conflict if the caller would be locked out */
function updateEntry(caller: Caller, id: string, isActive: boolean): Promise<IpEntry> {
  return change(caller, async (tx) => {
    const entry = await requireEntry(tx, id);
    if (entry.isActive === isActive) return entry;
    await setActive(tx, id, isActive);
    const resource = entry.ipAddress;
    await writeAudit(tx, { action: 'update_ip', ...editorOf(caller), resource, details: { isActive } });
    return { ...entry, isActive };
  });
}

/**
 * Returns the address or network.
 * @throws HttpError not_found, conflict if the caller would be locked out
 */
function deleteEntry(caller: Caller, id: string): Promise<string> {
  return change(caller, async (tx) => {
    const { ipAddress } = await requireEntry(tx, id);
    await removeEntry(tx, id);
    await writeAudit(tx, { action: 'remove_ip', ...editorOf(caller), resource: ipAddress });
    return ipAddress;
  });
}

/** Checks the result before the commit, so that callers can't lock themselves out. */
function change<T>({ scope, origin }: Caller, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  return scope.transaction(async (tx) => {
    await lockList(tx);
    const result = await work(tx);
    if (!allowsAddress(await activeEntries(tx), origin.ipAddress)) {
      throw new HttpError(
        'conflict',
        `This would lock out your own address ${origin.ipAddress}. Add an entry for it first.`,
      );
    }
    return result;
  });
}

async function requireEntry(tx: TenantTransaction, id: string): Promise<IpEntry> {
  const entry = await findEntry(tx, id);
  if (entry === null) throw new HttpError('not_found', 'IP address not found. It may have been removed.');
  return entry;
}
