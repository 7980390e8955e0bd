import {
  findDefaultOrganization,
  findSignInAccount,
  type SignInAccount,
  usernameKey,
} from '../../platform/accounts/user-reads.ts';
import { type AuditEntry, writeAudit } from '../../platform/audit/writes.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { Refusal } from '../../platform/errors.ts';
import { allowsAddress, refuseUnlisted } from '../../platform/security/allow-list.ts';
import {
  attemptKeys,
  countAttempt,
  countCodeGuess,
  forgetAttempts,
  forgetCodeGuesses,
  giveBack,
} from '../../platform/security/attempts.ts';
import { passwordMatches } from '../../platform/security/passwords.ts';
import { spendCode } from '../../platform/security/second-factor.ts';
import { type Origin, openSession } from '../../platform/security/sessions.ts';

type SignInContext = Pick<Context, 'db' | 'secretKey'>;

/**
 * Checks credentials and opens a session; returns its token. That an account exists, is kept from an address or has a
 * second factor is told to no one who lacks the password.
 * @throws Refusal wrong_credentials (with twoFactorRequired where a code is missing), forbidden (by the allow-list),
 *   too_many_requests
 */
export async function signIn(
  context: SignInContext,
  credentials: { username: string; password: string; token?: string | undefined },
  origin: Origin,
): Promise<string> {
  // No name has NUL, which the database would not even compare.
  const username = credentials.username.replaceAll('\0', '\ufffd');
  const key = usernameKey(username);
  const keys = attemptKeys(key, origin.ipAddress);
  await countAttempt(context.db.app, keys);
  const account = await findSignInAccount(context.db.app, key);
  if (!(await passwordMatches(account?.password, credentials.password)) || account === null) {
    const reason = account === null ? 'unknown username' : 'wrong password';
    await auditRefusal(context, account, username, origin, 'login_failed', reason);
    throw new Refusal('wrong_credentials', 'Invalid username or password');
  }
  await refuseOutsider(context, account, origin);
  const session = account.twoFactorEnabled
    ? await enterWithCode(context, account, credentials.token ?? '', origin, () =>
        giveBack(context.db.app, keys),
      )
    : await enter(context, account, origin);
  await forgetAttempts(context.db.app, keys);
  return session;
}

/** Whom the password alone does not let in: from an address that is not listed, or with a temporary one of last week. */
async function refuseOutsider(context: SignInContext, account: SignInAccount, origin: Origin): Promise<void> {
  if (!allowsAddress(account.allowList, origin.ipAddress)) {
    const reason = 'address not in the IP allow-list';
    await auditRefusal(context, account, account.username, origin, 'login_blocked', reason);
    refuseUnlisted(account.allowList, origin.ipAddress);
  }
  if (account.passwordExpired) {
    const reason = 'temporary password expired';
    await auditRefusal(context, account, account.username, origin, 'login_failed', reason);
    throw new Refusal(
      'wrong_credentials',
      'This temporary password has expired. Ask an administrator for another.',
    );
  }
}

async function enterWithCode(
  context: SignInContext,
  account: SignInAccount,
  code: string,
  origin: Origin,
  onMissing: () => Promise<void>,
): Promise<string> {
  if (code.trim() === '') {
    // People behind one address who all have a second factor would be throttled for asking how to go on.
    await onMissing();
    throw new Refusal('wrong_credentials', 'Two-factor code required', { twoFactorRequired: true });
  }
  await countCodeGuess(context.db.app, account.userId);
  const session = await enter(context, account, origin, code);
  if (session === null) {
    await auditRefusal(context, account, account.username, origin, 'login_failed', 'wrong two-factor code');
    throw new Refusal('wrong_credentials', 'Invalid verification code');
  }
  await forgetCodeGuesses(context.db.app, account.userId);
  return session;
}

function enter(context: SignInContext, account: SignInAccount, origin: Origin): Promise<string>;
function enter(
  context: SignInContext,
  account: SignInAccount,
  origin: Origin,
  code: string,
): Promise<string | null>;
/** Opens the session in the transaction that spends the code; null when the code is none or was used before. */
function enter(
  context: SignInContext,
  account: SignInAccount,
  origin: Origin,
  code?: string,
): Promise<string | null> {
  const actor = { id: account.userId, username: account.username };
  return scopeOf(context, account.organizationId).transaction(async (tx) => {
    const spent =
      code === undefined ? undefined : await spendCode(tx, context.secretKey(), account.userId, code);
    if (spent === null) return null;
    const details = spent === undefined ? {} : { details: { secondFactor: spent } };
    await writeAudit(tx, { action: 'login_success', actor, origin, ...details });
    return openSession(tx, account.userId, origin);
  });
}

/** A failure belongs to the account's organization; one for an unknown name to the Default Organization. */
async function auditRefusal(
  context: SignInContext,
  account: SignInAccount | null,
  username: string,
  origin: Origin,
  action: AuditEntry['action'],
  reason: string,
): Promise<void> {
  // Asked for a known name too, so that both take the same time.
  const fallback = await findDefaultOrganization(context.db.app);
  const organizationId = account?.organizationId ?? fallback;
  if (organizationId === null) return;
  const actor = { id: account?.userId ?? null, username: username.slice(0, 100) };
  await scopeOf(context, organizationId).transaction((tx) =>
    writeAudit(tx, { action, actor, origin, details: { reason } }),
  );
}
