import type { FastifyInstance } from 'fastify';
import {
  disableTwoFactor,
  renewRecoveryCodes,
  setupTwoFactor,
  verifyTwoFactor,
} from '#contract/two-factor.ts';
import { writeAudit } from '../audit/writes.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { type Caller, serve } from '../http/bind.ts';
import { setSessionCookie } from '../http/cookies.ts';
import { editorOf } from '../lead-edits/editor.ts';
import { confirmPassword } from '../security/confirm.ts';
import type { TenantTransaction } from '../security/scope.ts';
import { dropCodes, renewCodes } from '../security/second-factor.ts';
import { rotateSession } from '../security/sessions.ts';
import { setUp, verify } from './set-up.ts';
import { disableFactor, lockFactor } from './writes.ts';

/** The second factor of whoever is signed in. */
export function twoFactorRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, setupTwoFactor, (_input, caller) => setUp(context, caller));

  serve(app, context, verifyTwoFactor, async ({ body }, caller) => {
    const { recoveryCodes, session } = await verify(context, caller, body.token);
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
      return rotateSession(tx, account.sessionId);
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

/** Runs `work` while the second factor is on and no other call can turn it off. */
function whileOn<T>({ account, scope }: Caller, work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
  return scope.transaction(async (tx) => {
    const { enabled } = await lockFactor(tx, account.id);
    if (!enabled) throw new Refusal('conflict', 'Two-factor authentication is not on');
    return work(tx);
  });
}
