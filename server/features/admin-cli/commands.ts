import type pg from 'pg';
import { clearList } from '../../platform/accounts/ip-whitelist-writes.ts';
import { disableFactor } from '../../platform/accounts/two-factor-writes.ts';
import { findSignInAccount, type SignInAccount, usernameKey } from '../../platform/accounts/user-reads.ts';
import { setPassword } from '../../platform/accounts/user-writes.ts';
import { type AuditEntry, writeAudit } from '../../platform/audit/writes.ts';
import { organizationScope } from '../../platform/db/scope.ts';
import { forgetAccount, forgetCodeGuesses } from '../../platform/security/attempts.ts';
import { hashPassword, temporaryPassword } from '../../platform/security/passwords.ts';
import { dropCodes } from '../../platform/security/second-factor.ts';
import { closeSessionsOf } from '../../platform/security/sessions.ts';
import { findOrganization } from './reads.ts';

/** Error of a rescue command that can't be carried out; the message says why. */
export class RescueError extends Error {}

/**
 * Actor and origin in the audit trail. The command line is open to anyone who can read the data folder or knows the
 * database password.
 */
const BY: Pick<AuditEntry, 'actor' | 'origin'> = {
  actor: { id: null, username: 'command line' },
  origin: null,
};

/** Rescue commands by name. Each takes one argument and returns a description of what it did. */
export const COMMANDS: Record<
  string,
  { argument: string; run: (owner: pg.Pool, argument: string) => Promise<string> }
> = {
  'reset-password': { argument: 'username', run: resetPassword },
  'disable-2fa': { argument: 'username', run: disableTwoFactor },
  'clear-allow-list': { argument: 'organization', run: clearAllowList },
};

async function resetPassword(owner: pg.Pool, username: string): Promise<string> {
  const account = await accountOf(owner, username);
  const password = temporaryPassword();
  const hashed = await hashPassword(password);
  await organizationScope(owner, account.organizationId).transaction(async (tx) => {
    await setPassword(tx, account.userId, hashed, { temporary: true, by: null });
    await closeSessionsOf(tx, account.userId);
    await writeAudit(tx, { action: 'reset_password', ...BY, resource: account.username });
  });
  await forgetAccount(owner, account.userId);
  return `The temporary password of ${account.username}, to be changed at the next sign-in: ${password}`;
}

async function disableTwoFactor(owner: pg.Pool, username: string): Promise<string> {
  const account = await accountOf(owner, username);
  await organizationScope(owner, account.organizationId).transaction(async (tx) => {
    await disableFactor(tx, account.userId);
    await dropCodes(tx, account.userId);
    await closeSessionsOf(tx, account.userId);
    await writeAudit(tx, { action: 'disable_2fa', ...BY, resource: account.username });
  });
  await forgetAccount(owner, account.userId);
  await forgetCodeGuesses(owner, account.userId);
  return `Two-factor authentication of ${account.username} is off`;
}

async function clearAllowList(owner: pg.Pool, name: string): Promise<string> {
  const organization = await findOrganization(owner, name);
  if (organization === null) throw new RescueError(`There is no organization ${name}`);
  const cleared = await organizationScope(owner, organization.id).transaction(async (tx) => {
    const entries = await clearList(tx);
    for (const resource of entries) await writeAudit(tx, { action: 'remove_ip', ...BY, resource });
    return entries;
  });
  const entries = cleared.length === 1 ? '1 entry was' : `${cleared.length} entries were`;
  return `${entries} removed from the IP allow-list of ${organization.name}`;
}

async function accountOf(owner: pg.Pool, username: string): Promise<SignInAccount> {
  const account = await findSignInAccount(owner, usernameKey(username));
  if (account === null) throw new RescueError(`There is no user ${username}`);
  return account;
}
