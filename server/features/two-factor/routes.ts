import type { FastifyInstance } from 'fastify';
import {
  disableTwoFactor,
  renewRecoveryCodes,
  setupTwoFactor,
  verifyTwoFactor,
} from '#contract/two-factor.ts';
import { disableFactor, lockFactor } from '../../platform/accounts/two-factor-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve } from '../../platform/http/bind.ts';
import { confirmPassword } from '../../platform/http/confirm.ts';
import { setSessionCookie } from '../../platform/http/cookies.ts';
import { dropCodes, renewCodes } from '../../platform/security/second-factor.ts';
import { rotateSession } from '../../platform/security/sessions.ts';
import { setUp, verifySetUp } from './set-up.ts';

export function twoFactorRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, setupTwoFactor, (_input, caller) => setUp(context, caller));

  serve(app, context, verifyTwoFactor, async ({ body }, caller) => {
    const { recoveryCodes, session } = await verifySetUp(context, caller, body.token);
    setSessionCookie(caller.request, caller.reply, session);
    return { recoveryCodes };
  });

  serve(app, context, disableTwoFactor, async ({ body }, caller) => {
    const { account } = caller;
    await confirmPassword(context, caller, body.password);
    const session = await whileOn(caller, async (tx) => {
      await disableFactor(tx, account.id);
      await dropCodes(tx, account.id);
      await writeAudit(tx, { action: 'disable_2fa', ...editorOf(caller), resource: account.username });
      return rotateSession(tx, account);
    });
    setSessionCookie(caller.request, caller.reply, session);
    return { message: 'Two-factor authentication is off' };
  });

  serve(app, context, renewRecoveryCodes, async ({ body }, caller) => {
    const { account } = caller;
    await confirmPassword(context, caller, body.password);
    const recoveryCodes = await whileOn(caller, async (tx) => {
      const details = { recoveryCodes: 'renewed' };
      await writeAudit(tx, {
        action: 'update_user',
        ...editorOf(caller),
        resource: account.username,
        details,
      });
      return renewCodes(tx, account.id);
    });
    return { recoveryCodes };
  });
}

/** Locks the second factor against being turned off. */
function whileOn<T>({ account, scope }: Caller, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  return scope.transaction(async (tx) => {
    const { enabled } = await lockFactor(tx, account.id);
    if (!enabled) throw new HttpError('conflict', "Two-factor authentication isn't on");
    return work(tx);
  });
}
