import type { FastifyInstance } from 'fastify';
import {
  addIpEntry,
  getIpStatus,
  getMyIp,
  listIpEntries,
  removeIpEntry,
  updateIpEntry,
} from '#contract/ip-whitelist.ts';
import type { Context } from '../../platform/context/context.ts';
import { serve } from '../../platform/http/bind.ts';
import { activeEntries, allowsAddress } from '../../platform/security/allow-list.ts';
import { addEntry, deleteEntry, updateEntry } from './change-list.ts';
import { listEntries } from './reads.ts';

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
