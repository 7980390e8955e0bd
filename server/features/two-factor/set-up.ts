import { randomBytes } from 'node:crypto';
import qrcode from 'qrcode';
import { enableFactor, keepSecret, lockFactor } from '../../platform/accounts/two-factor-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { editorOf } from '../../platform/http/actor.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { countCodeGuess, forgetCodeGuesses } from '../../platform/security/attempts.ts';
import { renewCodes } from '../../platform/security/second-factor.ts';
import { encryptSecret, openSecret } from '../../platform/security/secret-box.ts';
import { closeSessionsOf, rotateSession } from '../../platform/security/sessions.ts';
import { describeSecret, SECRET_BYTES, stepOfCode } from '../../platform/security/totp.ts';

/**
 * Replaces an unverified secret.
 * @throws HttpError conflict if the second factor is on
 */
export async function setUp(
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
export async function verifySetUp(
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
