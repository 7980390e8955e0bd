import { writeAudit } from '../audit/writes.ts';
import { type Context, scopeOf } from '../context.ts';
import { Refusal } from '../errors.ts';
import { attemptKeys, countAttempt, forgetAttempts } from '../security/attempts.ts';
import { passwordMatches } from '../security/passwords.ts';
import { type Origin, openSession } from '../security/sessions.ts';
import { findDefaultOrganization, findSignInAccount, type SignInAccount, usernameKey } from './reads.ts';

/**
 * Checks credentials and opens a session; returns its token.
 * @throws Refusal wrong_credentials, too_many_requests
 */
export async function signIn(
  context: Pick<Context, 'db'>,
  credentials: { username: string; password: string },
  origin: Origin,
): Promise<string> {
  // No name has NUL, which the database would not even compare.
  const username = credentials.username.replaceAll('\0', '\ufffd');
  const key = usernameKey(username);
  const keys = attemptKeys(key, origin.ipAddress);
  await countAttempt(context.db.app, keys);
  const account = await findSignInAccount(context.db.app, key);
  if (!(await passwordMatches(account?.password, credentials.password)) || account === null) {
    await auditFailure(context, account, username, origin);
    throw new Refusal('wrong_credentials', 'Invalid username or password');
  }
  await forgetAttempts(context.db.app, keys);
  await scopeOf(context, account.organizationId).transaction((tx) =>
    writeAudit(tx, {
      action: 'login_success',
      actor: { id: account.userId, username: account.username },
      origin,
    }),
  );
  return openSession(context.db.app, account, origin);
}

/** A failure belongs to the account's organization; one for an unknown name to the Default Organization. */
async function auditFailure(
  context: Pick<Context, 'db'>,
  account: SignInAccount | null,
  username: string,
  origin: Origin,
): Promise<void> {
  const organizationId = account?.organizationId ?? (await findDefaultOrganization(context.db.app));
  if (organizationId === null) return;
  await scopeOf(context, organizationId).transaction((tx) =>
    writeAudit(tx, {
      action: 'login_failed',
      actor: { id: account?.userId ?? null, username: username.slice(0, 100) },
      origin,
      details: { reason: account === null ? 'unknown username' : 'wrong password' },
    }),
  );
}
