import type { FastifyInstance } from 'fastify';
import { returnSale } from '#contract/sales.ts';
import type { Context } from '../../platform/context/context.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { serve } from '../../platform/http/bind.ts';
import { returnLead } from './return-lead.ts';

export function saleRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, returnSale, ({ params: { id }, body }, caller) =>
    returnLead(caller.scope, id, {
      reason: body?.reason ?? null,
      anyTime: caller.account.isAdmin,
      editor: editorOf(caller),
    }),
  );
}
