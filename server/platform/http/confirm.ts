import type { Context } from '../context/context.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { HttpError } from '../errors.ts';
import { attemptKeys, countAttempt, forgetAttempts } from '../security/attempts.ts';
import { passwordMatches } from '../security/passwords.ts';
import type { Caller } from './bind.ts';

/**
 * Verifies the password of the signed-in user again, before an action that a stolen session must not allow.
 * All such checks of a user share one counter of failed attempts. `meanwhile` runs further checks before the
 * counter resets.
 * @throws HttpError wrong_credentials with `message`, too_many_requests
 */
export async function confirmPassword(
  context: Pick<Context, 'db'>,
  { account, scope, origin }: Pick<Caller, 'account' | 'scope' | 'origin'>,
  password: string,
  message = 'Invalid password',
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const keys = attemptKeys(`confirm:${account.id}`, origin.ipAddress);
  await countAttempt(context.db.app, keys);
  const stored = await scope.transaction((tx) => findPassword(tx, account.id));
  if (!(await passwordMatches(stored ?? undefined, password)))
    throw new HttpError('wrong_credentials', message);
  await meanwhile();
  await forgetAttempts(context.db.app, keys);
}

/** Returns the password hash of an account in PHC form, or null if the account is gone. */
async function findPassword(tx: TenantTransaction, userId: string): Promise<string | null> {
  const [user] = await tx.query<{ password: string }>(
    'SELECT password FROM users WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, userId],
  );
  return user?.password ?? null;
}
