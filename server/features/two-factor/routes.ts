import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import qrcode from 'qrcode';
import {
  disableTwoFactor,
  renewRecoveryCodes,
  setupTwoFactor,
  verifyTwoFactor,
} from '#contract/two-factor.ts';
import {
  disableFactor,
  enableFactor,
  keepSecret,
  lockFactor,
} from '../../platform/accounts/two-factor-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import type { TenantTransaction } from '../../platform/db/scope.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import { type Caller, serve } from '../../platform/http/bind.ts';
import { confirmPassword } from '../../platform/http/confirm.ts';
import { setSessionCookie } from '../../platform/http/cookies.ts';
import { countCodeGuess, forgetCodeGuesses } from '../../platform/security/attempts.ts';
import {
  describeSecret,
  dropCodes,
  renewCodes,
  SECRET_BYTES,
  stepOfCode,
} from '../../platform/security/second-factor.ts';
import { encryptSecret, openSecret } from '../../platform/security/secret-box.ts';
import { closeSessionsOf, rotateSession } from '../../platform/security/sessions.ts';

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

/**
 * Replaces an unverified secret.
 * @throws HttpError conflict if the second factor is on
 */
async function setUp(
  { secretKey }: Pick<Context, 'secretKey'>,
  { account, scope }: Caller,
): Promise<{ qrCode: string; secret: string; otpauthUrl: string }> {
  const bytes = randomBytes(SECRET_BYTES);
  const sealed = encryptSecret(secretKey(), account.id, bytes);
  await scope.transaction(async (tx) => {
    const { enabled } = await lockFactor(tx, account.id);
    if (enabled) throw alreadyOn();
    await keepSecret(tx, account.id, sealed);
  });
  const described = describeSecret(bytes, account.username);
  return { ...described, qrCode: await qrcode.toDataURL(described.otpauthUrl, { width: 240, margin: 2 }) };
}

/**
 * Enables the second factor with the first code, ending other sessions and renewing the caller's token.
 * @throws HttpError invalid_input at `token`, conflict if already on or not set up, too_many_requests
 */
async function verifySetUp(
  context: Pick<Context, 'db' | 'secretKey'>,
  caller: Caller,
  token: string,
): Promise<{ recoveryCodes: string[]; session: string }> {
  const { account, scope } = caller;
  await countCodeGuess(context.db.app, account.id, account.sessionId);
  const outcome = await scope.transaction(async (tx) => {
    const { enabled, secret } = await lockFactor(tx, account.id);
    if (enabled) throw alreadyOn();
    const opened = secret && openSecret(context.secretKey(), account.id, secret);
    if (opened === null) throw new HttpError('conflict', 'Set up two-factor authentication first');
    const step = stepOfCode(opened, token);
    if (step === null) throw new HttpError('invalid_input', 'Invalid verification code', { field: 'token' });
    await enableFactor(tx, account.id, step);
    await closeSessionsOf(tx, account.id, account.sessionId);
    await writeAudit(tx, { action: 'enable_2fa', ...editorOf(caller), resource: account.username });
    return {
      recoveryCodes: await renewCodes(tx, account.id),
      session: await rotateSession(tx, account),
    };
  });
  await forgetCodeGuesses(context.db.app, account.id, account.sessionId);
  return outcome;
}

function alreadyOn(): HttpError {
  return new HttpError('conflict', 'Two-factor authentication is already on');
}
