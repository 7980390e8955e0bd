import type pg from 'pg';
import { dropTrustedFormKeys } from '../../lead/consents/lost-key-writes.ts';
import { dropOrderSecrets } from '../../lead/orders/deliveries/lost-secret-writes.ts';
import { dropEntries } from '../../lead/suppression/lost-entry-writes.ts';
import { clearList } from '../../platform/accounts/ip-whitelist-writes.ts';
import { disableFactor } from '../../platform/accounts/two-factor-writes.ts';
import { findSignInAccount, type SignInAccount, usernameKey } from '../../platform/accounts/user-reads.ts';
import { setPassword } from '../../platform/accounts/user-writes.ts';
import { writeAudit } from '../../platform/audit/writes.ts';
import { type AdminCommand, AdminError, BY_COMMAND_LINE } from '../../platform/command-line/command.ts';
import { requireOrganization } from '../../platform/command-line/organization-reads.ts';
import { withOwner } from '../../platform/command-line/owner.ts';
import { organizationScope } from '../../platform/db/scope.ts';
import { forgetAccount, forgetCodeGuesses } from '../../platform/security/attempts.ts';
import { hashPassword, temporaryPassword } from '../../platform/security/passwords.ts';
import { forgetKey } from '../../platform/security/same-key.ts';
import { dropCodes } from '../../platform/security/second-factor.ts';
import { closeSessionsOf } from '../../platform/security/sessions.ts';

/** For locked-out users. */
export const RESCUE_COMMANDS: readonly AdminCommand[] = [
  {
    name: 'reset-password',
    summary: 'Gives a user a temporary password and ends their sessions',
    args: ['username'],
    run: ({ args: [username = ''], config }) => withOwner(config, (owner) => resetPassword(owner, username)),
  },
  {
    name: 'disable-2fa',
    summary: "Turns off a user's two-factor authentication and ends their sessions",
    args: ['username'],
    run: ({ args: [username = ''], config }) =>
      withOwner(config, (owner) => disableTwoFactor(owner, username)),
  },
  {
    name: 'clear-allow-list',
    summary: "Removes every entry from an organization's IP whitelist",
    args: ['organization'],
    run: ({ args: [name = ''], config }) => withOwner(config, (owner) => clearAllowList(owner, name)),
  },
  {
    name: 'forget-secret-key',
    summary: 'Lets servers start with a new secret key after the old one was lost',
    run: ({ config }) => withOwner(config, forgetSecretKey),
  },
];

async function resetPassword(owner: pg.Pool, username: string): Promise<string> {
  const account = await accountOf(owner, username);
  const password = temporaryPassword();
  const hashed = await hashPassword(password);
  await organizationScope(owner, account.organizationId).transaction(async (tx) => {
    await setPassword(tx, account.userId, hashed, { temporary: true, by: null });
    await closeSessionsOf(tx, account.userId);
    await writeAudit(tx, { action: 'reset_password', ...BY_COMMAND_LINE, resource: account.username });
  });
  await forgetAccount(owner, account.userId);
  return `Temporary password of ${account.username}, to be changed at the next sign-in: ${password}`;
}

async function disableTwoFactor(owner: pg.Pool, username: string): Promise<string> {
  const account = await accountOf(owner, username);
  await organizationScope(owner, account.organizationId).transaction(async (tx) => {
    await disableFactor(tx, account.userId);
    await dropCodes(tx, account.userId);
    await closeSessionsOf(tx, account.userId);
    await writeAudit(tx, { action: 'disable_2fa', ...BY_COMMAND_LINE, resource: account.username });
  });
  await forgetAccount(owner, account.userId);
  await forgetCodeGuesses(owner, account.userId);
  return `Two-factor authentication of ${account.username} is off`;
}

async function clearAllowList(owner: pg.Pool, name: string): Promise<string> {
  const organization = await requireOrganization(owner, name);
  const cleared = await organizationScope(owner, organization.id).transaction(async (tx) => {
    const entries = await clearList(tx);
    for (const resource of entries) {
      await writeAudit(tx, { action: 'remove_ip', ...BY_COMMAND_LINE, resource });
    }
    return entries;
  });
  const entries = cleared.length === 1 ? '1 entry' : `${cleared.length} entries`;
  return `Removed ${entries} from the IP whitelist of ${organization.name}`;
}

async function forgetSecretKey(owner: pg.Pool): Promise<string> {
  await forgetKey(owner);
  return [
    'The next server that starts sets the secret key. Run disable-2fa for each user with two-factor authentication',
    ...(await dropEntries(owner, 'stored')),
    ...(await dropTrustedFormKeys(owner, 'stored')),
    ...(await dropOrderSecrets(owner, 'stored')),
  ].join('\n');
}

async function accountOf(owner: pg.Pool, username: string): Promise<SignInAccount> {
  const account = await findSignInAccount(owner, usernameKey(username));
  if (account === null) throw new AdminError(`There is no user ${username}`);
  return account;
}
