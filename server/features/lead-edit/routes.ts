import type { FastifyInstance } from 'fastify';
import { listOwners, logCall } from '#contract/lead-owners.ts';
import {
  addNote,
  createLead,
  deleteLead,
  getLead,
  listNotes,
  restoreLead,
  updateLead,
} from '#contract/leads.ts';
import { announceLeads } from '../../lead/change/announce-leads.ts';
import { insertNote } from '../../lead/edits/note-writes.ts';
import { findLeadDetail, hasLead, leadNotFound, lockLead, notesOf } from '../../lead/edits/reads.ts';
import { restoreTrashedLead, trashLead } from '../../lead/edits/trash-lead.ts';
import { editLead } from '../../lead/edits/update-lead.ts';
import { loadOwners } from '../../lead/owners/owner-reads.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { logLeadCall } from './call-outcome.ts';
import { createSingleLead } from './create-lead.ts';

/** Registers the routes for a single lead: read, create, edit, delete, restore, and its notes. */
export function leadEditRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, getLead, ({ params: { id } }, { scope }) =>
    scope.transaction((tx) => findLeadDetail(tx, id)),
  );

  serve(app, context, createLead, async ({ body }, caller) => {
    const { id, warnings } = await createSingleLead(caller.scope, body, editorOf(caller));
    const lead = await caller.scope.transaction((tx) => findLeadDetail(tx, id));
    return { ...lead, ...(warnings.length > 0 && { warnings }) };
  });

  serve(app, context, updateLead, ({ params: { id }, body }, caller) =>
    editLead(caller.scope, id, body, editorOf(caller)),
  );

  serve(app, context, deleteLead, async ({ params: { id } }, caller) => {
    await caller.scope.transaction((tx) => trashLead(tx, id, editorOf(caller)));
    return { message: 'The lead was moved to the bin' };
  });

  serve(app, context, restoreLead, ({ params: { id } }, caller) =>
    restoreTrashedLead(caller.scope, id, editorOf(caller)),
  );

  serve(app, context, listOwners, (_input, { scope }) => scope.transaction(loadOwners));

  serve(app, context, logCall, ({ params: { id }, body }, caller) =>
    caller.scope.transaction((tx) => logLeadCall(tx, id, body, editorOf(caller))),
  );

  serve(app, context, listNotes, ({ params: { id } }, { scope }) =>
    scope.transaction(async (tx) => {
      if (!(await hasLead(tx, id))) throw leadNotFound();
      return notesOf(tx, id);
    }),
  );

  serve(app, context, addNote, ({ params: { id }, body: { text } }, caller) =>
    caller.scope.transaction(async (tx) => {
      await lockLead(tx, id);
      const note = await insertNote(tx, id, text, editorOf(caller).actor);
      await announceLeads(tx, { aspects: [], ids: [id] });
      return note;
    }),
  );
}
