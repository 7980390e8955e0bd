import type { FastifyInstance } from 'fastify';
import {
  publicAddSuppressions,
  publicCheckSuppressions,
  publicCreateSuppressionList,
  publicDeleteSuppression,
  publicDeleteSuppressionList,
  publicImportSuppressions,
  publicSuppressionLists,
  publicSuppressions,
} from '#contract/suppressions.ts';
import { addEntries } from '../../lead/suppression-lists/add-entries.ts';
import { checkEntries, findEntries } from '../../lead/suppression-lists/entry-reads.ts';
import { forgetEntry } from '../../lead/suppression-lists/entry-writes.ts';
import { importListFile } from '../../lead/suppression-lists/import-upload.ts';
import { createList, deleteList, loadLists } from '../../lead/suppression-lists/list-writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { checkReply } from '../../platform/http/bind.ts';
import { apiCallerOf, tokenOf } from './gate.ts';
import { publicRoute } from './public-route.ts';

/** Entries come as texts of an email or a number. */
const ENTRIES_BYTES = 10 * 1024 * 1024;

const success = true as const;

export function publicSuppressionRoutes(api: FastifyInstance, { threads }: Context): void {
  publicRoute(api, publicSuppressionLists, async (_input, request, reply) => {
    const lists = await tokenOf(request).scope.transaction(loadLists);
    return reply.send({ success, lists });
  });

  publicRoute(api, publicCreateSuppressionList, async ({ body }, request, reply) => {
    const by = apiCallerOf(request);
    const made = await by.token.scope.transaction(async (tx) =>
      checkReply(publicCreateSuppressionList, { success, ...(await createList(tx, body, by)) }),
    );
    return reply.status(201).send(made);
  });

  publicRoute(api, publicDeleteSuppressionList, async ({ params: { id } }, request, reply) => {
    const by = apiCallerOf(request);
    await by.token.scope.transaction((tx) => deleteList(tx, id, by));
    return reply.send({ success, message: 'The list was deleted' });
  });

  publicRoute(api, publicSuppressions, async ({ query }, request, reply) => {
    const found = await tokenOf(request).scope.transaction((tx) => findEntries(tx, query));
    return reply.send({ success, ...found });
  });

  publicRoute(
    api,
    publicAddSuppressions,
    async ({ body }, request, reply) => {
      const by = apiCallerOf(request);
      const given = { ...body, source: by.actor.username };
      const added = await addEntries(by.token.scope, given, by, (made) =>
        checkReply(publicAddSuppressions, { success, ...made }),
      );
      return reply.status(201).send({ success, ...added });
    },
    ENTRIES_BYTES,
  );

  publicRoute(api, publicImportSuppressions, async (_input, request, reply) => {
    const by = apiCallerOf(request);
    const operation = await importListFile(threads, {
      request,
      scope: by.token.scope,
      editor: by,
      permit: undefined,
    });
    return reply.status(201).send(checkReply(publicImportSuppressions, { success, ...operation }));
  });

  publicRoute(api, publicDeleteSuppression, async ({ params: { id } }, request, reply) => {
    const by = apiCallerOf(request);
    await by.token.scope.transaction((tx) => forgetEntry(tx, id, by));
    return reply.status(204).send();
  });

  publicRoute(
    api,
    publicCheckSuppressions,
    async ({ body }, request, reply) => {
      const results = await tokenOf(request).scope.transaction((tx) =>
        checkEntries(tx, body.entries, { customer: body.customerNumber ?? undefined }),
      );
      return reply.send(checkReply(publicCheckSuppressions, { success, results }));
    },
    ENTRIES_BYTES,
  );
}
