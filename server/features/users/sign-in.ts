import {
  findDefaultOrganization,
  findSignInAccount,
  type SignInAccount,
  usernameKey,
} from '../../platform/accounts/user-reads.ts';
import { type AuditEntry, writeAudit } from '../../platform/audit/writes.ts';
import { type Context, scopeOf } from '../../platform/context/context.ts';
import { HttpError } from '../../platform/errors.ts';
import { allowsAddress, refuseUnlisted } from '../../platform/security/allow-list.ts';
import {
  countCodeGuess,
  countSignIn,
  forgetAttempts,
  forgetCodeGuesses,
  giveBack,
  signInKeys,
  userKeys,
} from '../../platform/security/attempts.ts';
import { knownDevice } from '../../platform/security/known-device.ts';
import { provePassword } from '../../platform/security/passwords.ts';
import { spendCode } from '../../platform/security/second-factor.ts';
import { type Origin, openSession } from '../../platform/security/sessions.ts';

type SignInContext = Pick<Context, 'db' | 'secretKey'>;

/** With the password's proof, and the browser if known. */
type ProvenSignIn = SignInAccount & { proof: Buffer; device: string | null };

/**
 * Opens a session. Without the right password, errors reveal neither the account nor its allow-list or second
 * factor.
 * @param deviceCookie identifies known browsers
 * @returns the session token
 * @throws HttpError wrong_credentials (with twoFactorRequired for a missing code), forbidden (by the
 * allow-list), too_many_requests
 */
export async function signIn(
  context: SignInContext,
  credentials: { username: string; password: string; token?: string | undefined },
  origin: Origin,
  deviceCookie: string | undefined,
): Promise<string> {
  // PostgreSQL rejects NUL, and no username contains it.
  const username = credentials.username.replaceAll('\0', '\ufffd');
  const key = usernameKey(username);
  const account = await findSignInAccount(context.db.app, key);
  const secretKey = context.secretKey();
  const device = account && knownDevice(secretKey, deviceCookie, account.userId);
  const keys = await countSignIn(
    context.db.app,
    signInKeys(secretKey, account?.userId ?? null, key, origin.ipAddress),
    account === null || device === null ? null : userKeys('device', account.userId, device),
  );
  const proof = await provePassword(context.db.app, account, credentials.password);
  if (account === null || proof === null) {
    const reason = account === null ? 'unknown username' : 'wrong password';
    const name = account?.username ?? maskedName(username);
    await auditFailedSignIn(context, account, name, origin, 'login_failed', reason);
    throw new HttpError('wrong_credentials', 'Invalid username or password');
  }
  await refuseOutsider(context, account, origin);
  const proven = { ...account, proof, device };
  const session = account.twoFactorEnabled
    ? await enterWithCode(context, proven, credentials.token ?? '', origin, () =>
        giveBack(context.db.app, keys),
      )
    : await openAuditedSession(context, proven, origin);
  await forgetAttempts(context.db.app, keys);
  return session;
}

/** Masks an unknown name, because people type passwords into this field. */
function maskedName(typed: string): string {
  const characters = [...typed];
  return `${characters.slice(0, 2).join('')}… (${characters.length} characters)`;
}

/** Rejects excluded addresses and expired temporary passwords. */
async function refuseOutsider(context: SignInContext, account: SignInAccount, origin: Origin): Promise<void> {
  if (!allowsAddress(account.allowList, origin.ipAddress)) {
    const reason = 'IP address not on the whitelist';
    await auditFailedSignIn(context, account, account.username, origin, 'login_blocked', reason);
    refuseUnlisted(account.allowList, origin.ipAddress);
  }
  if (account.passwordExpired) {
    const reason = 'temporary password expired';
    await auditFailedSignIn(context, account, account.username, origin, 'login_failed', reason);
    throw new HttpError(
      'wrong_credentials',
      'This temporary password has expired. Ask an administrator for a new one.',
    );
  }
}

async function enterWithCode(
  context: SignInContext,
  account: ProvenSignIn,
  code: string,
  origin: Origin,
  onMissing: () => Promise<void>,
): Promise<string> {
  if (code.trim() === '') {
    // Otherwise asking for codes would throttle users behind a shared address.
    await onMissing();
    throw new HttpError('wrong_credentials', 'Two-factor code required', { twoFactorRequired: true });
  }
  const place = account.device ?? undefined;
  await countCodeGuess(context.db.app, account.userId, place);
  const session = await openAuditedSession(context, account, origin, code);
  if (session === null) {
    await auditFailedSignIn(
      context,
      account,
      account.username,
      origin,
      'login_failed',
      'wrong two-factor code',
    );
    throw new HttpError('wrong_credentials', 'Invalid verification code');
  }
  await forgetCodeGuesses(context.db.app, account.userId, place);
  return session;
}

function openAuditedSession(context: SignInContext, account: ProvenSignIn, origin: Origin): Promise<string>;
function openAuditedSession(
  context: SignInContext,
  account: ProvenSignIn,
  origin: Origin,
  code: string,
): Promise<string | null>;
/** Spends the code in the same transaction; null for a wrong or used one. */
function openAuditedSession(
  context: SignInContext,
  account: ProvenSignIn,
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
    return openSession(tx, account.userId, account.proof, origin);
  });
}

/** Uses the Default Organization for unknown names. */
async function auditFailedSignIn(
  context: SignInContext,
  account: SignInAccount | null,
  username: string,
  origin: Origin,
  action: AuditEntry['action'],
  reason: string,
): Promise<void> {
  // Queried for known names too, so that timing reveals nothing.
  const fallback = await findDefaultOrganization(context.db.app);
  const organizationId = account?.organizationId ?? fallback;
  if (organizationId === null) return;
  const actor = { id: account?.userId ?? null, username };
  await scopeOf(context, organizationId).transaction((tx) =>
    writeAudit(tx, { action, actor, origin, details: { reason } }),
  );
}
