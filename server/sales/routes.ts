import type { FastifyInstance } from 'fastify';
import { returnSale } from '#contract/sales.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/bind.ts';
import { editorOf } from '../lead-edits/editor.ts';
import { returnLead } from './return-lead.ts';

/** Sold leads that come back. */
export function saleRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, returnSale, ({ params: { id } }, caller) =>
    returnLead(caller.scope, id, editorOf(caller)),
  );
}
