import type { FastifyInstance } from 'fastify';
import { listAuditLogs } from '#contract/audit-logs.ts';
import type { Context } from '../../platform/context/context.ts';
import { serve } from '../../platform/http/bind.ts';
import { findAuditLogs } from './reads.ts';

/** Registers the route for reading the audit trail. */
export function auditRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listAuditLogs, ({ query: { limit, offset, action } }, { scope }) =>
    scope.transaction((tx) => findAuditLogs(tx, { limit, offset, action: action ?? null })),
  );
}
