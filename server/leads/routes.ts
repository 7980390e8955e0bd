import type { FastifyInstance } from 'fastify';
import { listLeads as listLeadsCall } from '#contract/leads.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/bind.ts';
import { listLeads } from './reads.ts';

/** The lead database. */
export function leadRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listLeadsCall, ({ query }, { scope }) =>
    scope.transaction((tx) => listLeads(tx, query)),
  );
}
