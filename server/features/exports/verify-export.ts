import type { Context } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/bind.ts';
import { confirmPassword } from '../../platform/http/confirm.ts';
import { countCodeGuess, forgetCodeGuesses } from '../../platform/security/attempts.ts';
import { grantExport } from '../../platform/security/export-grants.ts';
import { readGroups } from '../../platform/security/readable-secret.ts';
import { spendCode } from '../../platform/security/second-factor.ts';

const WRONG = 'Invalid credentials';
/** App code or recovery code. */
const CODE = /^(?:\d{6}|(?:[0-9a-z]{6}-){3}[0-9a-z]{6})$/;

/**
 * Verifies credentials and grants one export. Returns the grant's expiry.
 * @throws HttpError wrong_credentials, invalid_input at `token`, too_many_requests
 */
export async function verifyExporter(
  context: Pick<Context, 'db' | 'secretKey'>,
  caller: Caller,
  given: { password: string; token?: string | undefined },
): Promise<Date> {
  await confirmExporter(context, caller, given.password, given.token);
  return caller.scope.transaction((tx) => grantExport(tx, caller.account));
}

/**
 * Verifies credentials before disabling export protection.
 * @throws HttpError wrong_credentials, also if missing; invalid_input at `token`, too_many_requests
 */
export async function verifyTurningOff(
  context: Pick<Context, 'db' | 'secretKey'>,
  caller: Caller,
  { password = '', token = '' }: { password?: string | undefined; token?: string | undefined },
): Promise<void> {
  if (password === '') throw new HttpError('wrong_credentials', 'Password required');
  if (caller.account.twoFactorEnabled && token.trim() === '') {
    throw new HttpError('wrong_credentials', 'Two-factor code required', { twoFactorRequired: true });
  }
  await confirmExporter(context, caller, password, token);
}

async function confirmExporter(
  context: Pick<Context, 'db' | 'secretKey'>,
  caller: Caller,
  password: string,
  token = '',
): Promise<void> {
  await confirmPassword(context, caller, password, WRONG, async () => {
    if (caller.account.twoFactorEnabled) await checkCode(context, caller, token);
  });
}

async function checkCode(
  context: Pick<Context, 'db' | 'secretKey'>,
  { account, scope }: Caller,
  token: string,
): Promise<void> {
  if (!CODE.test(readGroups(token))) {
    throw new HttpError('invalid_input', 'token: Enter the 6-digit code', { field: 'token' });
  }
  await countCodeGuess(context.db.app, account.id, account.sessionId);
  const spent = await scope.transaction((tx) => spendCode(tx, context.secretKey(), account.id, token));
  if (spent === null) throw new HttpError('wrong_credentials', WRONG);
  await forgetCodeGuesses(context.db.app, account.id, account.sessionId);
}
