import type { Context } from '../context/context.ts';
import type { TenantTransaction } from '../db/scope.ts';
import { HttpError } from '../errors.ts';
import { countAttempt, forgetAttempts, userKeys } from '../security/attempts.ts';
import { provePassword } from '../security/passwords.ts';
import type { Caller } from './bind.ts';

/**
 * For actions that a stolen session must not allow. All checks share one counter; `meanwhile` runs before it
 * resets.
 * @throws HttpError wrong_credentials with `message`, too_many_requests
 */
export async function confirmPassword(
  context: Pick<Context, 'db'>,
  { account, scope }: Pick<Caller, 'account' | 'scope'>,
  password: string,
  message = 'Invalid password',
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const keys = userKeys('confirm', account.id);
  await countAttempt(context.db.app, keys);
  const passwordSettings = await scope.transaction((tx) => findPasswordSettings(tx, account.id));
  const proven = { organizationId: account.organizationId, userId: account.id, passwordSettings };
  if ((await provePassword(context.db.app, proven, password)) === null) {
    throw new HttpError('wrong_credentials', message);
  }
  await meanwhile();
  await forgetAttempts(context.db.app, keys);
}

async function findPasswordSettings(tx: TenantTransaction, userId: string): Promise<string> {
  const [user] = await tx.query<{ password: string }>(
    'SELECT password FROM users WHERE organization_id = $1 AND id = $2',
    [tx.organizationId, userId],
  );
  if (user === undefined) throw new HttpError('unauthenticated', 'Sign in to continue');
  return user.password;
}
