import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endSession, listSessions } from '#contract/sessions.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve } from '../../platform/http/bind.ts';
import { clearSessionCookie } from '../../platform/http/cookies.ts';
import { countText } from '../../platform/message-text.ts';
import { closeSessionOf, closeSessionsOf, findSessions } from '../../platform/security/sessions.ts';

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, listSessions, (_input, { scope, account }) =>
    scope.transaction((tx) => findSessions(tx, account)),
  );

  serve(app, context, endOtherSessions, (_input, caller) =>
    caller.scope.transaction(async (tx) => {
      const { account } = caller;
      const ended = await closeSessionsOf(tx, account.id, account.sessionId);
      if (ended > 0) await auditEnd(tx, caller, ended);
      return { message: `${countText(ended, 'session')} ended`, ended };
    }),
  );

  serve(app, context, endSession, async ({ params }, caller) => {
    const { account, scope, request, reply } = caller;
    await scope.transaction(async (tx) => {
      if (!(await closeSessionOf(tx, account.id, params.id))) {
        throw new HttpError('not_found', 'Session not found. It may have ended.');
      }
      await auditEnd(tx, caller, 1);
    });
    if (params.id === account.sessionId) clearSessionCookie(request, reply);
    return { message: 'Session ended' };
  });
}

function auditEnd(tx: TenantTransaction, caller: Caller, sessionsEnded: number): Promise<void> {
  const resource = caller.account.username;
  return writeAudit(tx, { action: 'update_user', ...editorOf(caller), resource, details: { sessionsEnded } });
}
