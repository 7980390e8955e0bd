import type { FastifyInstance } from 'fastify';
import {
  addNote,
  createLead as createLeadCall,
  deleteLead as deleteLeadCall,
  getLead,
  listNotes,
  restoreLead as restoreLeadCall,
  updateLead as updateLeadCall,
} from '#contract/leads.ts';
import { insertNote } from '../../lead/edits/edit-writes.ts';
import { findLeadDetail, hasLead, leadNotFound, notesOf } from '../../lead/edits/reads.ts';
import { editLead } from '../../lead/edits/update-lead.ts';
import type { Context } from '../../platform/context/context.ts';
import { notifyChanges } from '../../platform/events/notices.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { deleteLead, restoreLead } from './bin-lead.ts';
import { createLead } from './create-lead.ts';

/** One lead: read, made by hand, changed, put into the bin and taken out again, its notes. */
export function leadEditRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, getLead, ({ params: { id } }, { scope }) =>
    scope.transaction((tx) => findLeadDetail(tx, id)),
  );

  serve(app, context, createLeadCall, async ({ body }, caller) => {
    const id = await createLead(caller.scope, body, editorOf(caller));
    return caller.scope.transaction((tx) => findLeadDetail(tx, id));
  });

  serve(app, context, updateLeadCall, ({ params: { id }, body }, caller) =>
    editLead(caller.scope, id, body, editorOf(caller)),
  );

  serve(app, context, deleteLeadCall, async ({ params: { id } }, caller) => {
    await deleteLead(caller.scope, id, editorOf(caller));
    return { message: 'The lead was moved to the bin' };
  });

  serve(app, context, restoreLeadCall, ({ params: { id } }, caller) =>
    restoreLead(caller.scope, id, editorOf(caller)),
  );

  serve(app, context, listNotes, ({ params: { id } }, { scope }) =>
    scope.transaction(async (tx) => {
      if (!(await hasLead(tx, id))) throw leadNotFound();
      return notesOf(tx, id);
    }),
  );

  serve(app, context, addNote, ({ params: { id }, body: { text } }, caller) =>
    caller.scope.transaction(async (tx) => {
      if (!(await hasLead(tx, id))) throw leadNotFound();
      const note = await insertNote(tx, id, text, editorOf(caller).actor);
      await notifyChanges(tx, { type: 'leads' });
      return note;
    }),
  );
}
