import type { FastifyInstance } from 'fastify';
import { getOrganizationSettings, updateOrganizationSettings } from '#contract/organization-settings.ts';
import {
  addSuppressions,
  checkSuppressions,
  createSuppressionList,
  deleteSuppression,
  deleteSuppressionList,
  importSuppressions,
  listSuppressionLists,
  listSuppressions,
} from '#contract/suppressions.ts';
import { addEntries } from '../../lead/suppression-lists/add-entries.ts';
import { checkEntries, findEntries } from '../../lead/suppression-lists/entry-reads.ts';
import { forgetEntry } from '../../lead/suppression-lists/entry-writes.ts';
import { importListFile } from '../../lead/suppression-lists/import-upload.ts';
import { createList, deleteList, loadLists } from '../../lead/suppression-lists/list-writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { permitOf } from '../../platform/http/access.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { changeSettings, findSettings } from './organization-settings-writes.ts';

/** Registers the routes for suppression lists, their entries, and the country by which these are read. */
export function suppressionRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listSuppressionLists, (_input, { scope }) => scope.transaction(loadLists));

  serve(app, context, createSuppressionList, ({ body }, caller) =>
    caller.scope.transaction((tx) => createList(tx, body, editorOf(caller))),
  );

  serve(app, context, deleteSuppressionList, async ({ params: { id } }, caller) => {
    await caller.scope.transaction((tx) => deleteList(tx, id, editorOf(caller)));
    return { message: 'The list was deleted' };
  });

  serve(app, context, listSuppressions, ({ query }, { scope }) =>
    scope.transaction((tx) => findEntries(tx, query)),
  );

  serve(app, context, addSuppressions, ({ body }, caller) =>
    addEntries(caller.scope, body, editorOf(caller)),
  );

  serve(app, context, importSuppressions, (_input, caller) =>
    importListFile(context.threads, {
      request: caller.request,
      scope: caller.scope,
      editor: editorOf(caller),
      permit: permitOf(caller.request),
    }),
  );

  serve(app, context, deleteSuppression, async ({ params: { id } }, caller) => {
    await caller.scope.transaction((tx) => forgetEntry(tx, id, editorOf(caller)));
  });

  serve(app, context, checkSuppressions, ({ body }, { scope }) =>
    scope.transaction((tx) => checkEntries(tx, body.entries, { customer: body.customerNumber ?? undefined })),
  );

  serve(app, context, getOrganizationSettings, (_input, { scope, account }) =>
    scope.transaction((tx) => findSettings(tx, account.organization)),
  );

  serve(app, context, updateOrganizationSettings, ({ body }, caller) =>
    caller.scope.transaction((tx) => changeSettings(tx, caller.account.organization, body, editorOf(caller))),
  );
}
