import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { Caller } from '../http/bind.ts';
import { attemptKeys, countAttempt, forgetAttempts } from '../security/attempts.ts';
import { passwordMatches } from '../security/passwords.ts';
import { grantExport } from './grant-writes.ts';
import { findPassword } from './password-reads.ts';

/** A code of an authenticator app. */
const CODE = /^\d{6}$/;

/**
 * Checks who exports and grants the session one export; answers until when.
 * @throws Refusal wrong_credentials, invalid_input at `token`, too_many_requests
 */
export async function verifyExporter(
  context: Pick<Context, 'db'>,
  { account, scope, origin }: Caller,
  given: { password: string; token?: string | undefined },
): Promise<Date> {
  const keys = attemptKeys(`export:${account.id}`, origin.ipAddress);
  await countAttempt(context.db.app, keys);
  const stored = await scope.transaction((tx) => findPassword(tx, account.id));
  if (!(await passwordMatches(stored ?? undefined, given.password))) throw wrong();
  if (account.twoFactorEnabled) {
    if (!CODE.test(given.token ?? '')) {
      throw new Refusal('invalid_input', 'token: Enter the 6-digit code', { field: 'token' });
    }
    // No code can be right while there is nothing to check it against.
    throw wrong();
  }
  await forgetAttempts(context.db.app, keys);
  return scope.transaction((tx) => grantExport(tx, account));
}

function wrong(): Refusal {
  return new Refusal('wrong_credentials', 'Invalid credentials');
}
